import type { SolverEvent } from '@pace/contract';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sphereMesh } from '../../src/demo/sphereMesh.ts';
import { unvText } from '../../src/demo/unvText.ts';
import { mpirunArguments } from '../../src/engines/launch.ts';
import { findProgram, solverCommand } from '../../src/engines/programs.ts';
import { solve } from '../../src/engines/solver.ts';
import { unless } from '../support/unless.ts';
import { scratch, script } from './programs.ts';

afterEach(() => vi.unstubAllEnvs());

const FINISHED = '{"event":"finished","converged":true,"seconds":2,"memoryBytes":1000}';
const ABOUT = `[ "$1" = about ] && { echo '{"version":"1","mpi":"Open MPI"}'; exit; }`;
const RESULT = `mkdir -p results; echo '{}' > results/result.json; echo '${FINISHED}'`;

async function solved(
  place: string,
  change: { ranks?: number; signal?: AbortSignal; onEvent?: () => void } = {},
) {
  const events: SolverEvent[] = [];
  const failure: unknown = await solve({
    folder: place,
    ranks: change.ranks ?? 2,
    threads: 1,
    signal: change.signal ?? new AbortController().signal,
    onEvent: (event) => {
      events.push(event);
      change.onEvent?.();
    },
  }).catch((error: unknown) => error);
  return { failure, events };
}

describe('several ranks', () => {
  test('are started by mpirun, not tied to cores, and oversubscribe only where they must', () => {
    expect(mpirunArguments(2, 4)).toEqual(['-np', '2', '--bind-to', 'none']);
    expect(mpirunArguments(4, 2)).toEqual(['-np', '4', '--bind-to', 'none', '--oversubscribe']);
  });

  test('the solver gets its words and threads behind those of mpirun', async () => {
    using place = scratch();
    vi.stubEnv(
      'PACE_SOLVER',
      script(place.folder, `${ABOUT}; ${RESULT}; echo "$OMP_NUM_THREADS $*" > said`, 'pace'),
    );
    vi.stubEnv('PACE_MPIRUN', script(place.folder, 'echo "$*" > asked; shift 4; exec "$@"', 'mpirun'));
    expect(
      (await solved(place.folder, { ranks: Math.min(2, availableParallelism()) })).failure,
    ).toBeUndefined();
    expect(readFileSync(join(place.folder, 'said'), 'utf8')).toBe('1 solve job.json --out results\n');
  });

  test.each([
    ['knows nothing of MPI', 'echo "about: no such verb" >&2; exit 106'],
    ['was built without it', `echo '{"version":"1","mpi":null}'`],
  ])('are refused by a sentence if the solver %s: each rank would write the same files', async (_, body) => {
    using place = scratch();
    vi.stubEnv('PACE_SOLVER', script(place.folder, body, 'pace'));
    vi.stubEnv('PACE_MPIRUN', script(place.folder, 'touch started', 'mpirun'));
    const { failure } = await solved(place.folder);
    expect(failure).toMatchObject({ code: 'SOLVER_NOT_AVAILABLE' });
    expect((failure as Error).message).toContain('built without MPI');
    expect(existsSync(join(place.folder, 'started'))).toBe(false);
  });

  test('without mpirun say what to install', async () => {
    using place = scratch();
    vi.stubEnv('PACE_MPIRUN', '/nowhere/mpirun');
    const { failure } = await solved(place.folder);
    expect(failure).toMatchObject({ code: 'SOLVER_NOT_AVAILABLE' });
    expect((failure as Error).message).toContain('apt-get install openmpi-bin');
  });
});

test(
  'two ranks of the real solver give one set of results, and a cancelled run leaves no rank behind',
  { ...unless(withoutRealRanks()), timeout: 120_000 },
  async () => {
    using place = scratch();
    writeFileSync(join(place.folder, 'mesh.unv'), unvText(sphereMesh(0.8, [0, 0, 0], 8), 'sphere'));
    const solverInput = { frequency: [3e8, -1, -1], excitation: [60, 30, 1], residualerror: 1e-3 };
    const job = {
      schema: 'pace-job-1',
      programType: 1,
      mesh: 'mesh.unv',
      method: 'mlfma',
      threads: 1,
      solverInput,
    };
    writeFileSync(join(place.folder, 'job.json'), JSON.stringify(job));
    const cancel = new AbortController();
    const first = await solved(place.folder, {
      signal: cancel.signal,
      onEvent: () => cancel.abort('cancel'),
    });
    expect(first.failure).toBe('cancel');
    expect(ranksIn(place.folder)).toEqual([]);

    const { failure, events } = await solved(place.folder);
    expect(failure).toBeUndefined();
    expect(events.filter(({ event }) => event === 'finished')).toMatchObject([{ converged: true }]);
    const result = JSON.parse(readFileSync(join(place.folder, 'results/result.json'), 'utf8')) as object;
    expect(result).toMatchObject({ method: 'mlfma', converged: true, finished: true });
  },
);

/** Processes of the solver that work in a folder. */
function ranksIn(folder: string): string[] {
  const all = execFileSync('ps', ['-eo', 'pid=,stat=,comm='], { encoding: 'utf8' }).split('\n');
  return all.filter((line) => {
    const [pid, state, command] = line.trim().split(/\s+/);
    if (command !== 'pace' || state?.startsWith('Z')) return false;
    return folderOf(pid ?? '') === folder;
  });
}

/** Where a process works; undefined if it has ended since it was listed, as solvers of other tests do. */
function folderOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

function withoutRealRanks(): string | undefined {
  if (findProgram('mpirun') === undefined)
    return 'mpirun is not installed (Debian, Ubuntu: apt-get install openmpi-bin)';
  if (!existsSync(solverCommand())) return `there is no solver at ${solverCommand()}`;
  try {
    const about = execFileSync(solverCommand(), ['about'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return typeof (JSON.parse(about) as { mpi?: unknown }).mpi === 'string'
      ? undefined
      : 'it was built without MPI';
  } catch {
    return 'it was built without MPI';
  }
}
