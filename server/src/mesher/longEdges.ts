import type { LongEdges, MeshReport, MesherOptions } from '@pace/contract';
import { finding } from './finding.ts';
import type { Topology } from './topology.ts';

/** gmsh's 2D algorithms by their numbers. */
export const ALGORITHM = { meshAdapt: 1, automatic: 2, delaunay: 5, frontalDelaunay: 6, bamg: 7 } as const;

/**
 * Edges longer than this many mesh sizes are mended. Where a face is narrow or badly parametrized, and next to the poles of
 * a sphere, the front of Frontal-Delaunay closes with a few edges of up to 2.3 mesh sizes, and Delaunay leaves some of 5;
 * MeshAdapt splits every edge above √2. Measured with gmsh 4.8.4 by benchmarks/longEdges.ts.
 */
const TOO_LONG = 1.8;
/** With faces that have such edges, those with edges above this many mesh sizes are mended, as far as the time allows. */
const LONG = 1.5;
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
  /** Its longest edge in mesh sizes */
  times: number;
}

/** Faces with long edges, the longest first; none as long as no edge is too long. */
export function longEdgedFaces(report: MeshReport, topology: Topology, meshSizeMm: number): LongEdgedFace[] {
  const found = report.parts
    .flatMap(({ number: part, triangles, longestEdgeM = 0 }) => {
      const face = topology.faces[part - 1];
      return face ? [{ part, face: face.number, triangles, times: (1000 * longestEdgeM) / meshSizeMm }] : [];
    })
    .filter(({ times }) => times > LONG)
    .sort((a, b) => b.times - a.times);
  return found.some(isTooLong) ? found : [];
}

export function isTooLong({ times }: LongEdgedFace): boolean {
  return times > TOO_LONG;
}

/** The longest edge of a mesh [m]; 0 where the report does not say. */
export function longestEdgeM(report: MeshReport): number {
  return Math.max(0, ...report.parts.map((part) => part.longestEdgeM ?? 0));
}

/**
 * The faces to mesh again: all whose edges are too long, and further ones as far as the time allows; or why none is. Only
 * Frontal-Delaunay and Delaunay are helped out: another algorithm is somebody's choice for this very model.
 * @param long      longest edges first
 * @param revolved  gmsh's numbers of faces that are surfaces of revolution
 */
export function facesToMeshAgain(
  long: readonly LongEdgedFace[],
  algorithm: MesherOptions['algorithm'],
  revolved: ReadonlySet<number>,
): LongEdgedFace[] | 'as-asked' | 'too-large' {
  if (algorithm !== ALGORITHM.frontalDelaunay && algorithm !== ALGORITHM.delaunay) return 'as-asked';
  let weighed = 0;
  const firstTooMany = long.findIndex(({ face, triangles }) => {
    weighed += (revolved.has(face) ? REVOLVED_WEIGHT : 1) * triangles;
    return weighed > ADAPTED_TRIANGLES_MAX;
  });
  const chosen = firstTooMany < 0 ? [...long] : long.slice(0, firstTooMany);
  return long.slice(chosen.length).some(isTooLong) ? 'too-large' : chosen;
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

/** What is reported of edges that were or are too long. */
export function longEdgesFinding(long: LongEdges, options: MesherOptions): MeshReport['findings'][number] {
  const sized = (lengthM: number) => ({
    metres: Number(lengthM.toPrecision(3)),
    times: Number(((1000 * lengthM) / options.mesh_size).toFixed(2)),
  });
  const before = sized(long.longestM);
  const count = long.parts.length;
  const parts = [...long.parts.slice(0, 10), ...(count > 10 ? ['…'] : [])];
  if (long.outcome === 'mended') {
    const after = sized(long.longestAfterM ?? 0);
    return finding('info', 'LONG_EDGES_MENDED', {
      count,
      parts,
      before: before.metres,
      times: before.times,
      after: after.metres,
      timesAfter: after.times,
    });
  }
  return finding('info', 'LONG_EDGES', { count, parts, longest: before.metres, times: before.times });
}
