import { sphereMesh, type TriangleMesh } from '../../src/demo/sphereMesh.ts';
import { unvText } from '../../src/demo/unvText.ts';

/** Meshes with one fault each, those of docs/broken-models.md (solver/test/run/broken_shapes.hpp has them for the solver). */

type Point = [number, number, number];
const ORIGIN: Point = [0, 0, 0];

export interface BrokenModel {
  /** First column of the table */
  name: string;
  mesh: TriangleMesh;
  /** Of the file; null: it does not say */
  metresPerUnit?: number | null;
  frequencyHz?: number;
}

const sphere = (frequency = 2, centre = ORIGIN) => sphereMesh(0.3, centre, frequency);

export function together(one: TriangleMesh, other: TriangleMesh): TriangleMesh {
  const offset = one.vertices.length;
  return {
    vertices: [...one.vertices, ...other.vertices],
    triangles: [
      ...one.triangles,
      ...other.triangles.map((corners) => corners.map((v) => v + offset) as Point),
    ],
  };
}

/** Upper and lower half, each with its own nodes on the seam; the lower one scaled. */
export function torn(mesh: TriangleMesh, scale = 1): TriangleMesh {
  const isUpper = (corners: readonly number[]) =>
    corners.reduce((sum, v) => sum + mesh.vertices[v]![2], 0) > 0;
  return together(
    only(mesh, isUpper),
    only(mesh, (corners) => !isUpper(corners), scale),
  );
}

/** Some triangles of a mesh with the nodes that they use. */
function only(mesh: TriangleMesh, isIn: (corners: readonly number[]) => boolean, scale = 1): TriangleMesh {
  const triangles = mesh.triangles.filter(isIn);
  const used = [...new Set(triangles.flat())].sort((a, b) => a - b);
  const index = new Map(used.map((v, i) => [v, i]));
  return {
    vertices: used.map((v) => mesh.vertices[v]!.map((x) => x * scale) as Point),
    triangles: triangles.map((corners) => corners.map((v) => index.get(v)!) as Point),
  };
}

function withFilledSlit(): TriangleMesh {
  const { vertices, triangles } = sphere();
  const [[a, b, c], ...others] = triangles as [Point, ...Point[]];
  const middle = vertices.length;
  return {
    vertices: [...vertices, vertices[a]!.map((x, axis) => (x + vertices[b]![axis]!) / 2) as Point],
    triangles: [[a, middle, c], ...others, [middle, b, c], [a, b, middle]],
  };
}

function withVertex(mesh: TriangleMesh, index: number, place: (old: Point) => Point): TriangleMesh {
  return { ...mesh, vertices: mesh.vertices.map((vertex, i) => (i === index ? place(vertex) : vertex)) };
}

/** One corner of a triangle moved until it almost lies on the opposite side. */
function withNeedle(): TriangleMesh {
  const mesh = sphere();
  const [a, b, c] = mesh.triangles[0]!;
  return withVertex(
    mesh,
    a,
    (old) =>
      old.map((x, axis) => {
        const opposite = (mesh.vertices[b]![axis]! + mesh.vertices[c]![axis]!) / 2;
        return opposite + 0.002 * (x - opposite);
      }) as Point,
  );
}

const debris: TriangleMesh = {
  vertices: [
    [0.5, 0, 0],
    [0.5001, 0, 0],
    [0.5, 0.0001, 0],
    [0.5001, 0.0001, 0],
  ],
  triangles: [
    [0, 1, 2],
    [1, 3, 2],
  ],
};

/** 0.4 m × 0.3 m in 4 × 3 cells, one triangle wound the other way. */
function turnedPlate(): TriangleMesh {
  const at = (i: number, j: number) => 4 * i + j;
  const vertices = Array.from({ length: 20 }, (_, v): Point => [0.1 * Math.floor(v / 4), 0.1 * (v % 4), 0]);
  const triangles = Array.from({ length: 12 }, (_, cell): Point[] => {
    const [i, j] = [Math.floor(cell / 3), cell % 3];
    return [
      [at(i, j), at(i + 1, j), at(i + 1, j + 1)],
      [at(i, j), at(i + 1, j + 1), at(i, j + 1)],
    ];
  }).flat();
  const [a, b, c] = triangles[7]!;
  triangles[7] = [b, a, c];
  return { vertices, triangles };
}

export const BROKEN_MODELS: readonly BrokenModel[] = [
  {
    name: 'An edge split at its middle, the slit filled with a triangle without area',
    mesh: withFilledSlit(),
  },
  {
    name: 'One vertex at 2147483648 m',
    mesh: withVertex(sphere(3), 5, ([, y, z]) => [2147483648, y, z]),
  },
  {
    name: 'A face that is there twice',
    mesh: { ...sphere(), triangles: [...sphere().triangles, sphere().triangles[3]!] },
  },
  { name: 'A triangle like a needle', mesh: withNeedle() },
  {
    name: 'A sphere without one of its triangles',
    mesh: { ...sphere(4), triangles: sphere(4).triangles.slice(0, -1) },
  },
  { name: 'A sphere and two forgotten tiny triangles', mesh: together(sphere(), debris) },
  { name: 'A plate with one triangle wound the other way', mesh: turnedPlate() },
  { name: 'Two copies of a sphere', mesh: together(sphere(), sphere()) },
  { name: 'A sphere in two halves, each with its own nodes on the seam', mesh: torn(sphere()) },
  { name: 'Two spheres that overlap', mesh: together(sphere(), sphere(2, [0.3, 0.07, 0.15])) },
  { name: 'A file that does not say its unit', mesh: sphere(), metresPerUnit: null },
  { name: 'A unit of 1e155 m', mesh: sphere(), metresPerUnit: 1e155 },
  { name: '2.56 Hz for 2.56 GHz', mesh: sphere(), frequencyHz: 2.56 },
  {
    name: '582 m for 582 mm at 2.56 GHz',
    mesh: sphereMesh(0.291, ORIGIN, 3),
    metresPerUnit: 1000,
    frequencyHz: 2.56e9,
  },
];

/** A mesh as a file whose coordinates are in this unit; null: it has no dataset 164. */
export function unvInUnit(mesh: TriangleMesh, metresPerUnit: number | null = 1): Buffer {
  const text = unvText(mesh, 'body');
  const nodes = text.indexOf('    -1\n  2411');
  if (metresPerUnit === null) return Buffer.from(text.slice(nodes));
  const factor = (1 / metresPerUnit).toExponential(16).toUpperCase().replace('E', 'D').padStart(25);
  const lines = text.slice(0, nodes).split('\n');
  lines[3] = factor + lines[3]!.slice(25);
  return Buffer.from(lines.join('\n') + text.slice(nodes));
}
