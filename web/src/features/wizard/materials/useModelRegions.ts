import { PROGRAM_TYPES } from '@pace/contract';
import { useRegions } from '../../../api/regions.ts';
import type { Wizard } from '../useWizard.ts';

const MATERIAL_STEP = 2;
const OUTER_MEDIA_PART = 1;

/** The regions of a composite model while its outer media are being chosen. */
export function useModelRegions({ project, model, draft, step, subStep }: Wizard) {
  const asked =
    project.solverType === PROGRAM_TYPES.composite && step === MATERIAL_STEP && subStep === OUTER_MEDIA_PART;
  return useRegions(project.id, model.version, draft.materials, asked && model.report !== null);
}
