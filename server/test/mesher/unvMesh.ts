import { readFileSync } from 'node:fs';

type Point = [number, number, number];

/** A triangle mesh read straight from the UNV text, so that the tests do not check `pace check` by itself. */
export interface UnvMesh {
  metresPerUnit: number | undefined;
  triangles: { part: number; corners: [Point, Point, Point]; nodes: [number, number, number] }[];
  groups: string[];
}

export function readUnv(file: string): UnvMesh {
  const mesh: UnvMesh = { metresPerUnit: undefined, triangles: [], groups: [] };
  const points = new Map<number, Point>();
  for (const [dataset, lines] of datasets(readFileSync(file, 'latin1'))) {
    if (dataset === 164) mesh.metresPerUnit = 1 / numbers(lines[1]!)[0]!;
    if (dataset === 2411) {
      for (let i = 0; i + 1 < lines.length; i += 2) {
        points.set(numbers(lines[i]!)[0]!, numbers(lines[i + 1]!) as Point);
      }
    }
    if (dataset === 2412) {
      for (let i = 0; i + 1 < lines.length; i += 2) {
        const nodes = numbers(lines[i + 1]!) as [number, number, number];
        const corners = nodes.map((node) => points.get(node)!) as [Point, Point, Point];
        mesh.triangles.push({ part: numbers(lines[i]!)[2]!, nodes, corners });
      }
    }
    if (dataset === 2477)
      mesh.groups.push(...lines.filter((line) => /^[A-Za-z]/.test(line)).map((l) => l.trim()));
  }
  return mesh;
}

export function areaOf(mesh: UnvMesh): number {
  return mesh.triangles.reduce(
    (sum, { corners: [a, b, c] }) => sum + length(cross(minus(b, a), minus(c, a))) / 2,
    0,
  );
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

function length(a: Point): number {
  return Math.hypot(...a);
}
