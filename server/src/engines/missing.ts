import { EngineError } from './errors.ts';
import { ProgramMissing } from './process.ts';

/** A missing solver in the words of the product; every other failure as it is. */
export function withoutSolver(error: unknown): unknown {
  return error instanceof ProgramMissing
    ? new EngineError('SOLVER_NOT_AVAILABLE', `${error.message} Build the solver with npm run build:solver.`)
    : error;
}

/** A missing mesher in the words of the product; every other failure as it is. */
export function withoutMesher(error: unknown): unknown {
  return error instanceof ProgramMissing
    ? new EngineError(
        'MESHER_FAILED',
        `${error.message} Install gmsh (Debian, Ubuntu: apt-get install gmsh).`,
      )
    : error;
}
