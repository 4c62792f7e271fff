import {
  CALLS,
  english,
  LIMITS,
  LOGIN_FAILED_DETAIL,
  type CallName,
  type ErrorBody,
  type LiveState,
  type WireProject as Project,
  errorsOf,
} from '@pace/contract';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import PostalMime from 'postal-mime';
import { inject } from 'vitest';
import { openLog } from '../../src/log.ts';
import { readConfig } from '../../src/config/config.ts';
import { startServer, type RunningServer } from '../../src/server.ts';
import type { Engines } from '../../src/runs/enginePort.ts';
import { users } from '../../src/storage/schema.ts';
import { fakeEngines } from './fakeEngines.ts';

export const PASSWORD = 'correct horse battery';

const DATABASE_URL_FILE = 'database-url';
/** Of what a test waits for: only what hangs takes so long, also on a machine that does much else. */
export const HANGS_MS = 180_000;

export interface Reply {
  status: number;
  // Tests state what they expect of an answer; the server checks it against the contract before it leaves.
  result: never;
  detail: string | undefined;
  code: string | undefined;
  issues: ErrorBody['issues'];
  message: string | undefined;
  values: ErrorBody['values'];
  headers: Headers;
}

/** `embedded`: with an embedded database, also where other tests use PostgreSQL. */
export async function newDataDir({ embedded = false } = {}): Promise<string> {
  const dataDir = await mkdtemp(join(dirname(inject('template')), 'data-'));
  const url = embedded ? undefined : await newServerDatabase();
  if (url) await writeFile(join(dataDir, DATABASE_URL_FILE), url);
  // Hundreds of small files: together they cost half of what they do one promise at a time.
  else cpSync(inject('template'), dataDir, { recursive: true });
  return dataDir;
}

/**
 * With PACE_TEST_POSTGRES=postgres://… every data directory gets a database of its own there instead of an embedded one,
 * a copy of PACE_TEST_POSTGRES_TEMPLATE if that is named.
 */
async function newServerDatabase(): Promise<string | undefined> {
  const admin = process.env['PACE_TEST_POSTGRES'];
  if (!admin) return undefined;
  const name = `pace_test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client(admin);
  await client.connect();
  const template = process.env['PACE_TEST_POSTGRES_TEMPLATE'];
  await client.query(`create database ${name}${template ? ` template ${template}` : ''}`);
  await client.end();
  const url = new URL(admin);
  url.pathname = name;
  return url.href;
}

/** Settings of a server on such a directory. */
export async function environmentOf(dataDir: string): Promise<Record<string, string>> {
  const path = join(dataDir, DATABASE_URL_FILE);
  const database: Record<string, string> = existsSync(path)
    ? { DATABASE_URL: await readFile(path, 'utf8') }
    : {};
  return { PORT: '0', DATA_DIR: dataDir, PACE_DEMO: '0', ...database };
}

export interface TestServerOptions {
  dataDir?: string;
  engines?: Engines;
  environment?: Record<string, string>;
  role?: 'all' | 'api';
  /** The log, from level info on */
  logTo?: Writable;
}

/** The real server on a port of its own and a real database, spoken to by HTTP only. */
export class TestServer {
  readonly dataDir: string;
  readonly #running: RunningServer;

  private constructor(running: RunningServer, dataDir: string) {
    this.#running = running;
    this.dataDir = dataDir;
  }

  static async start(options: TestServerOptions = {}): Promise<TestServer> {
    const dataDir = options.dataDir ?? (await newDataDir());
    const config = readConfig({
      ...(await environmentOf(dataDir)),
      PACE_LOG: 'silent',
      PACE_PUBLIC_CALLS_PER_MINUTE: '10000',
      PACE_MAILS_PER_ADDRESS: '10000',
      ...options.environment,
    });
    return new TestServer(
      await startServer(
        config,
        options.engines ?? fakeEngines,
        options.logTo ? openLog({ level: 'info' }, options.logTo) : openLog({ level: config.logLevel }),
        options.role,
      ),
      dataDir,
    );
  }

  get url(): string {
    return this.#running.url;
  }

  get db() {
    return this.#running.services.db;
  }

  get services() {
    return this.#running.services;
  }

  async stop({ keepData = false } = {}): Promise<void> {
    await this.#running.stop();
    if (!keepData) await rm(this.dataDir, { recursive: true, force: true });
  }

  guest(): Client {
    return new Client(this, undefined);
  }

  as(token: string): Client {
    return new Client(this, token);
  }

  /** A person who has signed up, confirmed by the mail and logged in. */
  async newUser(userType?: number): Promise<Client> {
    const email = `u${randomUUID().slice(0, 8)}@company.example`;
    await this.guest().call('register', { body: registration(email) });
    await this.guest().call('confirm', { query: { enc: await this.tokenMailedTo(email) } });
    if (userType !== undefined) await this.db.update(users).set({ userType }).where(eq(users.email, email));
    return this.logIn(email);
  }

  async logIn(email: string, password = PASSWORD): Promise<Client> {
    const { result } = await this.guest().call('login', { body: { email, password } });
    return this.as((result as { token: string }).token);
  }

  async mailsTo(email: string) {
    const outbox = join(this.dataDir, 'outbox');
    // A mail that is being written still has another ending.
    const names = (await readdir(outbox).catch((): string[] => []))
      .filter((name) => name.endsWith('.eml'))
      .sort();
    const mails = await Promise.all(
      names.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))),
    );
    return mails.filter((mail) => mail.to?.some((to) => to.address === email));
  }

  /** Of the latest mail with such a link; mails may leave after the answer of the call that asked for them. */
  async tokenMailedTo(email: string, parameter: 'enc' | 'cid' | 'key' = 'enc'): Promise<string> {
    const link = new RegExp(`\\?${parameter}=(\\S+)`);
    for (const deadline = Date.now() + HANGS_MS; ;) {
      const mail = (await this.mailsTo(email)).filter(({ text }) => text?.includes(`?${parameter}=`)).at(-1);
      const token = link.exec(mail?.text ?? '')?.[1];
      if (token !== undefined || Date.now() > deadline) return token ?? '';
      await sleep(20);
    }
  }
}

export function registration(email: string) {
  return {
    email,
    name: 'Ada',
    surname: 'Lovelace',
    phoneNumber: '5551234567',
    password: PASSWORD,
    company: 'Engines Ltd',
    personalInfoCheck: true,
  };
}

interface CallInput {
  body?: object | undefined;
  query?: Record<string, string>;
  headers?: Record<string, string>;
}

export class Client {
  readonly server: TestServer;
  readonly token: string | undefined;

  constructor(server: TestServer, token: string | undefined) {
    this.server = server;
    this.token = token;
  }

  async fetch(name: CallName, { body, query, headers }: CallInput): Promise<Response> {
    const { method, path } = CALLS[name];
    return fetch(`${this.server.url}${path}${query ? `?${new URLSearchParams(query).toString()}` : ''}`, {
      method,
      headers: {
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  }

  /** A call without a body whose caller may hang up. */
  async fetchAborted(name: CallName, signal: AbortSignal): Promise<void> {
    const { method, path } = CALLS[name];
    const headers = { authorization: `Bearer ${this.token ?? ''}` };
    await fetch(`${this.server.url}${path}`, { method, headers, signal }).catch(() => undefined);
  }

  async call(name: CallName, input: CallInput = {}): Promise<Reply> {
    const response = await this.fetch(name, input);
    const text = await response.text();
    const json = (text.startsWith('{') ? JSON.parse(text) : {}) as Omit<Reply, 'status' | 'headers'>;
    if (json.code !== undefined) {
      expectSaid(json);
      expectPossible(name, json.code);
    }
    return { ...json, status: response.status, headers: response.headers };
  }

  async newProject(form: { name?: string; solverType?: number } = {}): Promise<Project> {
    return (await this.call('createProject', { body: { name: 'Test', solverType: 1, coreType: 1, ...form } }))
      .result;
  }

  async project(id: string): Promise<Project> {
    return (await this.call('getSingleProject', { query: { id } })).result;
  }

  async state(projectId: string): Promise<LiveState> {
    return (await this.call('storageStateLive', { body: { projectId } })).result;
  }

  /** @returns the answer to the last chunk */
  async upload(projectId: string, fileName: string, content: Buffer): Promise<Reply> {
    let reply: Reply | undefined;
    for (const body of chunksOf(projectId, fileName, content)) reply = await this.call('upload', { body });
    if (!reply) throw new Error('an empty file has no chunks');
    return reply;
  }

  async waitFor(projectId: string, isDone: (state: LiveState) => boolean): Promise<LiveState> {
    const deadline = Date.now() + HANGS_MS;
    for (;;) {
      const state = await this.state(projectId);
      if (isDone(state)) return state;
      if (Date.now() > deadline) throw new Error(`the project stays in ${JSON.stringify(state)}`);
      await sleep(50);
    }
  }

  /** A project whose mesh is read. */
  async projectWithMesh(content: Buffer): Promise<Project> {
    const project = await this.newProject();
    await this.upload(project.id, 'model.unv', content);
    await this.waitFor(project.id, ({ mesherState }) => mesherState.status === 'Finished');
    return project;
  }

  /** A solver run of `hundredths` hundredths of a second. */
  async startSolver(projectId: string, input: object = {}): Promise<Reply> {
    const saved = await this.call('input', {
      body: { projectId, scalefactor: 1, numberofiterations: 1, ...input },
    });
    if (saved.status !== 200) return saved;
    return this.call('solverRun', { body: { projectId, formulationType: 1, core: 1 } });
  }
}

/** What the document of the API does not have, a generated client does not expect. */
function expectPossible(name: CallName, code: string): void {
  if (!errorsOf(name).some((one) => one === code))
    throw new Error(
      `${name} was refused with ${code}, which contract/src/callErrors.ts does not have for it.`,
    );
}

/** A refusal is a message of the catalogue and its English sentence, but where the engines of tests say what failed. */
function expectSaid({ code, detail, message, values }: Omit<Reply, 'status' | 'headers'>): void {
  if (message === undefined) {
    if (detail !== undefined && !FAKE_DETAILS.has(detail))
      throw new Error(`${code}: ${detail} is no message of the catalogue`);
    return;
  }
  const sentence = code === 'LOGIN_FAILED' ? LOGIN_FAILED_DETAIL : english({ message, values: values ?? {} });
  if (sentence !== detail) throw new Error(`${message} says "${sentence}", and the answer "${detail}"`);
}

const FAKE_DETAILS: ReadonlySet<string> = new Set(['The matrix is singular at part 2.']);

export function chunksOf(
  projectId: string,
  fileName: string,
  content: Buffer,
  size: number = LIMITS.uploadChunkBytes,
) {
  return Array.from({ length: Math.ceil(content.length / size) }, (_, index) => {
    const bytes = content.subarray(index * size, (index + 1) * size);
    return {
      projectId,
      fileName,
      index,
      offset: index * size,
      fileSize: content.length,
      chunkSize: bytes.length,
      data: bytes.toString('base64'),
    };
  });
}
