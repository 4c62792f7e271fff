import { PROGRAM_TYPES, type MeshReport, type SolverInput } from '@pace/contract';
import { problem } from '../problem.ts';
import type { ProjectRow } from '../storage/schema.ts';

type Variant = Pick<ProjectRow, 'programType' | 'mesherOptions'> & {
  solverInput: Pick<SolverInput, 'cfiealpha' | 'partmethods'> | null;
};

/**
 * Solids that are turned may touch otherwise than before. Where settings belong to single surfaces, these have to be those
 * of the model that is not turned.
 * @param surfaces  numbers of the surfaces of the base
 * @throws Problem STUDY_INVALID
 */
export function checkTurnedSolids(
  { programType, mesherOptions, solverInput }: Variant,
  surfaces: readonly number[],
  { parts }: Pick<MeshReport, 'parts'>,
): void {
  if (!mesherOptions?.rotations?.length) return;
  const { cfiealpha = [], partmethods = [] } = solverInput ?? {};
  if (programType === PROGRAM_TYPES.pec && cfiealpha.length <= 1 && partmethods.length <= 1) return;
  const isSame = parts.length === surfaces.length && parts.every(({ number }, i) => number === surfaces[i]);
  if (!isSame) throw problem('STUDY_INVALID.otherSurfaces');
}
