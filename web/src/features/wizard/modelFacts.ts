import {
  ACTIVE_STATUSES,
  type LiveState,
  type MeshReport,
  type MessageKey,
  type Project,
} from '@pace/contract';

export type Phase = 'none' | 'partial' | 'uploaded' | 'meshing' | 'failed' | 'ready';

/** How far the model of a project is. */
export interface ModelFacts {
  phase: Phase;
  fileName: string;
  type: 'STEP' | 'UNV';
  report: MeshReport | null;
  /** Of an uploaded mesh that was read and has errors, so that it cannot be solved */
  failedReport: MeshReport | null;
  parts: number;
  /** Changes whenever there is another mesh to solve; null while there is none. */
  version: string | null;
  /** Likewise of a mesh to draw: that one or one with errors */
  drawnVersion: string | null;
}

export function modelFacts({ state }: Project, live: LiveState): ModelFacts {
  const { model, meshReport, mesherInput } = state;
  const phase = phaseOf(state, live);
  const report = phase === 'ready' ? meshReport : null;
  const failedReport = phase === 'failed' && model?.type === 'UNV' ? meshReport : null;
  const versionOf = (of: MeshReport | null) =>
    of && model
      ? [
          model.fileName,
          model.fileSize,
          mesherInput?.mesh_size,
          mesherInput?.curvedElements,
          mesherInput?.gradedMesh && [mesherInput.gradedElementsPerTurn, mesherInput.gradedFactor].join(),
          mesherInput?.modelScale,
          mesherInput?.rotations && JSON.stringify(mesherInput.rotations),
          of.triangles,
          of.vertices,
          of.rounding?.angle_deg,
        ].join(':')
      : null;
  return {
    phase,
    fileName: model?.fileName ?? '',
    type: model?.type ?? 'STEP',
    report,
    failedReport,
    parts: report?.parts.length ?? 0,
    version: versionOf(report),
    drawnVersion: versionOf(report ?? failedReport),
  };
}

function phaseOf({ model, mesherResultReady }: Project['state'], { mesherState }: LiveState): Phase {
  if (!model) return 'none';
  if (!model.complete) return 'partial';
  if ((ACTIVE_STATUSES as readonly string[]).includes(mesherState.status)) return 'meshing';
  if (mesherState.status === 'Error' || mesherState.status === 'Cancelled') return 'failed';
  // A UNV file is read by the server without being asked; until its report is there, it is being read.
  if (mesherResultReady) return 'ready';
  return model.type === 'UNV' || mesherState.status === 'Finished' ? 'meshing' : 'uploaded';
}

export interface FileUnits {
  name: string | undefined;
  /** What the file's units dataset says; null if it is silent */
  metresPerUnit: number | null;
  /** Size of the bounding box in units of the file */
  size: [number, number, number] | undefined;
}

export function fileUnits(report: MeshReport): FileUnits {
  const { units, boundingBox } = report;
  return {
    name: units?.name ?? report.unitsName,
    metresPerUnit: units ? units.metresPerUnitInFile : (report.metresPerUnit ?? null),
    size: boundingBox?.fileUnits.size,
  };
}

/** Metres per unit of the coordinates that are drawn; undefined while nobody knows. The mesh of a STEP file is in metres. */
export function metresPerUnitOf(
  model: ModelFacts,
  draft: { scalefactor: number | undefined },
): number | undefined {
  const report = model.report ?? model.failedReport;
  if (!report) return undefined;
  return model.type === 'STEP' ? 1 : (draft.scalefactor ?? fileUnits(report).metresPerUnit ?? undefined);
}

/** Places of bad triangles, in metres as the report has them. */
export function findingPlaces(report: MeshReport): [number, number, number][] {
  return (report.quality?.slivers ?? []).map(({ centroid_m }) => centroid_m);
}

/** Whether most triangles are bent: then edges may be longer (CURVED_EDGES_PER_WAVELENGTH). */
export function isSmoothlyCurved({ curved, triangles }: MeshReport): boolean {
  return curved !== undefined && 2 * curved.triangles >= triangles;
}

/** What the import doctor reads off the report; undefined where the report is silent. */
export function meshHealth(report: MeshReport) {
  const { edge_m: edgeM, turnedTriangles, openEdges, junctionEdges, quality, components } = report;
  return {
    turned: turnedTriangles,
    openEdges,
    junctions: junctionEdges,
    slivers: quality?.sliverCount,
    worstQuality: quality?.min,
    /** In metres of the report's own unit */
    meanEdge: edgeM?.mean,
    longestEdge: edgeM?.max,
    bodies: components?.length,
    closedBodies: components?.filter(({ closed }) => closed).length,
  };
}

/** Reasons of UNITS_UNCERTAIN that the model's name is one of */
const NAMES_INCHES: readonly string[] = ['unit.nameSaysInches', 'unit.bothReasons'] satisfies MessageKey[];

/**
 * The unit that a file most likely means when its own word is doubtful: the one that the check
 * read in the model's name. Without such a trace none is proposed: a guess would look like knowledge.
 */
export function likelyUnit(report: MeshReport): KnownUnit | undefined {
  const reason = report.findings.find(({ code }) => code === 'UNITS_UNCERTAIN')?.values?.['reason'];
  return typeof reason === 'object' && 'message' in reason && NAMES_INCHES.includes(reason.message)
    ? 'inch'
    : undefined;
}

export const KNOWN_UNITS = { m: 1, mm: 0.001, cm: 0.01, inch: 0.0254, foot: 0.3048 } as const;
export type KnownUnit = keyof typeof KNOWN_UNITS;

export function unitOf(metres: number): KnownUnit | undefined {
  return (Object.keys(KNOWN_UNITS) as KnownUnit[]).find(
    (unit) => Math.abs(metres / KNOWN_UNITS[unit] - 1) < 1e-6,
  );
}
