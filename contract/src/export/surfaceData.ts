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
export const triangleCount = ({ triangles }: SurfaceMesh): number => triangles.length / 3;

/** @throws Error if there are no triangles, a triangle has a vertex that is not there, or parts are missing */
export function checkMesh({ name, mesh }: SurfaceData): void {
  const { triangles, parts } = mesh;
  if (triangles.length === 0)
    throw new Error(`"${oneLine(name)}" has no mesh to export. Mesh the model first.`);
  if (!Number.isInteger(vertexCount(mesh)) || parts.length !== triangleCount(mesh))
    throw new Error('A mesh has three numbers a vertex and one part a triangle.');
  for (let i = 0; i < triangles.length; i++)
    if (!(triangles[i]! >= 0 && triangles[i]! < vertexCount(mesh)))
      throw new Error(
        `Triangle ${Math.floor(i / 3) + 1} has the vertex ${triangles[i]! + 1}, but there are ${vertexCount(mesh)}.`,
      );
}
