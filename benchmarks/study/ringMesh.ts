import type { TriangleMesh } from '../../server/src/demo/sphereMesh.ts';

const RADIUS_M = 2;
const TUBE_M = 0.7;
const STRETCH_Y = 1.3;

/** An elliptic ring: a smooth body with a hole, whose inner side shadows and sees itself. 2 · around · across triangles. */
export function ringMesh(around: number, across: number): TriangleMesh {
  const vertices: TriangleMesh['vertices'] = [];
  const triangles: TriangleMesh['triangles'] = [];
  const at = (i: number, j: number) => (i % around) * across + (j % across);
  for (let i = 0; i < around; i++)
    for (let j = 0; j < across; j++) {
      const [p, q] = [(2 * Math.PI * i) / around, (2 * Math.PI * j) / across];
      const reach = RADIUS_M + TUBE_M * Math.cos(q);
      vertices.push([reach * Math.cos(p), STRETCH_Y * reach * Math.sin(p), TUBE_M * Math.sin(q)]);
      const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
      triangles.push([a, b, c], [a, c, d]);
    }
  return { vertices, triangles };
}
