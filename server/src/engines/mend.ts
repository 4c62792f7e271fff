import { engineError } from './errors.ts';
import { withoutSolver } from './missing.ts';
import { runProgram } from './process.ts';
import { solverCommand, solverEnvironment } from './programs.ts';

const DONE = 0;
const MODEL_HAS_ERRORS = 3;

export interface MendRequest {
  /** UNV file */
  mesh: string;
  metresPerUnit: number;
  /** Where the mended one is written */
  target: string;
}

/** `pace check --mend`: the same mesh in metres, each part wound one way and closed ones outward. @throws EngineError */
export async function mendMesh({ mesh, metresPerUnit, target }: MendRequest): Promise<void> {
  const end = await runProgram({
    command: solverCommand(),
    args: ['check', mesh, '--unit-scale', String(metresPerUnit), '--mend', target],
    cwd: '/',
    env: solverEnvironment(1),
    onStdoutLine: () => undefined,
  }).catch((error: unknown) => {
    throw withoutSolver(error);
  });
  if (end.exitCode !== DONE && end.exitCode !== MODEL_HAS_ERRORS)
    throw engineError('MESHER_FAILED.mend', { last: end.stderrTail.split('\n').at(-1) ?? '' });
}
