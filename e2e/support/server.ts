import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

const ROOT = join(import.meta.dirname, '../..');
/** Only what hangs takes so long, also on a machine that does much else. */
const START_TIMEOUT_MS = 600_000;
const STOP_TIMEOUT_MS = 20_000;
/** Of what the server printed, shown when it does not come up. */
const LOG_TAIL = 4000;

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server under test */
    site: string;
    /** Where it puts its mails */
    outbox: string;
  }
}

/** The whole product as `npm start` runs it, on a free port and with data of its own, for all spec files. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  for (const [built, command] of [
    [process.env['PACE_WEB'] ?? 'web/dist', 'npm run build:web'],
    [process.env['PACE_SOLVER'] ?? 'build/solver/pace', 'npm run build:solver'],
  ] as const)
    if (!existsSync(join(ROOT, built)) && !existsSync(built))
      throw new Error(`There is no ${built} yet: run ${command}.`);
  const dataDir = await mkdtemp(join(tmpdir(), 'pace-e2e-'));
  const server = spawn(process.execPath, ['--import', 'tsx', 'server/src/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      PACE_LOG: 'warn',
      PACE_DEMO: '1',
      // Two files are tested at a time, and all of their people call from one address.
      PACE_MESHER_RUNS: '2',
      PACE_SOLVER_RUNS: '2',
      PACE_PUBLIC_CALLS_PER_MINUTE: '10000',
      PACE_MAILS_PER_ADDRESS: '10000',
      OMP_WAIT_POLICY: 'PASSIVE',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that its mesher and solver end with it.
    detached: true,
  });
  const stop = async () => {
    await endGroup(server);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    provide('site', await addressOf(server));
    provide('outbox', join(dataDir, 'outbox'));
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/** The address that the server prints when it is ready. */
function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (why: string) =>
      reject(new Error(`The server ${why}. It said:\n${output.slice(-LOG_TAIL)}`));
    const timer = setTimeout(
      () => fail(`was not ready after ${START_TIMEOUT_MS / 1000} s`),
      START_TIMEOUT_MS,
    );
    const listen = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4 * LOG_TAIL);
      const address = /Pace is ready: (\S+)/.exec(output)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    };
    server.stdout?.on('data', listen);
    server.stderr?.on('data', listen);
    server.once('error', (error) => fail(`could not be started: ${error.message}`));
    server.once('exit', (code) => fail(`ended with code ${code}`));
  });
}

async function endGroup(server: ChildProcess): Promise<void> {
  if (server.pid === undefined) return;
  const group = -server.pid;
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(group, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  if (server.exitCode === null && server.signalCode === null) {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    signal('SIGTERM');
    const timer = setTimeout(() => signal('SIGKILL'), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
  }
  // What outlived its server goes too.
  signal('SIGKILL');
}
