import {
  fromWire,
  ProjectSchema,
  SolverInputShape,
  type Materials,
  type MeshReport,
  type Project,
  type SolverInput,
  type WireProject,
} from '@pace/contract';

interface Facts {
  id?: string;
  name?: string;
  programType?: 1 | 2 | 3;
  /** Status and sentence of the solver run and of the mesher run */
  solver?: string;
  detail?: string;
  /** Of a run that has finished */
  converged?: boolean;
  mesher?: string;
  mesherDetail?: string;
  /** null: the input was never saved */
  frequencyHz?: number | null;
  isDemo?: boolean;
  /** Type of a model that has arrived */
  model?: 'STEP' | 'UNV' | undefined;
  /** Of a model whose mesh is ready; its unit is confirmed */
  report?: MeshReport;
  input?: Partial<SolverInput>;
  materials?: Materials;
}

/** A closed and an open part of a model in metres */
export const REPORT: MeshReport = {
  metresPerUnit: 1,
  unitsName: 'SI: Meter (newton)',
  vertices: 1690,
  triangles: 3376,
  unknownsRwg: 5064,
  findings: [],
  parts: [
    { index: 1, number: 1, name: 'Hull', triangles: 3000, areaM2: 3, open: false },
    { index: 2, number: 2, name: 'Fin', triangles: 376, areaM2: 0.4, open: true },
  ],
};

/** A project as the pages have it. */
export const aProject = (facts: Facts = {}): Project => fromWire(aWireProject(facts));

/** A project as the server sends it. */
export function aWireProject(facts: Facts = {}): WireProject {
  const {
    id = '1',
    name = 'a',
    programType = 1,
    solver = '',
    detail = '',
    frequencyHz = 1e9,
    isDemo = false,
    report,
    input,
  } = facts;
  const mesher = facts.mesher ?? (report ? 'Finished' : '');
  const model = facts.model ?? (report && 'UNV');
  return ProjectSchema.parse({
    ...{ id, name, projectName: name, solverType: programType, coreType: 1 },
    ...{ createdDate: '2026-01-01', startDate: null, endDate: '-1', isDemo, resultSummary: null },
    state: {
      solverInput:
        frequencyHz === null
          ? null
          : SolverInputShape.parse({
              frequency: [frequencyHz, -1, -1],
              cfiealpha: [0.5],
              ...(report && { scalefactor: 1 }),
              ...input,
            }),
      ...{
        materials: facts.materials ?? null,
        mesherInput: null,
        mesherInputFileList: [],
        outputFileList: [],
      },
      solverResultReady: solver === 'Finished',
      mesherResultReady: mesher === 'Finished',
      model: model
        ? {
            fileName: `model.${model.toLowerCase()}`,
            fileSize: 100,
            type: model,
            complete: true,
            received: 100,
          }
        : null,
      meshReport: report ?? null,
    },
    stateLive: {
      solverState: {
        status: solver,
        detail,
        ...(facts.converged === undefined ? {} : { converged: facts.converged }),
      },
      mesherState: { status: mesher, detail: facts.mesherDetail ?? '' },
    },
  });
}
