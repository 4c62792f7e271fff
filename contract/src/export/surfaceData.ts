import { oneLine } from './scatteringData.ts';

/** A mesh of triangles, in metres. */
export interface SurfaceMesh {
  /** x, y, z a vertex */
  vertices: ArrayLike<number>;
  /** Three vertices (0-based) a triangle; counter-clockwise seen from outside of a closed part */
  triangles: ArrayLike<number>;
  /** Number of its part (1-based) a triangle */
  parts: ArrayLike<number>;
  /** Name of each part, by its number; others are called after it */
  partNames?: ReadonlyMap<number, string>;
  /** Where triangles are bent */
  middles?: SurfaceMiddles;
}

/** Points of a second-order mesh between its vertices. */
export interface SurfaceMiddles {
  /** x, y, z a point */
  points: ArrayLike<number>;
  /** Three points (0-based) a triangle, of the sides from corner 1 to 2, 2 to 3 and 3 to 1; −1 of flat triangles */
  ofTriangle: ArrayLike<number>;
}

export interface SurfaceData {
  /** Of the run or the project */
  name: string;
  mesh: SurfaceMesh;
}

/** Of a part without a name `Part 3`. */
export const partNameOf = ({ partNames }: SurfaceMesh, part: number): string =>
  oneLine(partNames?.get(part) ?? '') || `Part ${part}`;

/** Part numbers that triangles have, ascending. */
export const partsOf = ({ parts }: SurfaceMesh): number[] =>
  [...new Set(Array.from(parts))].sort((a, b) => a - b);

export const vertexCount = ({ vertices }: SurfaceMesh): number => vertices.length / 3;
export const middleCount = ({ middles }: SurfaceMesh): number => (middles?.points.length ?? 0) / 3;
export const triangleCount = ({ triangles }: SurfaceMesh): number => triangles.length / 3;

/** @throws Error if there are no triangles, a triangle has a vertex that is not there, or parts are missing */
export function checkMesh({ name, mesh }: SurfaceData): void {
  const { triangles, parts, middles } = mesh;
  if (triangles.length === 0)
    throw new Error(`"${oneLine(name)}" has no mesh to export. Mesh the model first.`);
  if (!Number.isInteger(vertexCount(mesh)) || parts.length !== triangleCount(mesh))
    throw new Error('A mesh has three numbers a vertex and one part a triangle.');
  if (middles && middles.ofTriangle.length !== triangles.length)
    throw new Error('A mesh with bent triangles has three middles a triangle, −1 where it is flat.');
  for (let i = 0; i < triangles.length; i++)
    if (!(triangles[i]! >= 0 && triangles[i]! < vertexCount(mesh)))
      throw new Error(
        `Triangle ${Math.floor(i / 3) + 1} has the vertex ${triangles[i]! + 1}, but there are ${vertexCount(mesh)}.`,
      );
}

/** The three corners of a triangle, and the three middles of its sides if it is bent: 0-based, middles numbered behind the vertices. */
export function nodesOf(mesh: SurfaceMesh, triangle: number): number[] {
  const corners = [0, 1, 2].map((corner) => mesh.triangles[3 * triangle + corner]!);
  if (!mesh.middles || mesh.middles.ofTriangle[3 * triangle]! < 0) return corners;
  const behind = vertexCount(mesh);
  return [...corners, ...[0, 1, 2].map((side) => behind + mesh.middles!.ofTriangle[3 * triangle + side]!)];
}

/** x, y, z of the vertices, then of the middles. */
export const nodePoints = ({ vertices, middles }: SurfaceMesh): ArrayLike<number> =>
  middles ? joinedNumbers(vertices, middles.points) : vertices;

function joinedNumbers(first: ArrayLike<number>, second: ArrayLike<number>): Float64Array {
  const all = new Float64Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
