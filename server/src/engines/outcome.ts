import { EventSchema, type SolverEvent } from '@pace/contract';
import { isErrorCode } from '../mesher/index.ts';
import { EngineError } from './errors.ts';
import type { ProgramEnd } from './process.ts';

/** Exit codes of `pace` (docs/run-folder.md). */
export const EXIT = { done: 0, badInput: 2, modelHasErrors: 3, cancelled: 4, memory: 5 } as const;

/** Finds the events among what the solver prints; anything else it prints is passed over. */
export class EventReader {
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

/** @throws EngineError that says why, unless the program ended well */
export function refuseUnlessDone(
  end: Pick<ProgramEnd, 'exitCode' | 'signal' | 'stderrTail'>,
  events: EventReader,
): void {
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
function crash(end: Pick<ProgramEnd, 'exitCode' | 'signal'>): EngineError {
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
