import { engineError } from './errors.ts';
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
  if (by('SIGKILL')) throw engineError('WORKER_LOST.program', { program });
  if (by('SIGXCPU')) throw engineError('MESHER_TIMEOUT.processor', { program });
  if (by('SIGXFSZ')) throw engineError('MESH_TOO_LARGE.file', { program });
  if (by('SIGSEGV')) throw engineError('MESHER_FAILED.crashed', { program });
}
