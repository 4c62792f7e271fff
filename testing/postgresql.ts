import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './freePort.ts';

const run = promisify(execFile);
const DEBIAN = '/usr/lib/postgresql';

/** A PostgreSQL of the test's own: made in a temporary folder, on a port that is free, and stopped and started at will. */
export class Cluster {
  readonly #folder: string;
  readonly #port: number;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
  }

  static async create(): Promise<Cluster> {
    const folder = await mkdtemp(join(tmpdir(), 'pace-pg-'));
    if (isRoot()) {
      const [uid, gid] = await Promise.all(
        ['-u', '-g'].map(async (which) => (await run('id', [which, 'postgres'])).stdout),
      );
      await chown(folder, Number(uid), Number(gid));
    }
    const cluster = new Cluster(folder, await freePort());
    await asPostgres('initdb', ['-D', cluster.#data, '-U', 'pace', '-A', 'trust', '-E', 'UTF8', '--no-sync']);
    await cluster.start();
    return cluster;
  }

  async start(): Promise<void> {
    // Not synchronous with the disk: these tests kill processes, not the machine.
    const options = `-p ${this.#port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off -c max_connections=200`;
    await asPostgres('pg_ctl', [
      '-D',
      this.#data,
      '-w',
      '-o',
      options,
      '-l',
      join(this.#folder, 'log'),
      'start',
    ]);
  }

  /** "immediate" is what a crash of the server is like: no farewell, recovery at the next start. */
  async stop(mode: 'fast' | 'immediate' = 'immediate'): Promise<void> {
    await asPostgres('pg_ctl', ['-D', this.#data, '-w', '-m', mode, 'stop']);
  }

  async remove(): Promise<void> {
    await this.stop().catch(() => undefined);
    await rm(this.#folder, { recursive: true, force: true });
  }

  get port(): number {
    return this.#port;
  }

  url(database = 'postgres', port = this.#port): string {
    return `postgres://pace@127.0.0.1:${port}/${database}`;
  }

  async newDatabase(template?: string): Promise<string> {
    const name = `pace_${randomUUID().replaceAll('-', '')}`;
    await this.query(`create database ${name}${template ? ` template ${template}` : ''}`);
    return name;
  }

  async query(sql: string, database?: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client(this.url(database));
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }
}

const isRoot = () => userInfo().uid === 0;

/** A program of PostgreSQL; as root by its own user, since it refuses to run as root. */
export async function asPostgres(program: string, args: readonly string[]): Promise<string> {
  const path = programOf(program);
  const [command, all] = isRoot() ? ['runuser', ['-u', 'postgres', '--', path, ...args]] : [path, [...args]];
  const { stdout } = await run(command, all, { cwd: '/', maxBuffer: 2 ** 26 });
  return stdout;
}

export function programOf(name: string): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((one) => join(DEBIAN, one, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (!found) throw new Error(`${name} is not installed; it is part of the package postgresql.`);
  return found;
}
