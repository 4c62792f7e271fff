import { describe, expect, test } from 'vitest';
import {
  ErrorSizes,
  sizeGrid,
  sizeGridFile,
  SIZE_GROWTH,
  type SizedSurface,
} from '../../src/mesher/index.ts';

const CELLS = 20;
const EDGE = 0.05;

/** A plate of 1 m × 1 m in squares of two triangles each. */
function plate(): SizedSurface & { middles: [number, number][] } {
  const vertices: number[] = [];
  for (let i = 0; i <= CELLS; ++i) for (let j = 0; j <= CELLS; ++j) vertices.push(EDGE * i, EDGE * j, 0);
  const at = (i: number, j: number) => i * (CELLS + 1) + j;
  const triangles: number[] = [];
  const middles: [number, number][] = [];
  for (let i = 0; i < CELLS; ++i)
    for (let j = 0; j < CELLS; ++j) {
      triangles.push(
        1,
        at(i, j),
        at(i + 1, j),
        at(i + 1, j + 1),
        1,
        at(i, j),
        at(i + 1, j + 1),
        at(i, j + 1),
      );
      middles.push([EDGE * (i + 0.6), EDGE * (j + 0.4)], [EDGE * (i + 0.4), EDGE * (j + 0.6)]);
    }
  return { vertices: Float32Array.from(vertices), triangles: Uint32Array.from(triangles), middles };
}

const surface = plate();
/** All of the error lies near one corner. */
const errors = surface.middles.map(([x, y]) => (x < 0.2 && y < 0.2 ? 1 : 1e-4));
const xy = (v: number): [number, number] => [surface.vertices[3 * v]!, surface.vertices[3 * v + 1]!];
const count = surface.vertices.length / 3;

describe('edges by an error map', () => {
  test('are short where the error is and as they were elsewhere', async () => {
    const { edgesM, triangleFactor } = await new ErrorSizes(surface, errors).forTriangles(1.5);
    expect(triangleFactor).toBeGreaterThan(1.45);
    expect(triangleFactor).toBeLessThan(1.55);
    // An equilateral triangle of that area has this edge.
    const before = Math.sqrt((EDGE * EDGE) / 2 / (Math.sqrt(3) / 4));
    for (let v = 0; v < count; ++v) {
      const [x, y] = xy(v);
      expect(edgesM[v]).toBeLessThan(before * 1.0001);
      if (x > 0.6 || y > 0.6) expect(edgesM[v]).toBeGreaterThan(0.999 * before);
      if (x < 0.15 && y < 0.15) expect(edgesM[v]).toBeLessThan(0.6 * before);
    }
  });

  test('never differ more between neighbours than gradation allows, nor go below a quarter', async () => {
    const { edgesM } = await new ErrorSizes(surface, errors).forTriangles(1e6);
    for (let t = 0; t < errors.length; ++t)
      for (const [i, j] of [
        [1, 2],
        [2, 3],
        [3, 1],
      ] as const) {
        const [a, b] = [surface.triangles[4 * t + i]!, surface.triangles[4 * t + j]!];
        const [p, q] = [xy(a), xy(b)];
        const apart = Math.hypot(p[0] - q[0], p[1] - q[1]);
        expect(Math.abs(edgesM[a]! - edgesM[b]!)).toBeLessThan(SIZE_GROWTH * apart * 1.001);
      }
    const before = Math.sqrt((EDGE * EDGE) / 2 / (Math.sqrt(3) / 4));
    expect(Math.min(...edgesM)).toBeCloseTo(before / 4, 6);
  });

  test('for a smaller error take no more triangles than needed: an even map asks for even edges', async () => {
    const even = new ErrorSizes(
      surface,
      errors.map(() => 3),
    );
    const { edgesM, triangleFactor, errorFactor } = await even.forError(0.5);
    expect(errorFactor).toBeCloseTo(0.5, 2);
    // Terms fall with the fourth power of the edge, their sum with the second: twice the triangles.
    expect(triangleFactor).toBeCloseTo(2, 1);
    expect(Math.max(...edgesM) / Math.min(...edgesM)).toBeLessThan(1.001);
    const uneven = await new ErrorSizes(surface, errors).forError(0.5);
    expect(uneven.errorFactor).toBeLessThanOrEqual(0.501);
    expect(uneven.triangleFactor).toBeLessThan(1.3);
  });

  test('of a map without errors are those that are there; a map of another mesh is refused', async () => {
    const none = new ErrorSizes(
      surface,
      errors.map(() => 0),
    );
    expect(await none.forError(0.5)).toMatchObject({ triangleFactor: 1, errorFactor: 1 });
    expect(() => new ErrorSizes(surface, errors.slice(1))).toThrow('another mesh');
  });
});

describe('the grid of edges', () => {
  test('has at the surface what was wanted there, and grows away from it', async () => {
    const { edgesM } = await new ErrorSizes(surface, errors).forTriangles(1.5);
    const grid = sizeGrid(surface, edgesM);
    const [nx, ny, nz] = grid.counts;
    expect(grid.edgesM).toHaveLength(nx * ny * nz);
    /** Linear in between, as gmsh reads it. */
    const at = (place: readonly number[]): number => {
      const cell = place.map((x, axis) => (x - grid.originM[axis as 0]) / grid.spacingM);
      const low = cell.map(Math.floor) as [number, number, number];
      let sum = 0;
      for (let k = 0; k < 8; ++k) {
        const corner = [k & 1, (k >> 1) & 1, k >> 2];
        const weight = corner.reduce(
          (all, one, axis) => all * (one ? cell[axis]! - low[axis]! : 1 - (cell[axis]! - low[axis]!)),
          1,
        );
        sum +=
          weight *
          grid.edgesM[((low[0] + corner[0]!) * ny + low[1] + corner[1]!) * nz + low[2] + corner[2]!]!;
      }
      return sum;
    };
    for (let v = 0; v < count; ++v) {
      const found = at([...xy(v), 0]);
      // gmsh makes triangles a little smaller than it is asked for.
      const made = 0.95 * found;
      expect(made / edgesM[v]!).toBeGreaterThan(0.9);
      expect(made / edgesM[v]!).toBeLessThan(1.1);
    }
  });

  test('is written as gmsh reads it', () => {
    const file = sizeGridFile({
      originM: [-1, 2, 3],
      spacingM: 0.5,
      counts: [2, 1, 3],
      edgesM: Float64Array.from([1, 2, 3, 4, 5, 6]),
    });
    expect(file).toHaveLength(60 + 48);
    expect([0, 8, 16, 24, 32, 40].map((at) => file.readDoubleLE(at))).toEqual([-1, 2, 3, 0.5, 0.5, 0.5]);
    expect([48, 52, 56].map((at) => file.readInt32LE(at))).toEqual([2, 1, 3]);
    expect(file.readDoubleLE(60 + 40)).toBe(6);
  });
});
