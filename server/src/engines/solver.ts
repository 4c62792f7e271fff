import { closeSync, openSync, writeSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { EstimateSchema, EventSchema, type Estimate, type SolverEvent } from '@pace/contract';
import { isErrorCode } from '../mesher/index.ts';
import { EngineError } from './errors.ts';
import { withoutSolver } from './missing.ts';
import { runProgram, type ProgramEnd } from './process.ts';
import { solverCommand, solverEnvironment } from './programs.ts';

/** Exit codes of `pace` (docs/run-folder.md). */
const EXIT = { done: 0, badInput: 2, modelHasErrors: 3, cancelled: 4, memory: 5 } as const;

export interface SolveRequest {
  folder: string;
  /** Where the results go, below the folder; "results" if not said */
  out?: string;
  threads: number;
  signal: AbortSignal;
  onEvent: (event: SolverEvent) => void;
  onSpawn?: (pid: number) => void;
}

/**
 * `pace solve job.json --out …` in a run folder. Every event is appended to `events.ndjson` before it is told. Earlier
 * results are continued: at the first frequency that is missing, or where those that have not converged stopped.
 * @throws EngineError with a sentence; the signal's reason when aborted. The folder is kept in every case.
 */
export async function solve(request: SolveRequest): Promise<void> {
  const out = request.out ?? 'results';
  const log = openSync(join(request.folder, 'events.ndjson'), 'a');
  const events = new EventReader((event) => {
    writeSync(log, `${JSON.stringify(event)}\n`);
    request.onEvent(event);
  });
  let end: ProgramEnd;
  try {
    end = await runProgram({
      command: solverCommand(),
      args: ['solve', 'job.json', '--out', out],
      cwd: request.folder,
      env: solverEnvironment(request.threads),
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
  await access(join(request.folder, out, 'result.json')).catch(() => {
    throw new EngineError(
      'SOLVER_FAILED',
      'The solver ended without writing its result.json. The run folder is kept; please report this.',
    );
  });
}

/** `pace estimate job.json`: what the run will take. @throws EngineError; ESTIMATE_TIMEOUT if it takes too long to say */
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
  if (end.timedOut)
    throw new EngineError(
      'ESTIMATE_TIMEOUT',
      `The solver could not say within ${Math.round(request.timeoutMs / 1000)} s what the run would take. The model is very large; the run itself may still be started.`,
    );
  refuseUnlessDone(end, events);
  if (!answer) throw new EngineError('SOLVER_FAILED', 'The solver gave no estimate; please report this.');
  return answer;
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
    throw new EngineError(
      'SOLVER_NOT_AVAILABLE',
      'The solver does not answer to --version; build it with npm run build:solver.',
    );
  }
  return version;
}

/** Finds the events among what the solver prints; anything else it prints is passed over. */
class EventReader {
  error: Extract<SolverEvent, { event: 'error' }> | undefined;
  #deliver: (event: SolverEvent) => void;

  constructor(deliver: (event: SolverEvent) => void) {
    this.#deliver = deliver;
  }

  read(line: string): void {
    if (!line.startsWith('{')) return;
    let json: unknown;
    try {
      json = JSON.parse(line);
    } catch {
      return;
    }
    const event = EventSchema.safeParse(json);
    if (!event.success) return;
    if (event.data.event === 'error') this.error = event.data;
    this.#deliver(event.data);
  }
}

function refuseUnlessDone(end: ProgramEnd, events: EventReader): void {
  if (end.exitCode === EXIT.done) return;
  const said = events.error;
  if (end.signal !== null || end.exitCode === null || end.exitCode > 128) throw crash(end);
  if (said && isErrorCode(said.code)) throw new EngineError(said.code, said.detail);
  const last = end.stderrTail.split('\n').at(-1) ?? '';
  switch (end.exitCode) {
    case EXIT.badInput:
    case EXIT.modelHasErrors:
      throw new EngineError('JOB_INVALID', said?.detail ?? `The solver refused the job. ${last}`.trim());
    case EXIT.memory:
      throw new EngineError('MEMORY', said?.detail ?? 'The run needs more memory than this machine has.');
    case EXIT.cancelled:
      throw new EngineError(
        'SOLVER_FAILED',
        'The solver was told to stop from outside. The run folder is kept; start the run again to continue it.',
      );
    default:
      throw new EngineError(
        'SOLVER_FAILED',
        `The solver stopped with an internal error. ${said?.detail ?? last} The run folder is kept; please report this.`,
      );
  }
}

/** A solver that was killed is lost, not wrong: the dispatcher takes its run up again, a few times. */
function crash(end: ProgramEnd): EngineError {
  if (end.signal === 'SIGKILL' || end.exitCode === 128 + 9) {
    return new EngineError(
      'WORKER_LOST',
      'The solver was killed from outside, most likely because the machine ran out of memory. The run folder is kept.',
    );
  }
  return new EngineError(
    'SOLVER_FAILED',
    `The solver crashed (${end.signal ?? `exit code ${end.exitCode}`}). The run folder is kept; please report this.`,
  );
}
