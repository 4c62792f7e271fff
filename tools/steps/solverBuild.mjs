// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { mustExecute, outputOf } from './execute.mjs';
import { fingerprint, isStamped, stamp, unstamp } from './fingerprint.mjs';
import { programInPath, ROOT, SOLVER, SOLVER_BUILD } from './paths.mjs';
import { say } from './say.mjs';

const FLAGS = ['-DCMAKE_BUILD_TYPE=Release'];

/**
 * Words for CMake. What tests and CI build has no warning; a user's compiler may know others, which stop nobody.
 * @param {boolean} strict
 */
const flagsFor = (strict) => [...FLAGS, `-DPACE_WARNINGS_AS_ERRORS=${strict ? 'ON' : 'OFF'}`];

/**
 * Builds the solver when its sources, the compiler, the flags or the processor have changed.
 * @param {{ tests?: boolean }} [options]  tests: all test programs as well
 */
export async function buildSolver({ tests = false } = {}) {
  const name = tests ? 'solver-all' : 'solver';
  const print = fingerprint(
    // The program holds the catalogue of messages.
    ['solver', 'contract/messages'],
    [
      outputOf('g++', ['--version']) ?? '',
      outputOf('cmake', ['--version']) ?? '',
      FLAGS.join(' '),
      // With an MPI library the solver runs on several ranks.
      programInPath('mpicxx') ?? 'no MPI',
      // Compiled for this machine's instruction set; a folder may be copied to another machine.
      processor(),
    ],
  );
  if (existsSync(SOLVER) && (isStamped(name, print) || isStamped('solver-all', print))) return;

  say(`Building the solver${tests ? ' and its tests' : ''} (some minutes the first time)`);
  for (const old of ['solver', 'solver-all']) unstamp(old);
  if (!belongsHere()) rmSync(SOLVER_BUILD, { recursive: true, force: true });
  await mustExecute(
    'cmake',
    [
      '-S',
      join(ROOT, 'solver'),
      '-B',
      SOLVER_BUILD,
      '-G',
      'Ninja',
      ...flagsFor(tests || process.env['CI'] !== undefined),
    ],
    'The solver cannot be configured; the words of CMake are above.',
  );
  const jobs = process.env['CMAKE_BUILD_PARALLEL_LEVEL'] ?? String(availableParallelism());
  await mustExecute(
    'cmake',
    ['--build', SOLVER_BUILD, '--parallel', jobs, ...(tests ? [] : ['--target', 'pace'])],
    'The solver does not build; the words of the compiler are above.',
  );
  stamp(name, print);
}

/** A build folder remembers where it was made and works nowhere else. */
function belongsHere() {
  try {
    const cache = readFileSync(join(SOLVER_BUILD, 'CMakeCache.txt'), 'utf8');
    return cache.includes(`CMAKE_HOME_DIRECTORY:INTERNAL=${join(ROOT, 'solver')}\n`);
  } catch {
    return false;
  }
}

function processor() {
  try {
    const flags = /^flags\s*:.*$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[0] ?? '';
    return createHash('sha256').update(flags).digest('hex');
  } catch {
    return process.arch;
  }
}
