import type { SolverEvent } from '@pace/contract';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { sphereMesh } from '../../src/demo/sphereMesh.ts';
import { unvText } from '../../src/demo/unvText.ts';
import { solverCommand } from '../../src/engines/programs.ts';
import { solve } from '../../src/engines/solver.ts';
import { unless } from '../support/unless.ts';
import { scratch, script } from './programs.ts';

/**
 * The real solver is killed at exact moments of writing each of its files, and started again, as the server does with a
 * run whose program is lost. No file is ever seen half-written under its name, and the results are those of a run that nobody killed.
 */

const SOURCE = resolve(import.meta.dirname, '../support/killAt.c');
const FILES = ['coefficients', 'currents', 'iterations', 'farzone', 'time', 'monostatic', 'result.json'];
const MOMENTS = ['opened', 'half', 'renamed'] as const;
/** Of two solutions of one system with a residual of 1e-5 each: a factor of 100 for the condition of the small sphere. */
const FIELD_TOLERANCE = 1e-3;
type Kill = readonly [file: string, moment: (typeof MOMENTS)[number], count?: number];

let folder: string;
let shim: string;
let real: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pace-kill-'));
  shim = join(folder, 'killAt.so');
  execFileSync('cc', ['-shared', '-fPIC', '-o', shim, SOURCE, '-ldl']);
  real = solverCommand();
  if (!existsSync(real))
    throw new Error(`This test needs the solver at ${real}; build it with: npm run build:solver`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

const JOB = {
  schema: 'pace-job-1',
  programType: 1,
  mesh: 'mesh.unv',
  threads: 1,
  errorEstimate: true,
};
const INPUT = {
  freqsweep: 1,
  frequency: [2e8, 1e8, 3e8],
  excitation: [60, 30, 1],
  outputselection: [1, 1, 1, 1, 1],
  numberoffarlocations: 8,
};

/** @param kill  where it is killed; absent: not at all */
async function solveOnce(
  place: string,
  kill?: Kill,
  onEvent: (event: SolverEvent) => void = () => undefined,
): Promise<unknown> {
  const [file, moment, count = 1] = kill ?? [];
  const body = kill
    ? `export LD_PRELOAD='${shim}' PACE_KILL_FILE='${file}' PACE_KILL_MOMENT='${moment}' PACE_KILL_COUNT=${count}; exec '${real}' "$@"`
    : `exec '${real}' "$@"`;
  vi.stubEnv('PACE_SOLVER', script(folder, body, `pace-${file ?? 'whole'}-${moment ?? ''}`));
  return solve({
    folder: place,
    threads: 1,
    signal: new AbortController().signal,
    onEvent,
  }).catch((error: unknown) => error);
}

function runFolder(
  place: string,
  { radius = 0.3, ...job }: { radius?: number; method?: string; solverInput: object },
): void {
  writeFileSync(join(place, 'mesh.unv'), unvText(sphereMesh(radius, [0, 0, 0], 10 * radius), 'sphere'));
  writeFileSync(join(place, 'job.json'), JSON.stringify({ ...JOB, ...job }));
}

/** Everything but how long it took and how much memory it had, which differ from run to run. */
function resultsIn(place: string): Record<string, unknown> {
  const results = join(place, 'results');
  return Object.fromEntries(
    readdirSync(results)
      .filter((name) => !name.includes('_time_') && !name.endsWith('.part'))
      .sort()
      .map((name) => [name, contentOf(join(results, name))]),
  );
}

function contentOf(path: string): unknown {
  if (!path.endsWith('.json')) return readFileSync(path).toString('base64');
  const content = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  if (!path.endsWith('/result.json')) return content;
  return withoutMeasurements(content);
}

const MEASURED = new Set([
  'seconds',
  'processorSeconds',
  'memoryBytes',
  'bytesPerUnknown',
  'predicted',
  'mlfma',
  'physicalOptics',
]);
function withoutMeasurements(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMeasurements);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !MEASURED.has(key))
      .map(([key, each]) => [key, withoutMeasurements(each)]),
  );
}

/** The JSON files of a kind. */
function read<T>(place: string, kind: string): T[] {
  return readdirSync(join(place, 'results'))
    .filter((name) => name.includes(`_${kind}_`) && name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(place, 'results', name), 'utf8')) as T);
}

/** Real and imaginary parts of all far fields [V]. */
const fieldsIn = (place: string): number[] =>
  read<{ cuts: Record<string, number[]>[] }>(place, 'farzone').flatMap(({ cuts }) =>
    cuts.flatMap((cut) =>
      ['e_Theta_Real', 'e_Theta_Imag', 'e_Phi_Real', 'e_Phi_Imag'].flatMap((name) => cut[name] ?? []),
    ),
  );

/** No file with its own name is half-written. */
function requireWhole(place: string, where: string): void {
  const results = join(place, 'results');
  for (const name of readdirSync(results)) {
    if (name.endsWith('.part')) continue;
    const bytes = readFileSync(join(results, name));
    if (name.endsWith('.json'))
      expect(() => JSON.parse(bytes.toString()) as unknown, `${where}: ${name}`).not.toThrow();
    if (name.includes('_currents_')) expect(bytes.length, where).toBe(12 + 24 * bytes.readUInt32LE(8));
    if (name.includes('_coefficients_')) expect(bytes.length, where).toBe(12 + 16 * bytes.readUInt32LE(8));
  }
}

async function compare(
  job: { radius?: number; method?: string; solverInput: object },
  kills: readonly Kill[],
): Promise<void> {
  using undisturbed = scratch();
  using killed = scratch();
  for (const { folder: place } of [undisturbed, killed]) runFolder(place, job);
  expect(await solveOnce(undisturbed.folder)).toBeUndefined();
  for (const kill of kills) {
    const where = `killed when ${kill[0]} was ${kill[1]}`;
    const failure = await solveOnce(killed.folder, kill);
    expect(failure, where).toMatchObject({ code: 'WORKER_LOST' });
    requireWhole(killed.folder, where);
  }
  expect(await solveOnce(killed.folder)).toBeUndefined();
  expect(resultsIn(killed.folder)).toEqual(resultsIn(undisturbed.folder));
}

describe('the solver killed while it writes', () => {
  test.each(MOMENTS)(
    'each of its files, when it is %s: started again it has the results of a run that nobody killed',
    (moment) =>
      compare(
        { method: 'dense-lu', solverInput: INPUT },
        // The second writing of these is with the error bars of a frequency.
        [
          ...FILES.map((file) => [file, moment] as const),
          ...(['farzone', 'monostatic', 'result.json'] as const).map((file) => [file, moment, 2] as const),
        ],
      ),
  );

  test('the checkpoint of a solution, and what follows it: the next pass goes on from it, or from the one before', async () => {
    using place = scratch();
    const input = { ...INPUT, freqsweep: 0, frequency: [3e8, -1, -1], residualerror: 1e-5 };
    const write = (numberofiterations: number) =>
      runFolder(place.folder, {
        radius: 0.5,
        method: 'mlfma',
        solverInput: { ...input, numberofiterations },
      });
    write(1);
    const kills: Kill[] = [
      ...MOMENTS.map((moment) => ['.checkpoint', moment] as const),
      ['iterations', 'renamed'],
      ['result.json', 'half'],
    ];
    for (const kill of kills) {
      const where = `killed when ${kill[0]} was ${kill[1]}`;
      expect(await solveOnce(place.folder, kill), where).toMatchObject({ code: 'WORKER_LOST' });
      requireWhole(place.folder, where);
    }
    write(200);
    expect(await solveOnce(place.folder)).toBeUndefined();
    const [iterations] = read<{ iterations: { iteration: number; residual: number }[] }>(
      place.folder,
      'iterations',
    ).map((each) => each.iterations);
    expect(iterations?.map(({ iteration }) => iteration)).toEqual(iterations?.map((_, i) => i + 1));
    const residuals = iterations?.map(({ residual }) => residual) ?? [];
    // A history that began twice, or was cut, would jump.
    expect([...residuals].sort((a, b) => b - a)).toEqual(residuals);
    expect(residuals.at(-1)).toBeLessThanOrEqual(1e-5);

    const killed = fieldsIn(place.folder);
    await rm(join(place.folder, 'results'), { recursive: true });
    expect(await solveOnce(place.folder)).toBeUndefined();
    const undisturbed = fieldsIn(place.folder);
    const largest = Math.max(...undisturbed.map(Math.abs));
    undisturbed.forEach((value, i) =>
      expect(Math.abs(value - (killed[i] ?? NaN))).toBeLessThan(FIELD_TOLERANCE * largest),
    );
  });

  test('a sweep: batches of angles that were finished are not solved again, and its time is that of both passes', async () => {
    // 1368 angles: a batch has 1024 of a model as small as this.
    const [thetas, phis] = [19, 72];
    const angles = { anglesweep: 1, excitation: [0, 180, 0, 355, 1, 10, 5] };
    const job = {
      radius: 0.2,
      method: 'dense-lu',
      solverInput: { ...INPUT, ...angles, outputselection: [0, 0, 0, 0, 0] },
    };
    using place = scratch();
    runFolder(place.folder, job);
    // After the first frequency (two batches, then its error bars), and the first batch of the second.
    const killed = await solveOnce(place.folder, ['result.json', 'renamed', 4]);
    expect(killed).toMatchObject({ code: 'WORKER_LOST' });
    const result = () =>
      JSON.parse(readFileSync(join(place.folder, 'results', 'result.json'), 'utf8')) as Record<
        string,
        unknown
      >;
    const before = result();
    expect(before).toMatchObject({
      finished: false,
      frequencies: [{ frequencyHz: 2e8 }],
      partial: { frequencyHz: 3e8, illuminations: 1024 },
    });

    const events: SolverEvent[] = [];
    expect(await solveOnce(place.folder, undefined, (event) => events.push(event))).toBeUndefined();
    const batches = events.filter((event) => event.event === 'stage' && event.stage === 'CALCULATING FIELDS');
    expect(batches).toHaveLength(1);
    const monostatic = () =>
      JSON.parse(readFileSync(join(place.folder, 'results', 'monostatic.json'), 'utf8')) as {
        monoStaticRcs: unknown[];
      };
    const swept = monostatic();
    expect(swept.monoStaticRcs).toHaveLength(2 * thetas * phis);
    const [first, last] = [before, result()].map(({ seconds }) => Number(seconds));
    const ofSecondPass = events.find((event) => event.event === 'finished')?.seconds ?? NaN;
    expect(last).toBeGreaterThan(first ?? NaN);
    expect(last).toBeGreaterThan(ofSecondPass);
    expect(last).toBeLessThanOrEqual((first ?? NaN) + ofSecondPass);

    await rm(join(place.folder, 'results'), { recursive: true });
    expect(await solveOnce(place.folder)).toBeUndefined();
    expect(monostatic()).toEqual(swept);
  });

  test('an adaptive sweep: the same frequencies are solved, none that was finished a second time', async () => {
    const band = { freqsweep: 1, frequency: [1e8, 1e7, 5e8], adaptivetolerance: 0.1 };
    const job = { method: 'dense-lu', solverInput: { ...INPUT, ...band } };
    using undisturbed = scratch();
    using killed = scratch();
    for (const { folder: place } of [undisturbed, killed]) runFolder(place, job);
    const solvedIn = (place: string) =>
      (
        JSON.parse(readFileSync(join(place, 'results', 'result.json'), 'utf8')) as {
          frequencies: { frequencyHz: number }[];
        }
      ).frequencies.map(({ frequencyHz }) => frequencyHz);
    const begunBy = async (kill?: Kill) => {
      const begun = new Set<number>();
      const failure = await solveOnce(killed.folder, kill, (event) => {
        if (event.event === 'stage' && event.frequencyHz !== undefined) begun.add(event.frequencyHz);
      });
      if (kill) expect(failure).toMatchObject({ code: 'WORKER_LOST' });
      else expect(failure).toBeUndefined();
      return begun;
    };
    expect(await solveOnce(undisturbed.folder)).toBeUndefined();
    const whole = solvedIn(undisturbed.folder);
    expect(whole.length).toBeGreaterThan(5);
    expect(whole.length).toBeLessThan(20);
    const finished = new Set<number>();
    const kills: (Kill | undefined)[] = [
      ['result.json', 'renamed', 3],
      ['farzone', 'half', 2],
      ['monostatic', 'renamed', 2],
      undefined,
    ];
    for (const kill of kills) {
      const begun = await begunBy(kill);
      expect(begun.size).toBeGreaterThan(0);
      for (const frequency of begun) expect(finished, `${frequency} Hz`).not.toContain(frequency);
      requireWhole(killed.folder, String(kill));
      for (const frequency of solvedIn(killed.folder)) finished.add(frequency);
    }
    expect(resultsIn(killed.folder)).toEqual(resultsIn(undisturbed.folder));
  });

  test('the results of Physical Optics', () =>
    compare({ solverInput: { ...INPUT, solvertype: 1, outputselection: [0, 1, 0, 1, 1] } }, [
      ['currents', 'half'],
      ['farzone', 'renamed'],
      ['monostatic', 'half'],
      ['result.json', 'half'],
    ]));
});

test(
  'a solver that the kernel ends because the memory of its group is full is lost, not wrong, and is tried again',
  unless(withoutMemoryGroups()),
  async () => {
    using place = scratch();
    await using group = await memoryGroup(64 * 2 ** 20);
    const hungry = `echo $$ > '${group.tasks}'; exec '${process.execPath}' -e 'const all = []; for (;;) all.push(Buffer.alloc(2 ** 22, 1))'`;
    vi.stubEnv('PACE_SOLVER', script(place.folder, hungry, 'pace'));
    writeFileSync(join(place.folder, 'job.json'), '{}');
    const failure = await solve({
      folder: place.folder,
      threads: 1,
      signal: new AbortController().signal,
      onEvent: () => undefined,
    }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'WORKER_LOST' });
    expect((failure as Error).message).toContain('most likely because the machine ran out of memory');
    expect(group.kills()).toBeGreaterThan(0);
  },
);

/** The memory group of this process, in which it can make one for a program: of version 1 or 2 of control groups. */
function ownMemoryGroup(): { path: string; version: 1 | 2 } | undefined {
  const lines = readFileSync('/proc/self/cgroup', 'utf8').trim().split('\n');
  const first = lines
    .map((line) => /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/.exec(line)?.[1])
    .find((path) => path !== undefined);
  if (first !== undefined) return { path: join('/sys/fs/cgroup/memory', first), version: 1 };
  const second = lines.map((line) => /^0::(.*)$/.exec(line)?.[1]).find((path) => path !== undefined);
  return second === undefined ? undefined : { path: join('/sys/fs/cgroup', second), version: 2 };
}

function withoutMemoryGroups(): string | undefined {
  try {
    const own = ownMemoryGroup();
    if (!own) return 'the kernel has no control groups';
    const name = join(own.path, `pace-probe-${process.pid}`);
    execFileSync('mkdir', [name], { stdio: 'ignore' });
    const has = existsSync(join(name, own.version === 1 ? 'memory.limit_in_bytes' : 'memory.max'));
    execFileSync('rmdir', [name]);
    return has ? undefined : 'memory is not among the controllers of the control group of this process';
  } catch {
    return 'no control group can be made here (it needs root, or a delegated group)';
  }
}

async function memoryGroup(bytes: number) {
  const own = ownMemoryGroup()!;
  const path = join(own.path, `pace-test-${process.pid}`);
  await mkdir(path);
  if (own.version === 1) writeFileSync(join(path, 'memory.limit_in_bytes'), String(bytes));
  else {
    writeFileSync(join(path, 'memory.max'), String(bytes));
    writeFileSync(join(path, 'memory.swap.max'), '0');
  }
  const events = join(path, own.version === 1 ? 'memory.oom_control' : 'memory.events');
  return {
    tasks: join(path, 'cgroup.procs'),
    kills: () => Number(/oom_kill (\d+)/.exec(readFileSync(events, 'utf8'))?.[1] ?? 0),
    [Symbol.asyncDispose]: () => rmdir(path),
  };
}
