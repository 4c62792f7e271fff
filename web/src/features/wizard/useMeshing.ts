import { DEFAULT_MESH_FREQUENCY_HZ, defaultMeshSizeMm, MesherOptionsSchema } from '@pace/contract';
import { useStartMesher } from '../../api/solver.ts';
import { frequencyComplaints, hasComplaints } from './complaints.ts';
import { meshFrequencyHz, type WizardDraft } from './draft.ts';
import type { Wizard } from './useWizard.ts';

/** A tenth of the wavelength [mm] at the frequency of the draft, or at 130 MHz while that is not valid. */
export function proposedMeshSizeMm(draft: WizardDraft): number {
  return defaultMeshSizeMm(
    hasComplaints(frequencyComplaints(draft)) ? DEFAULT_MESH_FREQUENCY_HZ : meshFrequencyHz(draft),
  );
}

/** Meshes the STEP model that has just arrived with the proposed size. */
export function useMeshing({ project, draft, save }: Wizard): () => Promise<void> {
  const start = useStartMesher();
  return async () => {
    // The size is chosen for this frequency, so the frequency is kept with it.
    await save().catch(() => undefined);
    // A refusal (a model too large for this size) is shown by the form that then stands here.
    await start
      .mutateAsync({ ...MesherOptionsSchema.parse({}), mesh_size: proposedMeshSizeMm(draft), projectId: project.id })
      .catch(() => undefined);
  };
}
