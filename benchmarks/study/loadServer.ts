import { CALLS, LIMITS, TIMINGS_MS, type CallName, type LiveState } from '@pace/contract';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sphereMesh } from '../../server/src/demo/sphereMesh.ts';
import { unvText } from '../../server/src/demo/unvText.ts';
import { Latencies, type CallSummary } from './latencies.ts';

/** Of all people */
const UPLOADING = 1 / 4;
const SOLVING = 1 / 10;
/** Of how many people the account is being made at once */
const SIGNING_UP = 6;
const LIST_EVERY_POLLS = 5;
const STOP_MS = 20_000;
const DRAIN_MS = 900_000;
const READY_MS = 300_000;
/** Of /proc, on every Linux */
const TICKS_A_SECOND = 100;
const PASSWORD = 'correct horse battery';
const MAIN = new URL('../../server/src/main.ts', import.meta.url).pathname;

export interface LoadResult {
  people: number;
  uploaders: number;
  solvers: number;
  seconds: number;
  uploadBytes: number;
  requestsPerSecond: number;
  calls: CallSummary[];
  errors: Record<string, number>;
  /** From the start of the twenty solver runs to the end of the last, and of the fifty uploads to the last mesh read */
  secondsToLastRun: number;
  secondsToLastMesh: number;
  serverMemoryMib: number;
  /** While the people looked; what else runs on the machine does not count */
  serverProcessorSeconds: number;
}

interface Person {
  email: string;
  /** Behind a proxy on this machine, as everybody comes from somewhere else */
  address: string;
  token: string;
  projectId: string;
}

/** @returns what people saw, from a server process that is started for it and ended after it */
export async function loadServer(options: {
  databaseUrl: string | undefined;
  people: number;
  seconds: number;
  say: (text: string) => void;
}): Promise<LoadResult> {
  const uploaders = Math.round(UPLOADING * options.people);
  const solvers = Math.round(SOLVING * options.people);
  const dataDir = await mkdtemp(join(tmpdir(), 'pace-load-'));
  const { server, url } = await startServer(dataDir, options.databaseUrl);
  const latencies = new Latencies();
  const call = callerOf(url, latencies);
  try {
    options.say('making accounts');
    const people = await signUp(call, dataDir, options.people);
    const small = Buffer.from(unvText(sphereMesh(0.25, [0, 0, 0], 5), 'sphere'));
    const large = Buffer.from(unvText(sphereMesh(0.25, [0, 0, 0], 35), 'sphere'));
    const solving = people.slice(0, solvers);
    for (const person of solving) {
      await upload(call, person, small);
      await call('input', person, { projectId: person.projectId, frequency: [3e8, -1, -1] });
    }
    await settled(call, solving, 'mesherState');
    options.say(
      `${people.length} people, ${uploaders} uploads of ${Math.round(large.length / 1e5) / 10} MB, ${solvers} runs`,
    );

    latencies.clear();
    const processorBefore = await processorSeconds(server);
    const begun = Date.now();
    const end = begun + 1000 * options.seconds;
    const uploading = people.slice(solvers, solvers + uploaders);
    const since = () => (Date.now() - begun) / 1000;
    const runsDone = Promise.all(
      solving.map((person) =>
        call('solverRun', person, { projectId: person.projectId, formulationType: 1, core: 1 }),
      ),
    ).then(async () => {
      await settled(call, solving, 'solverState');
      return since();
    });
    const meshesDone = Promise.all(uploading.map((person) => upload(call, person, large))).then(async () => {
      await settled(call, uploading, 'mesherState');
      return since();
    });
    await Promise.all(
      people.map((person, i) => look(call, person, end, (i / people.length) * TIMINGS_MS.poll)),
    );
    const measured = latencies.summary();
    const requestsPerSecond = measured.reduce((sum, { count }) => sum + count, 0) / since();
    const serverProcessorSeconds = (await processorSeconds(server)) - processorBefore;
    options.say('waiting for the last run');
    const [secondsToLastRun, secondsToLastMesh] = await Promise.all([runsDone, meshesDone]);
    return {
      people: people.length,
      uploaders,
      solvers,
      seconds: options.seconds,
      uploadBytes: large.length,
      requestsPerSecond,
      calls: measured,
      errors: latencies.errors(),
      secondsToLastRun,
      secondsToLastMesh,
      serverMemoryMib: await memoryMib(server),
      serverProcessorSeconds,
    };
  } finally {
    server.kill('SIGTERM');
    await Promise.race([once(server, 'exit'), sleep(STOP_MS, undefined, { ref: false })]);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function startServer(dataDir: string, databaseUrl: string | undefined) {
  const server = spawn(process.execPath, ['--import', 'tsx', MAIN], {
    env: {
      // As tools/steps/serve.mjs
      UV_THREADPOOL_SIZE: '16',
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      PACE_DEMO: '0',
      PACE_LOG: 'warn',
      PACE_TRUSTED_PROXY: 'loopback',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  server.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()));
  for (const deadline = Date.now() + READY_MS; Date.now() < deadline; await sleep(100)) {
    const url = /Pace is ready: (\S+)/.exec(said)?.[1];
    if (url !== undefined) return { server, url };
    if (server.exitCode !== null) break;
  }
  server.kill('SIGKILL');
  throw new Error(`The server did not start: ${said}`);
}

type Call = (name: CallName, person: Pick<Person, 'address' | 'token'>, input?: object) => Promise<unknown>;

/** Calls that fail are counted, and answered by undefined. */
function callerOf(url: string, latencies: Latencies): Call {
  return async (name, { address, token }, input) => {
    const { method, path } = CALLS[name];
    const query =
      method === 'GET' && input ? `?${new URLSearchParams(Object.entries(input)).toString()}` : '';
    const started = performance.now();
    try {
      const response = await fetch(`${url}${path}${query}`, {
        method,
        headers: {
          'x-forwarded-for': address,
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
          ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        },
        ...(method === 'GET' ? {} : { body: JSON.stringify(input ?? {}) }),
      });
      const body = (await response.json()) as { result?: unknown; code?: string };
      latencies.add(
        name,
        performance.now() - started,
        response.ok ? undefined : `${response.status} ${body.code ?? ''}`,
      );
      return response.ok ? body.result : undefined;
    } catch (error) {
      const cause =
        error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      latencies.add(name, performance.now() - started, cause);
      return undefined;
    }
  };
}

async function signUp(call: Call, dataDir: string, count: number): Promise<Person[]> {
  const people: Person[] = Array.from({ length: count }, (_, i) => ({
    email: `person${i}@company${i}.example`,
    address: `10.0.${Math.floor(i / 250)}.${(i % 250) + 1}`,
    token: '',
    projectId: '',
  }));
  const left = [...people];
  await Promise.all(
    Array.from({ length: SIGNING_UP }, async () => {
      for (let person = left.shift(); person; person = left.shift()) await enter(call, dataDir, person);
    }),
  );
  return people;
}

async function enter(call: Call, dataDir: string, person: Person): Promise<void> {
  const { email } = person;
  const facts = { name: 'Ada', surname: 'Lovelace', company: 'Engines Ltd', phoneNumber: '5551234567' };
  await call('register', person, { email, password: PASSWORD, personalInfoCheck: true, ...facts });
  await call('confirm', person, { enc: await tokenMailedTo(dataDir, email) });
  const session = (await call('login', person, { email, password: PASSWORD })) as
    { token: string } | undefined;
  person.token = session?.token ?? '';
  const project = (await call('createProject', person, { name: 'Load', solverType: 1, coreType: 1 })) as
    { id: string } | undefined;
  if (!project) throw new Error(`${email} could not sign up and make a project`);
  person.projectId = project.id;
}

async function tokenMailedTo(dataDir: string, email: string): Promise<string> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(50)) {
    const outbox = join(dataDir, 'outbox');
    for (const name of (await readdir(outbox).catch((): string[] => [])).filter((n) => n.endsWith('.eml'))) {
      // Another person's may be read and gone.
      const mail = await readFile(join(outbox, name), 'utf8').catch(() => '');
      if (!mail.includes(`To: ${email}`)) continue;
      const token = /\?enc=([\w.~-]+)/.exec(mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))?.[1];
      if (token !== undefined) {
        await rm(join(outbox, name), { force: true });
        return token;
      }
    }
  }
  throw new Error(`No mail came to ${email}.`);
}

async function upload(call: Call, person: Person, content: Buffer): Promise<void> {
  const size = LIMITS.uploadChunkBytes;
  for (let offset = 0, index = 0; offset < content.length; offset += size, index++) {
    const bytes = content.subarray(offset, offset + size);
    await call('upload', person, {
      projectId: person.projectId,
      fileName: 'sphere.unv',
      index,
      offset,
      fileSize: content.length,
      chunkSize: bytes.length,
      data: bytes.toString('base64'),
    });
  }
}

/** What an open page asks for, as often as it does. */
async function look(call: Call, person: Person, end: number, delayMs: number): Promise<void> {
  await sleep(delayMs);
  for (let polls = 0; Date.now() < end; polls++) {
    await call('storageStateLive', person, { projectId: person.projectId });
    if (polls % LIST_EVERY_POLLS === 0) await call('getProjects', person);
    await sleep(TIMINGS_MS.poll);
  }
}

/** Until none of their runs waits or works. @throws Error if one failed */
async function settled(call: Call, people: readonly Person[], which: keyof LiveState): Promise<void> {
  const deadline = Date.now() + DRAIN_MS;
  for (const person of people)
    for (;;) {
      const state = (
        (await call('storageStateLive', person, { projectId: person.projectId })) as LiveState | undefined
      )?.[which];
      if (state?.status === 'Finished') break;
      if (state?.status === 'Error' || Date.now() > deadline)
        throw new Error(`A run of ${person.email} did not finish: ${JSON.stringify(state)}`);
      await sleep(500);
    }
}

async function memoryMib(server: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${server.pid ?? 0}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

/** Of the process itself, without the programs it has started. */
async function processorSeconds(server: ChildProcess): Promise<number> {
  const text = await readFile(`/proc/${server.pid ?? 0}/stat`, 'utf8').catch(() => '');
  const [user, system] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) / TICKS_A_SECOND;
}
