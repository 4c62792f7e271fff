import { readFileSync } from 'node:fs';

type Point = [number, number, number];

/** A triangle mesh read straight from the UNV text, so that the tests do not check `pace check` by itself. */
export interface UnvMesh {
  metresPerUnit: number | undefined;
  triangles: UnvTriangle[];
  groups: string[];
}

export interface UnvTriangle {
  /** Number of its group, where the file has groups */
  part: number;
  corners: [Point, Point, Point];
  nodes: [number, number, number];
  /** Of a triangle of second order: the middles of the sides that begin at each corner */
  middles?: [Point, Point, Point];
}

export function readUnv(file: string): UnvMesh {
  const mesh: UnvMesh = { metresPerUnit: undefined, triangles: [], groups: [] };
  const points = new Map<number, Point>();
  const triangles = new Map<number, UnvTriangle>();
  for (const [dataset, lines] of datasets(readFileSync(file, 'latin1'))) {
    if (dataset === 164) mesh.metresPerUnit = 1 / numbers(lines[1]!)[0]!;
    if (dataset === 2411) {
      for (let i = 0; i + 1 < lines.length; i += 2) {
        points.set(numbers(lines[i]!)[0]!, numbers(lines[i + 1]!) as Point);
      }
    }
    if (dataset === 2412) {
      for (let i = 0; i + 1 < lines.length; i += 2) {
        const [label, type, part, , , count] = numbers(lines[i]!) as [
          number,
          number,
          number,
          number,
          number,
          number,
        ];
        const all = numbers(lines[i + 1]!);
        if (!(type === 91 && count === 3) && !(type === 92 && count === 6))
          throw new Error(`Element of type ${type} with ${count} nodes`);
        const nodes = (count === 3 ? all : [all[0], all[2], all[4]]) as [number, number, number];
        const places = (labels: number[]) => labels.map((node) => points.get(node)!) as [Point, Point, Point];
        const triangle: UnvTriangle = {
          part,
          nodes,
          corners: places(nodes),
          ...(count === 6 && { middles: places([all[1]!, all[3]!, all[5]!]) }),
        };
        mesh.triangles.push(triangle);
        triangles.set(label, triangle);
      }
    }
    if (dataset === 2477)
      for (let i = 0; i + 1 < lines.length;) {
        const head = numbers(lines[i]!);
        const [group, members] = [head[0]!, head[7]!];
        mesh.groups.push(lines[i + 1]!.trim());
        i += 2;
        // Two a line, of four numbers each: a kind, a label, and two that mean nothing here
        for (let seen = 0; seen < members; i++)
          for (const label of numbers(lines[i]!).filter((_, place) => place % 4 === 1)) {
            triangles.get(label)!.part = group;
            seen++;
          }
      }
  }
  return mesh;
}

export function areaOf(mesh: UnvMesh): number {
  return mesh.triangles.reduce(
    (sum, { corners: [a, b, c] }) => sum + length(cross(minus(b, a), minus(c, a))) / 2,
    0,
  );
}

/** Enclosed by the true surface of the triangles, which second order bends. */
export function volumeOf(mesh: UnvMesh): number {
  let volume = 0;
  for (const triangle of mesh.triangles)
    // r·∂r×∂r is of degree six, which six points a direction integrate exactly.
    for (const [u, forU] of GAUSS)
      for (const [v, forV] of GAUSS) {
        const { place, normal } = surfaceAt(triangle, [1 - u, u * (1 - v), u * v]);
        volume += (forU * forV * u * dot(place, normal)) / 3;
      }
  return volume;
}

/** The smallest Jacobian over the largest of a triangle, along the normal of its corners, at points of a grid. */
export function scaledJacobianOf(triangle: UnvTriangle, steps = 12): number {
  const [a, b, c] = triangle.corners;
  const flat = cross(minus(b, a), minus(c, a));
  let [least, most] = [Infinity, -Infinity];
  for (let i = 0; i <= steps; i++)
    for (let j = 0; j <= steps - i; j++) {
      const { normal } = surfaceAt(triangle, [(steps - i - j) / steps, i / steps, j / steps]);
      least = Math.min(least, dot(normal, flat));
      most = Math.max(most, dot(normal, flat));
    }
  return least / most;
}

/** The largest distance of a middle node from the middle of its chord, over the chord. */
export function mostBentOf({ corners, middles }: UnvTriangle): number {
  if (!middles) return 0;
  return Math.max(
    ...middles.map((middle, i) => {
      const [a, b] = [corners[i]!, corners[(i + 1) % 3]!];
      const chord = a.map((x, axis) => (x + b[axis]!) / 2) as Point;
      return length(minus(middle, chord)) / length(minus(a, b));
    }),
  );
}

/** Gauss–Legendre on (0, 1): point and weight. */
const GAUSS = [
  [0.033765242898424, 0.0856622461895852],
  [0.169395306766868, 0.1803807865240693],
  [0.380690406958402, 0.2339569672863455],
  [0.619309593041598, 0.2339569672863455],
  [0.830604693233132, 0.1803807865240693],
  [0.966234757101576, 0.0856622461895852],
] as const;

/** A point with ∂r/∂b_1 − ∂r/∂b_0 × ∂r/∂b_2 − ∂r/∂b_0, from the six shape functions b(2b − 1) and 4bb. */
function surfaceAt({ corners, middles }: UnvTriangle, b: Point): { place: Point; normal: Point } {
  const place: Point = [0, 0, 0];
  const slopes: [Point, Point, Point] = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ];
  for (const axis of [0, 1, 2] as const)
    for (const i of [0, 1, 2] as const) {
      const next = ((i + 1) % 3) as 0 | 1 | 2;
      if (!middles) {
        place[axis] += b[i] * corners[i][axis];
        slopes[i][axis] += corners[i][axis];
        continue;
      }
      place[axis] += b[i] * (2 * b[i] - 1) * corners[i][axis] + 4 * b[i] * b[next] * middles[i][axis];
      slopes[i][axis] += (4 * b[i] - 1) * corners[i][axis] + 4 * b[next] * middles[i][axis];
      slopes[next][axis] += 4 * b[i] * middles[i][axis];
    }
  return { place, normal: cross(minus(slopes[1], slopes[0]), minus(slopes[2], slopes[0])) };
}

/** Length of each edge with the number of triangles at it. */
export function edgesOf(mesh: UnvMesh): { length: number; triangles: number }[] {
  const edges = new Map<string, { length: number; triangles: number }>();
  for (const { nodes, corners } of mesh.triangles) {
    for (const [i, j] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ] as const) {
      const key = [nodes[i], nodes[j]].sort((a, b) => a - b).join('-');
      const edge = edges.get(key) ?? { length: length(minus(corners[i], corners[j])), triangles: 0 };
      edge.triangles += 1;
      edges.set(key, edge);
    }
  }
  return [...edges.values()];
}

function* datasets(text: string): Generator<[number, string[]]> {
  const lines = text.split('\n');
  for (let i = 0; i < lines.length; i += 1) {
    if (lines[i]!.trim() !== '-1') continue;
    const end = lines.findIndex((line, at) => at > i && line.trim() === '-1');
    if (end < 0) return;
    yield [Number(lines[i + 1]), lines.slice(i + 2, end)];
    i = end;
  }
}

function numbers(line: string): number[] {
  return line.trim().replaceAll('D', 'E').split(/\s+/).map(Number);
}

function minus(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function cross(a: Point, b: Point): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function length(a: Point): number {
  return Math.hypot(...a);
}
