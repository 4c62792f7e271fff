import type { MeshReport } from '@pace/contract';

type Box = NonNullable<MeshReport['boundingBox']>['fileUnits'];
const cube = (side: number): Box => ({ low: [0, 0, 0], high: [side, side, side], size: [side, side, side] });

/** What a mesh report has of a mesh in order, a cube in metres. */
export const IN_ORDER = {
  units: { stated: true, name: 'Metre', metresPerUnitInFile: 1, metresPerUnit: 1, source: 'file' },
  boundingBox: { fileUnits: cube(1), metres: cube(1) },
  openEdges: 0,
  junctionEdges: 0,
  turnedTriangles: 0,
  quality: {
    measure: 'radiusRatio',
    min: 0.9,
    mean: 0.95,
    histogram: [0, 0, 0, 0, 0, 0, 0, 0, 0, 12],
    sliverCount: 0,
    slivers: [],
  },
  components: [{ triangles: 12, closed: true, openEdges: 0, area_m2: 6, volume_m3: 1 }],
} satisfies Partial<MeshReport>;

/** What the mesher adds for a STEP model. */
export const MESHER = {
  options: {
    operation_id: 1,
    algorithm: 6,
    mesh_size: 10,
    tolerans_Percentage: 10,
    refinement_step: 10,
    curvedElements: false,
  },
  seconds: 0.1,
  gmshVersion: '4.11.1',
  triangles: 12,
} satisfies MeshReport['mesher'];
