import {
  DEFAULT_MESH_FREQUENCY_HZ,
  defaultMeshSizeMm,
  MesherOptionsSchema,
  modelFormatOf,
} from '@pace/contract';
import { useCallback, useEffect, useRef } from 'react';
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

/** Whether a model of CAD is silent about its unit of length, which the user then says. */
export const isSilentAboutUnit = (fileName: string): boolean => modelFormatOf(fileName) === 'BREP';

export interface Meshing {
  /** Meshes the STEP model with the proposed size. */
  start: () => Promise<void>;
  /** The start is on its way, or about to be: there is no status of the mesher yet. */
  starting: boolean;
  /** Why the server refused to start (a model too large for this size), for the form that then stands there */
  error: unknown;
}

/**
 * Starts the mesher by itself: of a CAD model that has just arrived, and of one that waits in a project that is entered, unless its
 * unit of length has to be said before.
 * Once refused, it leaves the next try to the user.
 */
export function useMeshing({ project, draft, save, model }: Wizard): Meshing {
  const { mutateAsync, isPending, isError, error } = useStartMesher();
  const start = useCallback(async () => {
    // The size is chosen for this frequency, so the frequency is kept with it.
    await save().catch(() => undefined);
    await mutateAsync({
      ...MesherOptionsSchema.parse({}),
      mesh_size: proposedMeshSizeMm(draft),
      projectId: project.id,
    }).catch(() => undefined);
  }, [save, mutateAsync, draft, project.id]);
  const waits = model.type === 'STEP' && model.phase === 'uploaded' && !isSilentAboutUnit(model.fileName);
  const asked = useRef(false);
  useEffect(() => {
    if (!waits || asked.current) return;
    asked.current = true;
    void start();
  }, [waits, start]);
  const startOnce = useCallback(() => {
    asked.current = true;
    return start();
  }, [start]);
  return { start: startOnce, starting: isPending || (waits && !isError), error: isError ? error : null };
}
