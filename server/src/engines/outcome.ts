import { EventSchema, message, messageOf, type SolverEvent } from '@pace/contract';
import { isErrorCode } from '../mesher/index.ts';
import { engineError, EngineError } from './errors.ts';
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
  if (said && isErrorCode(said.code)) throw new EngineError(said.code, said.detail, said);
  const last = end.stderrTail.split('\n').at(-1) ?? '';
  switch (end.exitCode) {
    case EXIT.badInput:
    case EXIT.modelHasErrors:
      throw said
        ? new EngineError('JOB_INVALID', said.detail, said)
        : engineError('JOB_INVALID.refused', { last });
    case EXIT.memory:
      throw said ? new EngineError('MEMORY', said.detail, said) : engineError('MEMORY.solver');
    case EXIT.cancelled:
      throw engineError('SOLVER_FAILED.stopped');
    default:
      throw engineError('SOLVER_FAILED.internal', { reason: said ? (messageOf(said) ?? said.detail) : last });
  }
}

/** A solver that was killed is lost, not wrong: the dispatcher takes its run up again, a few times. */
function crash(end: Pick<ProgramEnd, 'exitCode' | 'signal'>): EngineError {
  if (end.signal === 'SIGKILL' || end.exitCode === 128 + 9) return engineError('WORKER_LOST.solver');
  return engineError('SOLVER_FAILED.crashed', {
    end: end.signal ?? message('exitCode.long', { code: end.exitCode ?? -1 }),
  });
}
