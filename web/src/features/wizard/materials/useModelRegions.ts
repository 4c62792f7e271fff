import { PROGRAM_TYPES } from '@pace/contract';
import { useMemo } from 'react';
import { useRegions } from '../../../api/regions.ts';
import type { Wizard } from '../useWizard.ts';
import { regionColors } from './regionColors.ts';

const MATERIAL_STEP = 2;
const OUTER_MEDIA_PART = 1;

type Place = Pick<Wizard, 'project' | 'model' | 'draft' | 'step' | 'subStep'>;

/** The regions of a composite model while its outer media are being chosen. */
export function useModelRegions({ project, model, draft, step, subStep }: Place) {
  const asked =
    project.programType === PROGRAM_TYPES.composite && step === MATERIAL_STEP && subStep === OUTER_MEDIA_PART;
  return useRegions(project.id, model.version, draft.materials, asked && model.report !== null);
}

/** Colour number of every part by its index, as the picture and the lists show it; none while there are no regions. */
export function useRegionColors(wizard: Place): ReadonlyMap<number, number> | undefined {
  const { data: regions } = useModelRegions(wizard);
  const { report } = wizard.model;
  return useMemo(() => (regions && report ? regionColors(regions, report) : undefined), [regions, report]);
}
