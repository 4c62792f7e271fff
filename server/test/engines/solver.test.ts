import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SolverEvent } from '@pace/contract';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { EngineError, estimate, solve, solverVersion } from '../../src/engines/index.ts';
import { scratch, script } from './programs.ts';

afterEach(() => vi.unstubAllEnvs());

const STAGE = '{"event":"stage","stage":"SOLUTION STAGE","fraction":0.5,"seconds":1,"memoryBytes":1000}';
const FINISHED = '{"event":"finished","converged":true,"seconds":2,"memoryBytes":1000}';
const RESULT = `mkdir -p results; echo '{}' > results/result.json`;

/** Solves with a stand-in for `pace` and gives back the folder's log, the events and the failure. */
async function solved(
  body: string,
  change: { signal?: AbortSignal; onEvent?: (event: SolverEvent) => void } = {},
) {
  using place = scratch();
  vi.stubEnv('PACE_SOLVER', script(place.folder, body, 'pace'));
  const events: SolverEvent[] = [];
  const failure: unknown = await solve({
    folder: place.folder,
    out: 'results',
    threads: 3,
    signal: change.signal ?? new AbortController().signal,
    onEvent: (event) => {
      events.push(event);
      change.onEvent?.(event);
    },
  }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const log = join(place.folder, 'events.ndjson');
  return { failure, events, log: existsSync(log) ? readFileSync(log, 'utf8') : '' };
}

describe('solving', () => {
  test('events are told in order and logged one a line; other output is passed over', async () => {
    const { failure, events, log } = await solved(
      `${RESULT}; echo noise; echo '${STAGE}'; echo '{"event":"?"}'; echo '${FINISHED}'`,
    );
    expect(failure).toBeUndefined();
    expect(events.map(({ event }) => event)).toEqual(['stage', 'finished']);
    expect(
      log
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(events);
  });

  test('the solver gets its threads and the job of its folder', async () => {
    const body = `${RESULT}
      [ "$*" = "solve job.json --out results" ] || exit 9
      [ "$OMP_NUM_THREADS $OPENBLAS_NUM_THREADS $OMP_WAIT_POLICY" = "3 3 PASSIVE" ] || exit 9`;
    expect((await solved(body)).failure).toBeUndefined();
  });

  test('bad input carries the code and the sentence of the solver', async () => {
    const { failure } = await solved(
      `echo '{"event":"error","code":"FREQUENCY_INVALID","detail":"No."}'; exit 2`,
    );
    expect(failure).toBeInstanceOf(EngineError);
    expect(failure).toMatchObject({ code: 'FREQUENCY_INVALID', detail: 'No.' });
  });

  test('a code that the contract does not know keeps its sentence', async () => {
    const { failure } = await solved(`echo '{"event":"error","code":"ODD","detail":"Odd thing."}'; exit 2`);
    expect(failure).toMatchObject({ code: 'JOB_INVALID', detail: 'Odd thing.' });
  });

  test.each([
    ['exit 5', 'MEMORY'],
    ['exit 1', 'SOLVER_FAILED'],
    ['kill -SEGV $$', 'SOLVER_FAILED'],
    ['kill -KILL $$', 'WORKER_LOST'],
    ['exit 4', 'SOLVER_FAILED'],
    ['exit 0', 'SOLVER_FAILED'],
  ])('ending by "%s" without a word is %s with a sentence', async (body, code) => {
    const { failure } = await solved(body);
    expect(failure).toMatchObject({ code });
    expect((failure as EngineError).detail).toMatch(/^[A-Z].*\.$/);
  });

  test('a crash names the signal, and a kill the likely reason', async () => {
    expect((await solved('kill -SEGV $$')).failure).toMatchObject({
      detail: expect.stringContaining('SIGSEGV') as string,
    });
    expect((await solved('kill -KILL $$')).failure).toMatchObject({
      detail: expect.stringContaining('memory') as string,
    });
  });

  test('cancelling rejects with the reason of the signal', async () => {
    const cancel = new AbortController();
    const body = `trap 'exit 4' TERM; echo '${STAGE}'; while :; do sleep 0.05; done`;
    const { failure } = await solved(body, { signal: cancel.signal, onEvent: () => cancel.abort() });
    expect(failure).toMatchObject({ name: 'AbortError' });
  });
});

describe('asking the solver', () => {
  test('an estimate is what the solver says, and half a second to start it, to read and to write', async () => {
    using place = scratch();
    const answer = {
      unknowns: 10,
      memoryBytes: 20,
      seconds: 0.5,
      method: 'mlfma',
      reason: 'large',
      levels: 3,
      products: 15,
    };
    vi.stubEnv(
      'PACE_SOLVER',
      script(place.folder, `echo '${JSON.stringify({ event: 'estimate', ...answer })}'`),
    );
    expect(
      await estimate({ folder: place.folder, timeoutMs: 60_000, signal: new AbortController().signal }),
    ).toEqual({ ...answer, seconds: answer.seconds + 0.5 });
  });

  test('an estimate that takes too long is given up with a sentence', async () => {
    using place = scratch();
    vi.stubEnv('PACE_SOLVER', script(place.folder, 'sleep 60'));
    const asked = { folder: place.folder, timeoutMs: 100, signal: new AbortController().signal };
    await expect(estimate(asked)).rejects.toMatchObject({
      code: 'ESTIMATE_TIMEOUT',
      detail: expect.stringMatching(/^[A-Z].*\.$/) as string,
    });
  });

  test('the version is the first line of --version', async () => {
    using place = scratch();
    vi.stubEnv('PACE_SOLVER', script(place.folder, 'echo 1.2.3'));
    expect(await solverVersion()).toBe('1.2.3');
  });

  test('a solver that is not built is said to be missing', async () => {
    vi.stubEnv('PACE_SOLVER', '/nowhere/pace');
    await expect(solverVersion()).rejects.toMatchObject({ code: 'SOLVER_NOT_AVAILABLE' });
  });
});
