// @ts-check
/**
 * `npm run fuzz [-- COUNT [FIRST]]`: damaged meshes, jobs, results, checkpoints and drawings for the solver, built with the
 * address and undefined-behaviour sanitizers, and damaged STEP files for the server. COUNT of each kind (100 000; of
 * results, which are whole runs, a fifth), from case FIRST (0) on; a failure names its case.
 */
import { join } from 'node:path';
import { availableParallelism } from 'node:os';
import { mustExecute } from './steps/execute.mjs';
import { ensureNodeModules } from './steps/nodeModules.mjs';
import { requireNode } from './steps/nodeVersion.mjs';
import { packageCommand, ROOT } from './steps/paths.mjs';
import { runTool, say, Stop } from './steps/say.mjs';
import { ensureSystemPackages } from './steps/systemPackages.mjs';

const BUILD = join(ROOT, 'build', 'fuzz');

runTool(async () => {
  requireNode();
  await ensureSystemPackages({ tests: true });
  await ensureNodeModules();
  const [count = 100_000, first = 0] = process.argv.slice(2).map(Number);
  if (!(count > 0) || !(first >= 0)) throw new Stop('Give the count of files, and the first case if not 0.');
  const env = {
    ...process.env,
    PACE_FUZZ_COUNT: String(count),
    PACE_FUZZ_FIRST: String(first),
    UBSAN_OPTIONS: 'print_stacktrace=1:halt_on_error=1',
    // Leaks are none of damaged files' doing, and the search for them needs rights that a container may not have.
    ASAN_OPTIONS: 'detect_leaks=0:allocator_may_return_null=1',
    OMP_NUM_THREADS: '1',
  };
  say('Damaged STEP files');
  await mustExecute(
    process.execPath,
    [packageCommand('', 'vitest'), 'run', 'test/mesher/stepFuzz.test.ts'],
    'Damaged STEP files: the words of the test are above.',
    { cwd: join(ROOT, 'server'), env },
  );
  say('Building the solver with sanitizers (some minutes the first time)');
  await mustExecute(
    'cmake',
    [
      '-S',
      join(ROOT, 'solver'),
      '-B',
      BUILD,
      '-G',
      'Ninja',
      '-DCMAKE_BUILD_TYPE=Release',
      '-DPACE_SANITIZE=ON',
      '-DPACE_MPI=OFF',
      '-DPACE_TOGETHER=OFF',
    ],
    'The solver cannot be configured; the words of CMake are above.',
  );
  await mustExecute(
    'cmake',
    [
      '--build',
      BUILD,
      '--target',
      'test_fuzz',
      '--parallel',
      process.env['CMAKE_BUILD_PARALLEL_LEVEL'] ?? String(availableParallelism()),
    ],
    'The solver does not build; the words of the compiler are above.',
  );
  say('Damaged files for the solver');
  await mustExecute(
    join(BUILD, 'test_fuzz'),
    [],
    'Damaged files for the solver: the words of the test are above.',
    { env },
  );
});
