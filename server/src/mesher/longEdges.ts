import type { LongEdges, MeshReport, MesherOptions } from '@pace/contract';
import type { Topology } from './topology.ts';

/** gmsh's 2D algorithms by their numbers. */
export const ALGORITHM = { meshAdapt: 1, automatic: 2, delaunay: 5, frontalDelaunay: 6, bamg: 7 } as const;

/**
 * Edges longer than this many mesh sizes are mended. Where a face is narrow or badly parametrized, and next to the poles of
 * a sphere, the front of Frontal-Delaunay closes with a few edges of up to 2.3 mesh sizes, and Delaunay leaves some of 5;
 * MeshAdapt splits every edge above √2. Measured with gmsh 4.8.4 by benchmarks/longEdges.ts.
 */
export const TOO_LONG = 1.8;
/** A second mesh is taken only when its longest edge is below this share of the first one's. */
const REALLY_SHORTER = 0.9;
/**
 * MeshAdapt takes 0.3 to 1.2 ms a triangle, the more the larger the face, and 3 to 12 ms on surfaces of revolution, whose
 * points OpenCASCADE finds by iteration. With these two numbers that is 25 s of one core at most (benchmarks/longEdges.ts:
 * spheres, cones and tori of 10 000 triangles 8 to 12 s, the fuselage of the ready aircraft with 1900 triangles 23 s).
 */
const ADAPTED_TRIANGLES_MAX = 10_000;
const REVOLVED_WEIGHT = 5;

/** A face of the model with edges far longer than asked. */
export interface LongEdgedFace {
  /** Its part number */
  part: number;
  /** gmsh's number of it */
  face: number;
  triangles: number;
}

export function longEdgedFaces(report: MeshReport, topology: Topology, meshSizeMm: number): LongEdgedFace[] {
  return report.parts
    .filter((part) => (part.longestEdgeM ?? 0) > (TOO_LONG * meshSizeMm) / 1000)
    .flatMap(({ number, triangles }) => {
      const face = topology.faces[number - 1];
      return face ? [{ part: number, face: face.number, triangles }] : [];
    });
}

/** The longest edge of a mesh [m]; 0 where the report does not say. */
export function longestEdgeM(report: MeshReport): number {
  return Math.max(0, ...report.parts.map((part) => part.longestEdgeM ?? 0));
}

/**
 * Why these faces are not meshed again; undefined when they are. Only Frontal-Delaunay and Delaunay are helped out: another
 * algorithm is somebody's choice for this very model.
 * @param revolved  gmsh's numbers of faces that are surfaces of revolution
 */
export function reasonToLeave(
  long: readonly LongEdgedFace[],
  algorithm: MesherOptions['algorithm'],
  revolved: ReadonlySet<number>,
): 'as-asked' | 'too-large' | undefined {
  if (algorithm !== ALGORITHM.frontalDelaunay && algorithm !== ALGORITHM.delaunay) return 'as-asked';
  const weighed = long.reduce(
    (sum, { face, triangles }) => sum + (revolved.has(face) ? REVOLVED_WEIGHT : 1) * triangles,
    0,
  );
  return weighed > ADAPTED_TRIANGLES_MAX ? 'too-large' : undefined;
}

/** Whether the second mesh has a really shorter longest edge, and no errors or slivers where there were none. */
export function isBetter(second: MeshReport, first: MeshReport): boolean {
  const newTrouble = second.findings.some(
    ({ code, severity }) =>
      (severity === 'error' || code === 'SLIVERS') &&
      !first.findings.some((finding) => finding.code === code),
  );
  return !newTrouble && longestEdgeM(second) < REALLY_SHORTER * longestEdgeM(first);
}

/** What is told of edges that were or are too long. */
export function longEdgesFinding(long: LongEdges, options: MesherOptions): MeshReport['findings'][number] {
  const sized = (lengthM: number) => ({
    metres: Number(lengthM.toPrecision(3)),
    times: ((1000 * lengthM) / options.mesh_size).toFixed(2),
  });
  const before = sized(long.longestM);
  const count = `${long.parts.length} ${long.parts.length === 1 ? 'part' : 'parts'}`;
  const parts = long.parts.slice(0, 10).join(', ') + (long.parts.length > 10 ? ', …' : '');
  if (long.outcome === 'mended') {
    const after = sized(long.longestAfterM ?? 0);
    return {
      code: 'LONG_EDGES_MENDED',
      severity: 'info',
      sentence:
        `Edges of up to ${before.metres} m (${before.times} times the mesh size) came out on ${count} (${parts}), meshed again by ` +
        `MeshAdapt: the longest edge of the mesh is now ${after.metres} m (${after.times} times).`,
    };
  }
  return {
    code: 'LONG_EDGES',
    severity: 'info',
    sentence:
      `Edges of up to ${before.metres} m (${before.times} times the mesh size) are left on ${count} (${parts}). ` +
      'Another mesh size may avoid them.',
  };
}
