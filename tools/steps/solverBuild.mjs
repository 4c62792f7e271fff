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

/** Everything that is built, and all but the tests. */
const [WITH_TESTS, PROGRAM] = ['solver-tests', 'solver'];

/**
 * Builds the solver when its sources, the compiler, the flags or the processor have changed.
 * @param {{ strict?: boolean }} [options]  strict: stops at a warning
 */
export async function buildSolver({ strict = process.env['CI'] !== undefined } = {}) {
  const print = printOfSolver();
  if (existsSync(SOLVER) && isStamped(PROGRAM, print)) return;
  say('Building the solver (some minutes the first time)');
  for (const old of [PROGRAM, WITH_TESTS]) unstamp(old);
  if (!belongsHere()) rmSync(SOLVER_BUILD, { recursive: true, force: true });
  await mustExecute(
    'cmake',
    ['-S', join(ROOT, 'solver'), '-B', SOLVER_BUILD, '-G', 'Ninja', ...flagsFor(strict)],
    'The solver cannot be configured; the words of CMake are above.',
  );
  await compile(['--target', 'pace']);
  stamp(PROGRAM, print);
}

/**
 * Builds the solver and all its test programs.
 * @param {{ inBackground?: boolean }} [options]  inBackground: the tests are compiled with what others leave of the processor
 */
export async function buildSolverTests({ inBackground = false } = {}) {
  await buildSolver({ strict: true });
  const print = printOfSolver();
  if (isStamped(WITH_TESTS, print)) return;
  say('Building the tests of the solver (some minutes the first time)');
  await compile([], { inBackground });
  stamp(WITH_TESTS, print);
}

/**
 * @param {readonly string[]} targets
 * @param {Parameters<typeof mustExecute>[3]} [options]
 */
async function compile(targets, options) {
  const jobs = process.env['CMAKE_BUILD_PARALLEL_LEVEL'] ?? String(availableParallelism());
  await mustExecute(
    'cmake',
    ['--build', SOLVER_BUILD, '--parallel', jobs, ...targets],
    'The solver does not build; the words of the compiler are above.',
    options,
  );
}

/** Of all that decides what is built. */
function printOfSolver() {
  return fingerprint(
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
