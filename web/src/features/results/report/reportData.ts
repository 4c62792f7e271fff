import {
  CALLS,
  INCIDENTS,
  isBothPolarizations,
  PROGRAM_TYPES,
  type Incident,
  type Project,
} from '@pace/contract';
import { callApi, callBinary, type ResultOf } from '../../../api/client.ts';
import { parseGeometry, type MeshGeometry } from '../../../viewer/index.ts';
import { metresPerUnit } from '../data/queries.ts';
import { resultKeyOf, type ResultPoint, type WavePoint } from '../data/resultPoint.ts';
import { polarizationOfRun, sweepPointsOf } from '../data/resultSummary.ts';
import { enabledViews } from '../data/resultViews.ts';
import { parseCurrents, type SurfaceCurrent } from '../fields/currents.ts';
import { readLargestEchoes, readSpots, type LargestEcho, type SweepSpots } from './readPlaces.ts';
import { inBatches, reportPoints, type ReportPoints } from './reportPoints.ts';

export type FarField = ResultOf<typeof CALLS.farZoneFieldsResult>;
export type ExactSphere = ResultOf<typeof CALLS.sphereResult>;

export interface History extends ResultOf<typeof CALLS.iterationsResult> {
  point: WavePoint;
}

export interface Cuts {
  point: ResultPoint;
  far: FarField;
  /** Undefined of a model that is no sphere */
  exact: ExactSphere | undefined;
}

export interface Currents {
  density: 'J' | 'M';
  /** Of a run of both polarizations */
  incident: Incident | undefined;
  current: SurfaceCurrent;
}

/** Of a run with results; what it did not keep is undefined. */
export interface ReportResults extends ReportPoints {
  histories: History[] | undefined;
  cuts: Cuts[] | undefined;
  /** At the first point */
  pattern: FarField | undefined;
  /** At the first point */
  currents: Currents[] | undefined;
  monostatic: ResultOf<typeof CALLS.monoStaticRcsResult>;
  /** Design maps, where the run has currents for them */
  echoes: LargestEcho[];
  spots: SweepSpots[];
}

/** What the server says of a project, for its report. */
export interface ReportData {
  health: Pick<ResultOf<typeof CALLS.health>, 'version' | 'solver'>;
  geometry: MeshGeometry | undefined;
  /** Undefined as long as there are none */
  results: ReportResults | undefined;
}

interface Reading {
  signal: AbortSignal;
  /** After each answer, the share of those that are there */
  onProgress: (share: number) => void;
}

/** Asks the server for all that a report shows, anew: nothing depends on what the page shows. */
export async function readReportData(project: Project, { signal, onProgress }: Reading): Promise<ReportData> {
  const drawn = reportPoints(sweepPointsOf(project));
  const ready = project.state.solverResultReady && drawn.points.length > 0;
  const views = enabledViews(project);
  const sweeps = ['iterations', 'bistatic'] as const;
  // Version and mesh; histories and cuts of every point; pattern and currents of one, backscatter, hot spots and maps of all.
  const expected = 2 + (ready ? sweeps.filter((one) => views.has(one)).length * drawn.points.length + 5 : 0);
  let received = 0;
  const counted = async <T>(answer: Promise<T>): Promise<T> => {
    const value = await answer;
    onProgress(Math.min(1, ++received / expected));
    return value;
  };
  const [health, geometry] = await Promise.all([
    counted(callApi(CALLS.health, { signal })),
    project.state.mesherResultReady ? counted(readGeometry(project, signal)) : undefined,
  ]);
  if (!ready) return { health, geometry, results: undefined };

  const bodyOf = (point: ResultPoint) => ({ projectId: project.id, ...resultKeyOf(point) });
  const [first] = drawn.points as [ResultPoint];
  const incidents = incidentsOf(project);
  const histories = views.has('iterations')
    ? await inBatches(
        drawn.points.flatMap((point): WavePoint[] => incidents.map((incident) => ({ ...point, incident }))),
        async (point) => ({
          point,
          ...(await counted(
            callApi(CALLS.iterationsResult, {
              body: { ...bodyOf(point), incident: point.incident },
              signal,
            }),
          )),
        }),
      )
    : undefined;
  const farAt = (point: ResultPoint) => callApi(CALLS.farZoneFieldsResult, { body: bodyOf(point), signal });
  const cuts = views.has('bistatic')
    ? await readCuts(drawn.points, {
        far: (point) => counted(farAt(point)),
        exact: (point) => callApi(CALLS.sphereResult, { body: bodyOf(point), signal }),
      })
    : undefined;
  const monostatic = await counted(
    callApi(CALLS.monoStaticRcsResult, { body: { projectId: project.id }, signal }),
  );
  return {
    health,
    geometry,
    results: {
      ...drawn,
      histories,
      cuts,
      pattern: views.has('pattern') ? (cuts?.[0]?.far ?? (await counted(farAt(first)))) : undefined,
      currents:
        views.has('currents') && geometry ? await counted(readCurrents(project, first, signal)) : undefined,
      monostatic,
      echoes: await counted(readLargestEchoes(project, monostatic.monoStaticRcs, signal)),
      spots: await counted(readSpots(project, signal)),
    },
  };
}

async function readGeometry(project: Project, signal: AbortSignal): Promise<MeshGeometry> {
  return parseGeometry(
    await callBinary(CALLS.mesherResult, { body: { projectId: project.id }, signal }),
    metresPerUnit(project),
  );
}

interface CutCalls {
  far: (point: ResultPoint) => Promise<FarField>;
  exact: (point: ResultPoint) => Promise<ExactSphere>;
}

async function readCuts(points: readonly ResultPoint[], { far, exact }: CutCalls): Promise<Cuts[]> {
  // Most models are no spheres, which is no failure of the report; one answer says so for all points.
  const sphere = points[0] && (await exact(points[0]).catch(() => undefined));
  return inBatches(points, async (point) => {
    const [computed, reference] = await Promise.all([
      far(point),
      point === points[0] ? sphere : sphere && exact(point),
    ]);
    return { point, far: computed, exact: reference };
  });
}

/** The incident waves that a run has files of; of one wave they have no letter. */
const incidentsOf = (project: Project): readonly (Incident | undefined)[] =>
  isBothPolarizations(polarizationOfRun(project)) ? INCIDENTS : [undefined];

/** On conductors there is no magnetic current. */
async function readCurrents(project: Project, point: ResultPoint, signal: AbortSignal): Promise<Currents[]> {
  const currents: Currents[] = [];
  const densities = project.programType === PROGRAM_TYPES.pec ? (['J'] as const) : (['J', 'M'] as const);
  for (const incident of incidentsOf(project))
    for (const density of densities) {
      const body = { projectId: project.id, ...resultKeyOf(point), density, incident };
      const buffer = await callBinary(CALLS.fusionResult, { body, signal }).catch((error: unknown) => {
        if (density === 'J' || signal.aborted) throw error;
        return undefined;
      });
      if (buffer) currents.push({ density, incident, current: parseCurrents(buffer) });
    }
  return currents;
}
