import { EngineError } from './errors.ts';
import type { ProgramEnd } from './process.ts';

/** As a shell or a sandbox reports a program that a signal ended */
const SIGNALLED = 128;
const NUMBERS = { SIGKILL: 9, SIGSEGV: 11, SIGXCPU: 24, SIGXFSZ: 25 } as const;

/**
 * Says why a program that reads models was ended by a signal, as far as that is known. Who killed it is not: so the run is
 * lost, not wrong, and the dispatcher tries it again a few times, as it does with the solver's.
 * @throws EngineError WORKER_LOST, MESHER_TIMEOUT or MESHER_FAILED unless it ended by itself
 */
export function refuseKilled(
  program: string,
  { exitCode, signal }: Pick<ProgramEnd, 'exitCode' | 'signal'>,
): void {
  const by = (name: keyof typeof NUMBERS) => signal === name || exitCode === SIGNALLED + NUMBERS[name];
  if (by('SIGKILL'))
    throw new EngineError(
      'WORKER_LOST',
      `${program} was killed from outside, perhaps because the machine ran out of memory.`,
    );
  if (by('SIGXCPU'))
    throw new EngineError(
      'MESHER_TIMEOUT',
      `${program} used all the processor time that it may. Choose a larger mesh size, or simplify the model.`,
    );
  if (by('SIGXFSZ'))
    throw new EngineError(
      'MESH_TOO_LARGE',
      `${program} wrote a larger file than it may. Choose a larger mesh size, or simplify the model.`,
    );
  if (by('SIGSEGV'))
    throw new EngineError(
      'MESHER_FAILED',
      `${program} crashed on this model (SIGSEGV). Repair or simplify the model in the CAD program; if that changes nothing, report this.`,
    );
}
