import { ACTIVE_STATUSES, type LiveState, type MeshReport, type Project } from '@pace/contract';
import { z } from 'zod';

/** Parts of the mesh report beyond the contract's core, where they are there. */
const DetailSchema = z.object({
  units: z.object({ name: z.string(), metresPerUnitInFile: z.number().nullable() }).optional(),
  boundingBox: z
    .object({ fileUnits: z.object({ size: z.tuple([z.number(), z.number(), z.number()]) }) })
    .optional(),
});

export type Phase = 'none' | 'partial' | 'uploaded' | 'meshing' | 'failed' | 'ready';

/** How far the model of a project is. */
export interface ModelFacts {
  phase: Phase;
  fileName: string;
  type: 'STEP' | 'UNV';
  report: MeshReport | null;
  parts: number;
  /** Changes whenever there is another mesh to draw; null while there is none. */
  version: string | null;
}

export function modelFacts({ state }: Project, live: LiveState): ModelFacts {
  const { model, meshReport, mesherInput } = state;
  const phase = phaseOf(state, live);
  const report = phase === 'ready' ? meshReport : null;
  return {
    phase,
    fileName: model?.fileName ?? '',
    type: model?.type ?? 'STEP',
    report,
    parts: report?.parts.length ?? 0,
    version:
      report && model
        ? [model.fileName, model.fileSize, mesherInput?.mesh_size, report.triangles].join(':')
        : null,
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
  const detail = DetailSchema.safeParse(report);
  const { units, boundingBox } = detail.success ? detail.data : {};
  return {
    name: units?.name ?? report.unitsName,
    metresPerUnit: units ? units.metresPerUnitInFile : (report.metresPerUnit ?? null),
    size: boundingBox?.fileUnits.size,
  };
}

export const KNOWN_UNITS = { m: 1, mm: 0.001, cm: 0.01, inch: 0.0254, foot: 0.3048 } as const;
export type KnownUnit = keyof typeof KNOWN_UNITS;

export function unitOf(metres: number): KnownUnit | undefined {
  return (Object.keys(KNOWN_UNITS) as KnownUnit[]).find(
    (unit) => Math.abs(metres / KNOWN_UNITS[unit] - 1) < 1e-6,
  );
}
