import { engineError } from './errors.ts';
import { ProgramMissing } from './process.ts';

/** A missing solver in the words of the product; every other failure as it is. */
export function withoutSolver(error: unknown): unknown {
  return error instanceof ProgramMissing
    ? engineError('SOLVER_NOT_AVAILABLE.notInstalled', { reason: error.message })
    : error;
}

/** A missing mesher in the words of the product; every other failure as it is. */
export function withoutMesher(error: unknown): unknown {
  return error instanceof ProgramMissing
    ? engineError('MESHER_FAILED.notInstalled', { reason: error.message })
    : error;
}
