import { closeSync, openSync, writeSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { EstimateSchema, RESULT_FILE, type Estimate, type SolverEvent } from '@pace/contract';
import { engineError } from './errors.ts';
import { solverLaunch } from './launch.ts';
import { withoutSolver } from './missing.ts';
import { EventReader, EXIT, refuseUnlessDone } from './outcome.ts';
import { runProgram, type ProgramEnd } from './process.ts';
import { solverCommand, solverEnvironment } from './programs.ts';

export interface SolveRequest {
  folder: string;
  /** Where the results go, below the folder; "results" if not said */
  out?: string;
  /** Of each rank */
  threads: number;
  /** More than one: by mpirun */
  ranks?: number;
  signal: AbortSignal;
  onEvent: (event: SolverEvent) => void;
  onSpawn?: (pid: number) => void;
}

/**
 * `pace solve job.json --out …` in a run folder, under mpirun if it has several ranks. Every event is appended to
 * `events.ndjson` before it is reported. Earlier results are continued: at the first frequency that is missing, or where
 * those that have not converged stopped.
 * @throws EngineError with a sentence; the signal's reason when aborted. The folder is kept in every case.
 */
export async function solve(request: SolveRequest): Promise<void> {
  const out = request.out ?? 'results';
  const launch = await solverLaunch({ ranks: request.ranks ?? 1, threads: request.threads });
  const log = openSync(join(request.folder, 'events.ndjson'), 'a');
  const events = new EventReader((event) => {
    writeSync(log, `${JSON.stringify(event)}\n`);
    request.onEvent(event);
  });
  let end: ProgramEnd;
  try {
    end = await runProgram({
      command: launch.command,
      args: [...launch.args, 'solve', 'job.json', '--out', out],
      cwd: request.folder,
      env: launch.environment,
      stopSignal: launch.stopSignal,
      signal: request.signal,
      ...(request.onSpawn && { onSpawn: request.onSpawn }),
      onStdoutLine: (line) => events.read(line),
    });
  } catch (error) {
    throw withoutSolver(error);
  } finally {
    closeSync(log);
  }
  if (request.signal.aborted && end.exitCode !== EXIT.done) request.signal.throwIfAborted();
  refuseUnlessDone(end, events);
  await requireResult(request.folder, out);
}

/** @throws EngineError if a solver that says it is done left no results */
export async function requireResult(folder: string, out: string): Promise<void> {
  await access(join(folder, out, RESULT_FILE)).catch(() => {
    throw engineError('SOLVER_FAILED.noResult');
  });
}

/**
 * What a run takes beside the solver's own work, which is what it predicts [s]: the start of the program, bringing the mesh,
 * writing and reading the results. In processor time 0.28 s (plate), 0.33 s (sphere) and 0.48 s (dielectric sphere) beyond
 * what the solver counts for itself, on an AMD EPYC; `npm run bench:start` measures it again.
 */
const AROUND_THE_SOLVER_SECONDS = 0.5;

/** `pace estimate job.json`: what the run will take, by the clock on the page. @throws EngineError; ESTIMATE_TIMEOUT if it takes too long to say */
export async function estimate(request: {
  folder: string;
  timeoutMs: number;
  signal: AbortSignal;
}): Promise<Estimate> {
  let answer: Estimate | undefined;
  const events = new EventReader((event) => {
    if (event.event === 'estimate') answer = EstimateSchema.parse(event);
  });
  let end: ProgramEnd;
  try {
    end = await runProgram({
      command: solverCommand(),
      args: ['estimate', 'job.json'],
      cwd: request.folder,
      env: solverEnvironment(1),
      timeoutMs: request.timeoutMs,
      signal: request.signal,
      onStdoutLine: (line) => events.read(line),
    });
  } catch (error) {
    throw withoutSolver(error);
  }
  request.signal.throwIfAborted();
  if (end.timedOut) throw engineError('ESTIMATE_TIMEOUT', { seconds: Math.round(request.timeoutMs / 1000) });
  // What does not fit is said with its figures first; who asks decides by them.
  if (!(answer && end.exitCode === EXIT.memory)) refuseUnlessDone(end, events);
  if (!answer) throw engineError('SOLVER_FAILED.noEstimate');
  return { ...answer, seconds: answer.seconds + AROUND_THE_SOLVER_SECONDS };
}

/** What `pace --version` prints, e.g. "0.1.0". */
export async function solverVersion(): Promise<string> {
  let version = '';
  const end = await runProgram({
    command: solverCommand(),
    args: ['--version'],
    cwd: '/',
    timeoutMs: 10_000,
    onStdoutLine: (line) => (version ||= line.trim()),
  }).catch((error: unknown) => {
    throw withoutSolver(error);
  });
  if (end.exitCode !== EXIT.done || version === '') {
    throw engineError('SOLVER_NOT_AVAILABLE.silent');
  }
  return version;
}
