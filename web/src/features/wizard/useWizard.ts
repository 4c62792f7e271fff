import {
  averageSimulationSeconds,
  CALLS,
  frequenciesHz,
  HZ_PER_GHZ,
  PROGRAM_TYPES,
  SPEED_OF_LIGHT,
  type LiveState,
  type Materials,
  type ProgramType,
  type Project,
} from '@pace/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { askAgain } from '../../api/askAgain.ts';
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
import {
  editedSurfaces,
  impedancesOf,
  layersWithoutMaterial,
  outerMediaList,
  surfacesWithoutOuterMedium,
} from './materials/materialSettings.ts';
import { keptDraft } from './keptDraft.ts';
import { modelFacts, type ModelFacts } from './modelFacts.ts';
import { useFilePreview, type Preview } from './preview/useFilePreview.ts';
import { MATERIAL_STEP, STEP_COUNT, SUB_STEPS, type StepIndex } from './steps.ts';
import { usePlace, type Place } from './usePlace.ts';

/** Why Next or Start cannot be pressed: a key under `blocked` of wizard.json. */
export type Blocked =
  | 'angles'
  | 'frequency'
  | 'sweep'
  | 'alpha'
  | 'file'
  | 'values'
  | 'units'
  | 'mesher'
  | 'materials'
  | 'layers'
  | 'layerMaterials'
  | 'outerMedia';

export interface Wizard {
  project: Project;
  live: LiveState;
  model: ModelFacts;
  draft: WizardDraft;
  change: (values: Partial<WizardDraft>) => void;
  changeMaterials: (materials: Materials) => void;
  /** Surface numbers of the model, in the order of its parts */
  surfaces: number[];
  /** Surfaces chosen in a list or in the picture */
  selection: readonly number[];
  select: (surfaces: readonly number[]) => void;
  /** Of the run [Hz], ascending; none while the frequency is invalid */
  frequencies: number[];
  /** Stands for the whole run [Hz] */
  midFrequencyHz: number;
  /** The STEP file that was chosen but not uploaded yet */
  preview: Preview | undefined;
  showPreview: (file: File | null) => void;
  step: StepIndex;
  subStep: number;
  subStepCount: number;
  goBack: () => void;
  goNext: () => void;
  goTo: (step: StepIndex) => void;
  /** Whether the steps before let the user pass */
  mayGoTo: (step: StepIndex) => boolean;
  blocked: Blocked | undefined;
  save: (values?: Partial<WizardDraft>) => Promise<void>;
  /** Called when the run starts: nothing is left to save then. */
  settle: () => void;
}

export function useWizard(project: Project, live: LiveState): Wizard {
  const client = useQueryClient();
  const programType = project.programType;
  const [draft, setDraft] = useState(() =>
    draftOf(project.state.solverInput, project.coreType === 4 ? 4 : 1, {
      programType,
      materials: project.state.materials,
    }),
  );
  const [selection, select] = useState<readonly number[]>([]);
  const { preview, show: showPreview } = useFilePreview();
  const model = useMemo(() => modelFacts(project, live), [project, live]);
  const surfaces = useMemo(() => surfacesOf(model), [model]);
  const subStepCount = SUB_STEPS[programType];
  const firstBlocked = (wanted: Place) => firstBlockedBefore(wanted, draft, model, programType);
  const [{ step, subStep }, go] = usePlace(
    (one) => (one === MATERIAL_STEP ? subStepCount : 1),
    (wanted) => firstBlocked(wanted) ?? wanted,
  );
  const frequencies = useMemo(() => frequenciesOf(draft), [draft]);
  const latest = useRef({ draft, model, dirty: false });
  useEffect(() => {
    latest.current.draft = draft;
    latest.current.model = model;
  }, [draft, model]);

  const change = useCallback((values: Partial<WizardDraft>) => {
    latest.current.dirty = true;
    setDraft((old) => ({ ...old, ...values }));
  }, []);

  const changeMaterials = useCallback((materials: Materials) => change({ materials }), [change]);

  const projectId = project.id;
  const save = useCallback(
    async (values: Partial<WizardDraft> = {}) => {
      const { draft: current, model: mesh, dirty } = latest.current;
      if (!dirty && Object.keys(values).length === 0) return;
      latest.current.dirty = false;
      const next = { ...current, ...values };
      const { input, materials } = payloadOf(programType, next, mesh);
      try {
        const body = materials && { ...materials, projectId };
        // Both at once: a page that is being left waits for no answer.
        await Promise.all([
          callApi(CALLS.input, { body: { ...input, projectId, core: next.processors }, keepalive: true }),
          body && callApi(CALLS.inputMaterials, { body, keepalive: isSmall(body) }),
        ]);
      } catch (error) {
        latest.current.dirty = true;
        throw error;
      }
      // What cannot be kept later becomes what was kept last.
      setDraft((old) => ({ ...old, base: input }));
      await askAgain(client, projectKey(projectId));
    },
    [client, projectId, programType],
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

  // However the user came here: by a button, a step bar or the browser's Back.
  const at = `${step}.${subStep}`;
  const before = useRef(at);
  useEffect(() => {
    if (before.current === at) return;
    before.current = at;
    select([]);
    void save().catch((error: unknown) => console.warn('The input was not saved', error));
  }, [at, save]);
  const goNext = () =>
    step === MATERIAL_STEP && subStep < subStepCount - 1
      ? go({ step, subStep: subStep + 1 })
      : go({ step: Math.min(step + 1, STEP_COUNT - 1) as StepIndex, subStep: 0 });
  const goBack = () => {
    if (step === MATERIAL_STEP && subStep > 0) return go({ step, subStep: subStep - 1 });
    const last = Math.max(step - 1, 0) as StepIndex;
    go({ step: last, subStep: last === MATERIAL_STEP ? subStepCount - 1 : 0 });
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
    changeMaterials,
    surfaces,
    selection,
    select,
    preview,
    showPreview,
    frequencies,
    midFrequencyHz: frequencies.length > 0 ? meshFrequencyHz(draft) : HZ_PER_GHZ,
    step,
    subStep,
    subStepCount,
    goBack,
    goNext,
    goTo: (wanted) => go({ step: wanted, subStep: 0 }),
    mayGoTo: (wanted) => firstBlocked({ step: wanted, subStep: 0 }) === undefined,
    blocked: blockedAt(step, draft, model, { programType, subStep }),
    save,
    settle,
  };
}

/** Requests that outlive their page may be no longer than this (Fetch standard, 64 KiB for all together). */
const KEEPALIVE_BYTES = 60_000;
const isSmall = (body: unknown) => JSON.stringify(body).length < KEEPALIVE_BYTES;

const surfacesOf = ({ report }: ModelFacts): number[] => report?.parts.map(({ number }) => number) ?? [];

function frequenciesOf(draft: WizardDraft): number[] {
  if (hasComplaints(frequencyComplaints(draft)) || hasComplaints(sweepComplaints(draft))) return [];
  return frequenciesHz(solverInputOf(draft, 0));
}

/** What is sent of a draft: values that cannot be kept and fields of other program types stay as they were. */
export function payloadOf(programType: ProgramType, typed: WizardDraft, model: ModelFacts) {
  const draft = keptDraft(typed);
  const surfaces = surfacesOf(model);
  const input = solverInputOf(draft, model.parts);
  if (programType === PROGRAM_TYPES.pec) return { input: { ...input, outermedia: [] } };
  const composite = programType === PROGRAM_TYPES.composite;
  const { materials, impedanceEdits } = draft;
  return {
    input: { ...input, cfiealpha: [], outermedia: composite ? outerMediaList(materials, surfaces) : [] },
    materials: {
      ...materials,
      thicknesses: composite ? [] : materials.thicknesses,
      impedances: composite
        ? []
        : impedancesOf(materials, coatedSurfaces(model, draft), frequenciesOf(draft), impedanceEdits),
      outerMedias: composite ? materials.outerMedias : [],
    },
  };
}

/** While there is no mesh to ask, as during meshing again: those that have layers or impedances, so that what was typed stays. */
function coatedSurfaces(model: ModelFacts, { materials, impedanceEdits }: WizardDraft): number[] {
  if (model.report) return surfacesOf(model);
  const known = [
    ...materials.thicknesses.map(({ surface }) => surface),
    ...materials.impedances.flatMap(({ params }) => params.map(({ impedanceSurface }) => impedanceSurface)),
    ...editedSurfaces(impedanceEdits),
  ];
  return [...new Set(known)].sort((a, b) => a - b);
}

/** What the material step still lacks. */
function materialsBlocked(
  { materials, impedanceEdits }: WizardDraft,
  model: ModelFacts,
  programType: ProgramType,
  subStep: number,
): Blocked | undefined {
  if (programType === PROGRAM_TYPES.coating) {
    if (layersWithoutMaterial(materials).length > 0) return 'layerMaterials';
    // The impedances are typed in the second part: a surface needs no layer then.
    const isCoated = materials.thicknesses.length > 0 || Object.keys(impedanceEdits).length > 0;
    return subStep > 0 && !isCoated ? 'layers' : undefined;
  }
  if (materials.inputMaterials.length === 0) return 'materials';
  return subStep > 0 && surfacesWithoutOuterMedium(materials, surfacesOf(model)).length > 0
    ? 'outerMedia'
    : undefined;
}

interface Part {
  programType?: ProgramType;
  subStep?: number;
}

/** The first place before the wanted one at which something is missing. */
export function firstBlockedBefore(
  wanted: Place,
  draft: WizardDraft,
  model: ModelFacts,
  programType: ProgramType,
): Place | undefined {
  for (let step = 0; step <= wanted.step; step++) {
    const parts = step === wanted.step ? wanted.subStep : step === MATERIAL_STEP ? SUB_STEPS[programType] : 1;
    for (let subStep = 0; subStep < parts; subStep++) {
      const place = { step: step as StepIndex, subStep };
      if (blockedAt(place.step, draft, model, { programType, subStep })) return place;
    }
  }
  return undefined;
}

export function blockedAt(
  step: StepIndex,
  draft: WizardDraft,
  model: ModelFacts,
  { programType = 1, subStep = 0 }: Part = {},
): Blocked | undefined {
  const isPecProgram = programType === PROGRAM_TYPES.pec;
  if (step === 0) return hasComplaints(angleComplaints(draft)) ? 'angles' : undefined;
  if (step === 1) {
    if (hasComplaints(frequencyComplaints(draft))) return 'frequency';
    return hasComplaints(sweepComplaints(draft)) ? 'sweep' : undefined;
  }
  if (step === MATERIAL_STEP && isPecProgram) return alphasAreSet(draft, model.parts) ? undefined : 'alpha';
  if (model.phase === 'none' || model.phase === 'partial') return 'file';
  if (step === MATERIAL_STEP)
    return model.phase === 'ready' ? materialsBlocked(draft, model, programType, subStep) : 'mesher';
  if (hasComplaints(draftComplaints(draft))) return 'values';
  if (isPecProgram && !alphasAreSet(draft, model.parts)) return 'values';
  if (!isPecProgram && model.phase === 'ready') {
    const lacking = materialsBlocked(draft, model, programType, SUB_STEPS[programType] - 1);
    if (lacking) return lacking;
  }
  if (model.phase !== 'ready') return 'mesher';
  return model.type === 'UNV' && draft.scalefactor === undefined ? 'units' : undefined;
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
