import {
  averageSimulationSeconds,
  CALLS,
  HZ_PER_GHZ,
  SPEED_OF_LIGHT,
  type LiveState,
  type Project,
} from '@pace/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { projectKey } from '../../api/projects.ts';
import {
  angleComplaints,
  draftComplaints,
  frequencyComplaints,
  hasComplaints,
  sweepComplaints,
  sweepPoints,
} from './complaints.ts';
import {
  alphasAreSet,
  draftOf,
  highestFrequencyHz,
  meshFrequencyHz,
  solverInputOf,
  type WizardDraft,
} from './draft.ts';
import { modelFacts, type ModelFacts } from './modelFacts.ts';

export const STEP_COUNT = 4;
export type StepIndex = 0 | 1 | 2 | 3;
/** Why Next or Start can not be pressed: a key under `blocked` of wizard.json. */
export type Blocked = 'angles' | 'frequency' | 'sweep' | 'alpha' | 'file' | 'values' | 'units' | 'mesher';

export interface Wizard {
  project: Project;
  live: LiveState;
  model: ModelFacts;
  draft: WizardDraft;
  change: (values: Partial<WizardDraft>) => void;
  step: StepIndex;
  go: (step: StepIndex) => void;
  blocked: Blocked | undefined;
  save: (values?: Partial<WizardDraft>) => Promise<void>;
  /** Called when the run starts: nothing is left to save then. */
  settle: () => void;
}

export function useWizard(project: Project, live: LiveState): Wizard {
  const client = useQueryClient();
  const [draft, setDraft] = useState(() =>
    draftOf(project.state.solverInput, project.coreType === 4 ? 4 : 1),
  );
  const [step, setStep] = useState<StepIndex>(0);
  const model = useMemo(() => modelFacts(project, live), [project, live]);
  const latest = useRef({ draft, parts: model.parts, dirty: false });
  useEffect(() => {
    latest.current.draft = draft;
    latest.current.parts = model.parts;
  }, [draft, model.parts]);

  const change = useCallback((values: Partial<WizardDraft>) => {
    latest.current.dirty = true;
    setDraft((old) => ({ ...old, ...values }));
  }, []);

  const projectId = project.id;
  const save = useCallback(
    async (values: Partial<WizardDraft> = {}) => {
      const { draft: current, parts, dirty } = latest.current;
      const next = { ...current, ...values };
      if ((!dirty && Object.keys(values).length === 0) || hasComplaints(draftComplaints(next))) return;
      latest.current.dirty = false;
      await callApi(CALLS.input, {
        body: { ...solverInputOf(next, parts), projectId },
        keepalive: true,
      }).catch((error: unknown) => {
        latest.current.dirty = true;
        throw error;
      });
      await client.invalidateQueries({ queryKey: projectKey(projectId) });
    },
    [client, projectId],
  );

  useEffect(() => {
    const saveQuietly = () =>
      void save().catch((error: unknown) => console.warn('The input was not saved', error));
    window.addEventListener('pagehide', saveQuietly);
    return () => {
      window.removeEventListener('pagehide', saveQuietly);
      saveQuietly();
    };
  }, [save]);

  const go = (next: StepIndex) => {
    setStep(next);
    void save().catch((error: unknown) => console.warn('The input was not saved', error));
  };
  const settle = useCallback(() => {
    latest.current.dirty = false;
  }, []);
  return {
    project,
    live,
    model,
    draft,
    change,
    step,
    go,
    blocked: blockedAt(step, draft, model),
    save,
    settle,
  };
}

export function blockedAt(step: StepIndex, draft: WizardDraft, model: ModelFacts): Blocked | undefined {
  if (step === 0) return hasComplaints(angleComplaints(draft)) ? 'angles' : undefined;
  if (step === 1) {
    if (hasComplaints(frequencyComplaints(draft))) return 'frequency';
    return hasComplaints(sweepComplaints(draft)) ? 'sweep' : undefined;
  }
  if (step === 2) return alphasAreSet(draft, model.parts) ? undefined : 'alpha';
  if (model.phase === 'none' || model.phase === 'partial') return 'file';
  if (hasComplaints(draftComplaints(draft)) || !alphasAreSet(draft, model.parts)) return 'values';
  if (model.type === 'UNV' && draft.scalefactor === undefined) return 'units';
  return model.phase === 'ready' ? undefined : 'mesher';
}

/** Estimated time of the run [s] by the formula of the specification; undefined without a mesh or with invalid values. */
export function estimatedSeconds(draft: WizardDraft, model: ModelFacts): number | undefined {
  if (!model.report || hasComplaints(angleComplaints(draft)) || hasComplaints(frequencyComplaints(draft)))
    return undefined;
  const meanGhz = meshFrequencyHz(draft) / HZ_PER_GHZ;
  return averageSimulationSeconds(model.report.vertices, meanGhz, sweepPoints(draft).total);
}

/** Shortest wavelength of the run [m]; undefined while the frequency is invalid. */
export function shortestWavelengthM(draft: WizardDraft): number | undefined {
  return hasComplaints(frequencyComplaints(draft)) ? undefined : SPEED_OF_LIGHT / highestFrequencyHz(draft);
}
