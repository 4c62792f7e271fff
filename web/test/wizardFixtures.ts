import {
  MeshReportSchema,
  PROGRAM_TYPES,
  SolverInputShape,
  type LiveState,
  type MeshReport,
  type Project,
} from '@pace/contract';
import { draftOf, type WizardDraft } from '../src/features/wizard/draft.ts';
import { modelFacts } from '../src/features/wizard/modelFacts.ts';
import type { Wizard } from '../src/features/wizard/useWizard.ts';

/** A mesh of two parts that are numbered 3 and 9 in the file. */
export const report = (values: Partial<MeshReport> = {}): MeshReport =>
  MeshReportSchema.parse({
    vertices: 4,
    triangles: 4,
    unknownsRwg: 6,
    parts: [3, 9].map((number, i) => ({
      index: i + 1,
      number,
      name: '',
      triangles: 2,
      areaM2: 1,
      open: false,
    })),
    findings: [],
    ...values,
  });

interface ProjectValues {
  type?: Project['programType'];
  model?: 'STEP' | 'UNV' | null;
  mesh?: MeshReport | null;
  input?: Partial<Project['state']['solverInput']>;
  materials?: Project['state']['materials'];
}

/** A project with a UNV model that is read, unless told otherwise. */
export function projectOf({
  type = PROGRAM_TYPES.pec,
  model = 'UNV',
  mesh = report(),
  input,
  materials = null,
}: ProjectValues = {}): Project {
  const ready = model !== null && mesh !== null;
  return {
    id: 'p1',
    name: 'Sphere',
    projectName: 'Sphere',
    programType: type,
    coreType: 1,
    createdDate: '2026-01-01T00:00:00.000Z',
    startDate: null,
    endDate: '-1',
    isDemo: false,
    state: {
      solverInput: input ? SolverInputShape.parse(input) : null,
      materials,
      mesherInput: null,
      mesherInputFileList: [],
      outputFileList: [],
      solverResultReady: false,
      mesherResultReady: ready,
      model: model && {
        fileName: `sphere.${model.toLowerCase()}`,
        fileSize: 100,
        type: model,
        complete: true,
        received: 100,
      },
      meshReport: ready ? mesh : null,
    },
    stateLive: liveOf(),
    resultSummary: null,
  };
}

export const liveOf = (
  mesher: Partial<LiveState['mesherState']> = {},
  solver: Partial<LiveState['solverState']> = {},
): LiveState => ({
  mesherState: { status: '', detail: '', ...mesher },
  solverState: { status: '', detail: '', ...solver },
});

/** What a component of the wizard gets, without the wizard round it. */
export function wizardOf(
  project: Project,
  live: LiveState = liveOf(),
  draft: Partial<WizardDraft> = {},
): Wizard {
  const nothing = () => undefined;
  return {
    project,
    live,
    model: modelFacts(project, live),
    draft: {
      ...draftOf(project.state.solverInput, 1, {
        programType: project.programType,
        materials: project.state.materials,
      }),
      ...draft,
    },
    surfaces: project.state.meshReport?.parts.map(({ number }) => number) ?? [],
    selection: [],
    frequencies: [1.3e9],
    midFrequencyHz: 1.3e9,
    preview: undefined,
    step: 0,
    subStep: 0,
    subStepCount: 1,
    blocked: undefined,
    change: nothing,
    changeMaterials: nothing,
    select: nothing,
    showPreview: nothing,
    goBack: nothing,
    goNext: nothing,
    goTo: nothing,
    mayGoTo: () => true,
    save: async () => undefined,
    settle: nothing,
  };
}
