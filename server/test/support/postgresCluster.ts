import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../src/engines/programs.ts';

const DEBIAN_FOLDER = '/usr/lib/postgresql';

/** Where initdb and pg_ctl are, if PostgreSQL is installed. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(DEBIAN_FOLDER)
    ? readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a))
    : [];
  const folders = versions.map((version) => join(DEBIAN_FOLDER, version, 'bin'));
  const inPath = findProgram('initdb');
  if (inPath) folders.push(join(inPath, '..'));
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')));
}

/** A PostgreSQL of its own in a folder of its own; it refuses to run as root, who therefore becomes "postgres" for it. */
export class PostgresCluster {
  readonly url: string;
  readonly #folder: string;
  readonly #programs: string;

  private constructor(folder: string, programs: string, port: number) {
    this.#folder = folder;
    this.#programs = programs;
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  }

  static async start(programs: string): Promise<PostgresCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'pace-postgres-'));
    const port = await freePort();
    const cluster = new PostgresCluster(folder, programs, port);
    if (process.getuid?.() === 0) execFileSync('chown', ['postgres', folder]);
    chmodSync(folder, 0o700);
    const data = join(folder, 'data');
    cluster.#run('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '--no-instructions']);
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off`;
    cluster.#run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start']);
    return cluster;
  }

  stop(): void {
    this.#run('pg_ctl', ['-D', join(this.#folder, 'data'), '-w', '-m', 'immediate', 'stop']);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #run(program: string, args: string[]): void {
    const command = [join(this.#programs, program), ...args];
    const [first, ...rest] =
      process.getuid?.() === 0
        ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command]
        : command;
    execFileSync(first as string, rest, { cwd: this.#folder, stdio: 'ignore' });
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
