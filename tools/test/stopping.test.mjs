// @ts-check
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../steps/paths.mjs';

/** A quiet machine needs less than ten seconds, of which the product gives its server nine; one that does much else, more. */
const END_MS = 60_000;
const START_MS = 180_000;

/** @type {(() => void)[]} */
const cleanups = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

/**
 * `npm start` of a package whose server is a small program.
 * @param {{ ownGroup: boolean }} how
 */
async function started({ ownGroup }) {
  const folder = mkdtempSync(join(tmpdir(), 'pace-stopping-'));
  const file = join(folder, 'state.json');
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'stub', scripts: { start: `node ${join(ROOT, 'tools/test/serveStub.mjs')}` } }),
  );
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, STUB_FILE: file },
    stdio: 'ignore',
    detached: ownGroup,
  });
  const state = () => {
    try {
      return /** @type {{ state: string, pid: number, starter: number }} */ (
        JSON.parse(readFileSync(file, 'utf8'))
      );
    } catch {
      return undefined;
    }
  };
  await until(() => state()?.state === 'ready', START_MS, 'the server to start');
  const { pid: server, starter } = /** @type {{ pid: number, starter: number }} */ (state());
  cleanups.push(() => {
    for (const pid of [npm.pid, starter, server])
      if (pid !== undefined && isRunning(pid)) process.kill(pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return { npm: /** @type {number} */ (npm.pid), starter, server, state };
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

/**
 * @param {() => boolean} isSo
 * @param {number} withinMs
 * @param {string} what
 */
async function until(isSo, withinMs, what) {
  for (const deadline = Date.now() + withinMs; !isSo(); await sleep(50))
    assert.ok(Date.now() < deadline, `waited in vain for ${what}`);
}

/**
 * The whole chain is over in time, and the server had the time to stop in good order.
 * @param {Awaited<ReturnType<typeof started>>} chain
 */
async function allEnd({ npm, starter, server, state }) {
  await until(() => ![npm, starter, server].some(isRunning), END_MS, 'all to end');
  assert.equal(state()?.state, 'stopped');
}

for (const ownGroup of [false, true]) {
  const how = ownGroup ? 'with a process group of its own' : 'without a process group of its own';
  test(`TERM to npm ends the server, ${how}`, async () => {
    const chain = await started({ ownGroup });
    process.kill(chain.npm, 'SIGTERM');
    await allEnd(chain);
  });
}

test('TERM to the whole process group ends the server', async () => {
  const chain = await started({ ownGroup: true });
  process.kill(-chain.npm, 'SIGTERM');
  await allEnd(chain);
});

test('TERM to the program that npm starts ends the server', async () => {
  const chain = await started({ ownGroup: false });
  process.kill(chain.starter, 'SIGTERM');
  await allEnd(chain);
});

test('TERM to the server ends npm', async () => {
  const chain = await started({ ownGroup: false });
  process.kill(chain.server, 'SIGTERM');
  await allEnd(chain);
});

for (const who of /** @type {const} */ (['npm', 'starter']))
  test(`the server stops in good order when ${who === 'npm' ? 'npm' : 'the program that started it'} is killed`, async () => {
    const chain = await started({ ownGroup: false });
    process.kill(chain[who], 'SIGKILL');
    await allEnd(chain);
  });
