import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { displayMesh, drawnGeometry, valuesAtPoints } from '../../src/viewer/bentTriangles.ts';
import {
  partNumbers,
  sideCount,
  triangleCount,
  uniqueEdges,
  type MeshGeometry,
} from '../../src/viewer/geometry.ts';
import { GeometryFormatError, parseGeometry } from '../../src/viewer/geometryFile.ts';
import { shownGeometry, visibleTriangles } from '../../src/viewer/visibleTriangles.ts';
import { geometryFile, withBent } from './geometryFile.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');
const SOLVER = process.env['PACE_SOLVER'] ?? join(REPOSITORY, 'build/solver/pace');
/** Six-node triangles of gmsh, very coarse ones */
const SPHERE = join(REPOSITORY, 'solver/test/data/mesh/gmsh_sphere_order2.unv');
const MIDDLE = [0.31, -0.17, 0.42] as const;
const RADIUS = 0.5;

/** Two vertices a side, the smaller first, ascending. */
function sidesOf({ triangles, vertices }: MeshGeometry): Uint32Array {
  const count = vertices.length / 3;
  const keys = new Set<number>();
  for (let corner = 0; corner < triangles.length; corner++) {
    const next = corner % 3 === 2 ? corner - 2 : corner + 1;
    const [a, b] = [triangles[corner]!, triangles[next]!];
    keys.add(Math.min(a, b) * count + Math.max(a, b));
  }
  const sorted = [...keys].sort((a, b) => a - b);
  return Uint32Array.from(sorted.flatMap((key) => [Math.floor(key / count), key % count]));
}

/** What the solver writes of a mesh. */
function geometryBy(solver: string, mesh: string): ArrayBuffer {
  const folder = mkdtempSync(join(tmpdir(), 'pace-bent-'));
  try {
    const file = join(folder, 'mesh.geo.bin');
    execFileSync(solver, ['check', mesh, '--json', join(folder, 'mesh.json'), '--geometry', file]);
    return new Uint8Array(readFileSync(file)).buffer;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Two triangles of a unit square, one a part: the first flat, the second bent, its side from 2 to 3 in two lines. */
const square = () =>
  withBent(
    geometryFile(
      [
        [0, 0, 0],
        [1, 0, 0],
        [1, 1, 0],
        [0, 1, 0],
      ],
      [
        [1, 0, 1, 2],
        [2, 0, 2, 3],
      ],
      [0.5, 0.25],
    ),
    {
      points: [
        [
          [0.5, 1, 0.2],
          [2, 3, 2],
          [0.25, 0.5, 0.25],
        ],
      ],
      pieces: [
        [
          [1, 0, 2, 4, 0b011],
          [UP, UP, BACK],
        ],
        [
          [1, 0, 4, 3, 0b110],
          [UP, BACK, BACK],
        ],
      ],
    },
  );
const UP = [0, 0, 1];
const BACK = [0, 0.6, 0.8];

const vertexOf = ({ vertices }: Pick<MeshGeometry, 'vertices'>, v: number) =>
  [...vertices.subarray(3 * v, 3 * v + 3)] as [number, number, number];

const fromMiddle = (place: readonly number[]) => place.map((x, axis) => x - MIDDLE[axis]!);

function volume({ vertices, triangles }: MeshGeometry): number {
  let six = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const at = (corner: number) => vertexOf({ vertices }, triangles[t + corner]!);
    const [a, b, c] = [at(0), at(1), at(2)];
    six +=
      a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return six / 6;
}

describe('a bent sphere as the solver writes it', () => {
  let mesh: MeshGeometry;
  let drawn: MeshGeometry;
  beforeAll(() => {
    mesh = parseGeometry(geometryBy(SOLVER, SPHERE));
    drawn = drawnGeometry(mesh);
  });

  it('is the mesh of its corners for all who count and compare, and more triangles for the eye', () => {
    expect([mesh.vertices.length / 3, triangleCount(mesh)]).toEqual([41, 78]);
    expect(triangleCount(drawn)).toBe(78);
    expect(drawn.parts.length).toBeGreaterThan(4 * 78);
    expect(new Set(drawn.pieces!.triangleOf)).toEqual(new Set(Array.from({ length: 78 }, (_, t) => t)));
    expect(partNumbers(drawn)).toEqual(partNumbers(mesh));
  });

  it('is closed, and round where its corners make a solid of flat faces', () => {
    const used = new Map<string, number>();
    for (let t = 0; t < drawn.triangles.length; t += 3)
      for (let side = 0; side < 3; side++) {
        const line = `${drawn.triangles[t + side]}>${drawn.triangles[t + ((side + 1) % 3)]}`;
        used.set(line, (used.get(line) ?? 0) + 1);
      }
    for (const [line, times] of used)
      expect([times, used.get(line.split('>').reverse().join('>'))]).toEqual([1, 1]);
    const ball = (4 / 3) * Math.PI * RADIUS ** 3;
    expect(volume(mesh) / ball).toBeLessThan(0.86);
    // The bent triangles hold 0.997 of the ball, which flat pieces within half a percent of an edge lose little of.
    expect(volume(drawn) / ball).toBeGreaterThan(0.98);
    for (let v = 0; v < drawn.vertices.length / 3; v++)
      expect(Math.hypot(...fromMiddle(vertexOf(drawn, v))) / RADIUS).toBeCloseTo(1, 1);
  });

  it('has edges that follow the sphere, each side of the mesh in one chain', () => {
    const edges = uniqueEdges(drawn);
    expect(sideCount(drawn)).toBe(edges.length);
    // Of 117 edges in lines: each has so many inner points, which have two lines each.
    const lines = new Uint32Array(drawn.vertices.length / 3);
    for (const v of edges) lines[v]! += 1;
    const inner = lines.subarray(41).filter((count) => count > 0);
    expect(new Set(inner)).toEqual(new Set([2]));
    expect(edges.length / 2 - inner.length).toBe(117);
  });

  it('has the normals of the sphere, which point away from its middle', () => {
    const { normals, sourceVertex } = displayMesh(drawn);
    for (let v = 0; v < sourceVertex.length; v++) {
      const normal = [...normals!.subarray(3 * v, 3 * v + 3)].map((value) => value / 32767);
      const place = fromMiddle(vertexOf(drawn, sourceVertex[v]!));
      const along = place.reduce((sum, x, axis) => sum + x * normal[axis]!, 0) / Math.hypot(...place);
      expect(Math.hypot(...normal)).toBeCloseTo(1, 3);
      // 8.5° at a corner of triangles whose sides are bent by 0.16 of their length
      expect(along).toBeGreaterThan(0.985);
    }
  });

  it('has numbers at its points that are linear over each triangle', () => {
    const corners = mesh.vertices.length / 3;
    const values = Float32Array.from({ length: corners }, (_, v) => mesh.vertices[3 * v]! + 2);
    const at = valuesAtPoints({ values }, mesh);
    expect(at.length).toBe(drawn.vertices.length / 3);
    // The sagitta is what a point is beside its triangle of corners.
    for (let v = 0; v < at.length; v++)
      expect(Math.abs(at[v]! - 2 - drawn.vertices[3 * v]!)).toBeLessThan(v < corners ? 1e-6 : 0.15);
    const ones = valuesAtPoints({ values: new Float32Array(corners).fill(1) }, mesh);
    for (const one of ones) expect(one).toBeCloseTo(1, 6);
  });

  it('has those at the middles of sides at the middles, and between them what is linear in each quarter', () => {
    const corners = mesh.vertices.length / 3;
    const sides = sidesOf(mesh);
    const position = (v: number) => [0, 1, 2].map((axis) => mesh.vertices[3 * v + axis]!);
    const middle = (side: number) => {
      const [a, b] = [position(sides[2 * side]!), position(sides[2 * side + 1]!)];
      return a.map((value, axis) => (value + b[axis]!) / 2);
    };
    // A plane is kept: x of the chords.
    const plane = Float32Array.from({ length: corners + sides.length / 2 }, (_, i) =>
      i < corners ? position(i)[0]! : middle(i - corners)[0]!,
    );
    const ofVertices = valuesAtPoints({ values: plane.subarray(0, corners) }, mesh);
    const ofAll = valuesAtPoints({ values: plane, sides }, mesh);
    expect(ofAll.length).toBe(ofVertices.length);
    ofAll.forEach((value, i) => expect(value).toBeCloseTo(ofVertices[i]!, 5));

    // One at the middles and nothing at the vertices: a point has twice what lies on the way to the middles, at most one.
    const tent = new Float32Array(plane.length).fill(1).fill(0, 0, corners);
    const raised = valuesAtPoints({ values: tent, sides }, mesh);
    const { weights } = mesh.bent!;
    for (let point = 0; point < weights.length / 3; point++) {
      const largest = Math.max(...weights.subarray(3 * point, 3 * point + 3));
      expect(raised[corners + point]!).toBeCloseTo(Math.min(1, 2 * (1 - largest)), 5);
    }
    // Without the last side, points that need it are as without middles.
    const others = valuesAtPoints({ values: plane, sides: sides.slice(0, -2) }, mesh);
    others.forEach((value, i) => expect(value).toBeCloseTo(ofVertices[i]!, 5));
  });
});

describe('a bent triangle beside a flat one', () => {
  const mesh = parseGeometry(square(), 2);
  const drawn = drawnGeometry(mesh);

  it('is drawn by its pieces, which belong to its part', () => {
    expect([...drawn.triangles]).toEqual([0, 1, 2, 0, 2, 4, 0, 4, 3]);
    expect([...drawn.parts]).toEqual([1, 2, 2]);
    expect([...drawn.quality]).toEqual([0.5, 0.25, 0.25]);
    expect(drawn.scale).toBe(2);
    expect(drawn.vertices.length).toBe(15);
    expect([...uniqueEdges(drawn)]).toEqual([0, 1, 0, 2, 0, 3, 1, 2, 2, 4, 3, 4]);
    expect([...valuesAtPoints({ values: Float32Array.from([7, 7, 4, 8]) }, mesh)]).toEqual([7, 7, 4, 8, 6]);
  });

  it('has vertices of its own where parts or normals differ, and shares them where they do not', () => {
    const { indices, sourceVertex, partOfVertex, positions, normals } = displayMesh(drawn);
    expect([...indices].map((v) => sourceVertex[v])).toEqual([...drawn.triangles]);
    expect([...indices].map((v) => partOfVertex[v])).toEqual([1, 1, 1, 2, 2, 2, 2, 2, 2]);
    expect(sourceVertex).toHaveLength(7);
    expect(indices[3]).toBe(indices[6]);
    expect([...normals!.subarray(0, 3)]).toEqual([0, 0, 32767]);
    expect(positions).toHaveLength(21);

    // The same corner with another normal, as on a sharp edge within a part
    const sharp = { ...drawn, parts: new Uint32Array(3).fill(1) };
    const turned = Int16Array.from(sharp.pieces!.normals!);
    turned.set([0, -26214, 19660], 18);
    expect(displayMesh(sharp).sourceVertex).toHaveLength(5);
    const edge = displayMesh({ ...sharp, pieces: { ...sharp.pieces!, normals: turned } });
    expect(edge.sourceVertex).toHaveLength(6);
    expect(edge.indices[6]).not.toBe(edge.indices[3]);
  });

  it('is known by its number when it is picked, also beside hidden parts', () => {
    const { indices, triangleOf } = visibleTriangles(displayMesh(drawn), drawn.parts, new Set([1]));
    expect(indices).toHaveLength(6);
    expect([...triangleOf!].map((t) => drawn.pieces!.triangleOf[t])).toEqual([1, 1]);
    const shown = shownGeometry(drawn, triangleOf);
    expect([...uniqueEdges(shown)]).toEqual([0, 2, 0, 3, 2, 4, 3, 4]);
    expect(sideCount(shown)).toBe(4);
  });

  it('of flat triangles alone the mesh is drawn as it is', () => {
    const flat = parseGeometry(geometryFile([UP, BACK, [1, 0, 0]], [[1, 0, 1, 2]], [1]));
    const values = Float32Array.from([1, 2, 3]);
    expect(flat).not.toHaveProperty('bent');
    expect(drawnGeometry(flat)).toBe(flat);
    expect([...valuesAtPoints({ values }, flat)]).toEqual([1, 2, 3]);
    expect(displayMesh(flat)).not.toHaveProperty('normals');
    expect(sideCount(flat)).toBe(3);
  });
});

describe('the section of bent triangles', () => {
  const start = 16 + 4 * 12 + 2 * 20;
  const changed = (at: number, word: number) => {
    const file = square();
    new DataView(file).setUint32(start + at, word, true);
    return () => parseGeometry(file);
  };

  it('is refused when it is cut off anywhere, or announces more than there is', () => {
    const whole = square();
    for (let bytes = start + 1; bytes < whole.byteLength; bytes++)
      expect(() => parseGeometry(whole.slice(0, bytes))).toThrow(GeometryFormatError);
    expect(parseGeometry(whole.slice(0, start))).not.toHaveProperty('bent');
    for (const count of [3, 2 ** 31, 2 ** 32 - 1])
      for (const at of [8, 12]) expect(changed(at, count)).toThrow(/PACEBEN1 file is cut off/);
  });

  it('is refused when it is of another kind, or refers to what is not there', () => {
    expect(changed(4, 0x32_4e_45_42)).toThrow(`No PACEBEN1 section at byte ${start}`);
    expect(changed(16 + 12, 4)).toThrow('Point 0 refers to vertex 4 of 4');
    expect(changed(16 + 36, 2)).toThrow('Piece 0 refers to triangle 2 of 2');
    expect(changed(16 + 36 + 20 + 12, 5)).toThrow('Piece 1 refers to vertex or point 5 of 5');
  });
});
