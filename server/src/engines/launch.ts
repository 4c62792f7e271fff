import { availableParallelism } from 'node:os';
import { engineError } from './errors.ts';
import { withoutSolver } from './missing.ts';
import { runProgram } from './process.ts';
import { findProgram, solverCommand, solverEnvironment } from './programs.ts';

export interface Launch {
  command: string;
  /** Before those of the solver */
  args: string[];
  environment: NodeJS.ProcessEnv;
  /** What makes the solver leave a checkpoint and end */
  stopSignal: NodeJS.Signals;
}

const ABOUT_TIMEOUT_MS = 10_000;

/**
 * How the solver is started with so many ranks, each of so many threads.
 * @throws EngineError SOLVER_NOT_AVAILABLE if several ranks are asked for, and mpirun or a solver built with MPI is missing
 */
export async function solverLaunch(size: { ranks: number; threads: number }): Promise<Launch> {
  const environment = solverEnvironment(size.threads);
  if (size.ranks === 1) return { command: solverCommand(), args: [], environment, stopSignal: 'SIGTERM' };
  const command = mpirunCommand();
  if (findProgram(command) === undefined)
    throw engineError('SOLVER_NOT_AVAILABLE.launcher', { program: command });
  await requireMpi();
  return {
    command,
    args: [...mpirunArguments(size.ranks, availableParallelism()), solverCommand()],
    // Open MPI wants to be told twice that root means it; in a container there is often nobody else.
    environment: { ...environment, OMPI_ALLOW_RUN_AS_ROOT: '1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1' },
    // This one mpirun passes on to its ranks and waits; after SIGTERM it kills them in a moment.
    stopSignal: 'SIGUSR1',
  };
}

/** Without `--bind-to none` every rank, with all its threads, would be tied to one core. */
export function mpirunArguments(ranks: number, cores: number): string[] {
  return ['-np', String(ranks), '--bind-to', 'none', ...(ranks > cores ? ['--oversubscribe'] : [])];
}

/** PACE_MPIRUN, else mpirun of the system. */
function mpirunCommand(): string {
  return process.env['PACE_MPIRUN'] ?? 'mpirun';
}

/** A solver without MPI under mpirun would be as many solvers that write the same files. */
async function requireMpi(): Promise<void> {
  const lines: string[] = [];
  await runProgram({
    command: solverCommand(),
    args: ['about'],
    cwd: '/',
    env: solverEnvironment(1),
    timeoutMs: ABOUT_TIMEOUT_MS,
    onStdoutLine: (line) => lines.push(line),
  }).catch((error: unknown) => {
    throw withoutSolver(error);
  });
  if (hasMpi(lines.join('\n'))) return;
  throw engineError('SOLVER_NOT_AVAILABLE.noMpi');
}

/** @param about  what `pace about` prints: one JSON object, whose `mpi` names the library it was built with, or is null */
function hasMpi(about: string): boolean {
  try {
    const facts = JSON.parse(about) as { mpi?: unknown } | null;
    return typeof facts?.mpi === 'string';
  } catch {
    return false;
  }
}
