// @ts-check
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from './paths.mjs';
import { Stop } from './say.mjs';

/** Only what hangs takes so long. */
const START_TIMEOUT_MS = 300_000;
const MAIL_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 9000;
const PASSWORD = 'correct horse battery';

/** The product as `npm start` runs it, on a free port. */
export class Server {
  /** What it printed */
  log = '';
  #dataDir;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child;

  /** @param {string} dataDir */
  constructor(dataDir) {
    this.#dataDir = dataDir;
  }

  /** @returns {Promise<string>} its address */
  start() {
    // Compiling the embedded database a second time, for speed, costs more than it brings in so short a life.
    const child = spawn(process.execPath, ['--liftoff-only', '--import', 'tsx', 'server/src/main.ts'], {
      cwd: ROOT,
      env: {
        ...process.env,
        PORT: '0',
        DATA_DIR: this.#dataDir,
        PACE_LOG: 'warn',
        PACE_DEMO: '0',
        PACE_SOLVER_RUNS: '2',
        PACE_QUOTA_QUEUED: '100',
        PACE_PUBLIC_CALLS_PER_MINUTE: '10000',
        OMP_WAIT_POLICY: 'PASSIVE',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that its mesher and solver end with it.
      detached: true,
    });
    this.#child = child;
    return new Promise((resolve, reject) => {
      const fail = (/** @type {string} */ why) =>
        reject(new Stop(`The server ${why}. It printed:\n${this.log}`));
      const timer = setTimeout(() => fail('was not ready in time'), START_TIMEOUT_MS);
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text) => {
          this.log += text;
          const address = /Pace is ready: (\S+)/.exec(this.log)?.[1];
          if (address === undefined) return;
          clearTimeout(timer);
          resolve(address);
        });
      child.once('error', (error) => fail(`could not be started: ${error.message}`));
      child.once('exit', (code) => {
        clearTimeout(timer);
        fail(`ended with code ${code}`);
      });
    });
  }

  async stop() {
    const child = this.#child;
    if (child?.pid === undefined) return;
    const group = -child.pid;
    const signal = (/** @type {NodeJS.Signals} */ name) => {
      try {
        process.kill(group, name);
      } catch {
        // It has ended already.
      }
    };
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const timer = setTimeout(() => signal('SIGKILL'), STOP_TIMEOUT_MS);
      signal('SIGTERM');
      await ended;
      clearTimeout(timer);
    }
    signal('SIGKILL');
  }
}

/**
 * An account, confirmed by its mail, with an access key of two scopes, and the token of a session, which makes and revokes others.
 * @param {string} url
 * @param {string} outbox
 */
export async function accessKeys(url, outbox) {
  const email = `u${randomUUID().slice(0, 8)}@company.example`;
  /** @param {string} path @param {object} [body] @param {string} [token] */
  const call = async (path, body, token) => {
    const response = await fetch(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = await response.json();
    if (!response.ok) throw new Stop(`${path} answered ${response.status}: ${answer.detail}`);
    return answer.result;
  };
  await call('/api/account/register', {
    ...{ email, name: 'Ada', surname: 'Lovelace', phoneNumber: '5551234567', password: PASSWORD },
    ...{ company: 'Engines Ltd', personalInfoCheck: true },
  });
  await call(`/api/account/confirm?enc=${encodeURIComponent(await tokenMailed(outbox))}`);
  const { token } = await call('/api/account/login', { email, password: PASSWORD });
  const newKey = async (/** @type {string} */ scope) =>
    (await call('/api/account/create-access-key', { name: `tests ${scope}`, scope, days: 30 }, token)).key;
  return { full: await newKey('full'), read: await newKey('read'), session: token };
}

/** Of the link in the only mail. @param {string} outbox */
async function tokenMailed(outbox) {
  for (const deadline = Date.now() + MAIL_TIMEOUT_MS; Date.now() < deadline; await sleep(20)) {
    const names = existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : [];
    for (const name of names) {
      // Quoted-printable: lines that are cut, and characters by their codes.
      const text = readFileSync(join(outbox, name), 'utf8')
        .replace(/=\r?\n/g, '')
        .replaceAll('=3D', '=');
      const token = /\?enc=([^\s"&<]+)/.exec(text)?.[1];
      if (token !== undefined) return decodeURIComponent(token);
    }
  }
  throw new Stop('The mail that confirms the account of the tests did not come.');
}
