import { describe, expect, it } from 'vitest';
import { outlineOf } from '../../src/features/results/imaging/outline.ts';

/** A box of 2 × 1 × 1 units, each face of two triangles. */
const box = {
  vertices: Float32Array.from(
    [0, 1].flatMap((z) => [0, 1].flatMap((y) => [0, 2].map((x) => [x, y, z]))).flat(),
  ),
  triangles: Uint32Array.from([
    ...[0, 2, 1, 1, 2, 3], // z = 0
    ...[4, 5, 6, 5, 7, 6], // z = 1
    ...[0, 1, 4, 1, 5, 4], // y = 0
    ...[2, 6, 3, 3, 6, 7], // y = 1
    ...[0, 4, 2, 2, 4, 6], // x = 0
    ...[1, 3, 5, 3, 7, 5], // x = 2
  ]),
  scale: 0.5,
};
const linesOf = (lines: number[]) =>
  Array.from({ length: lines.length / 4 }, (_, i) => lines.slice(4 * i, 4 * i + 4));

describe('the outline of a model in a picture', () => {
  it('has the edges of a box in metres, and no diagonal of its faces', () => {
    const lines = linesOf(outlineOf(box, [1, 0, 0], [0, 1, 0]));
    expect(lines).toHaveLength(12);
    for (const [x0, y0, x1, y1] of lines as [number, number, number, number][]) {
      expect([0, 1]).toContain(x0);
      expect([0, 0.5]).toContain(y1);
      // Along an axis of the box, or towards the viewer.
      expect(x0 === x1 || y0 === y1).toBe(true);
    }
    expect(Math.max(...lines.map(([x0, , x1]) => Math.abs(x0! - x1!)))).toBe(1);
  });

  it('of a smooth body has the edges where the surface turns away, and of an open one its rim', () => {
    const count = 24;
    // A tube along z: no edge turns by more than 15 degrees.
    const ring = Array.from({ length: count }, (_, i) => (2 * Math.PI * i) / count);
    const vertices = Float32Array.from(
      [0, 3].flatMap((z) => ring.flatMap((angle) => [Math.cos(angle), Math.sin(angle), z])),
    );
    const triangles = Uint32Array.from(
      ring.flatMap((_, i) => {
        const [a, b] = [i, (i + 1) % count];
        return [a, b, a + count, b, b + count, a + count];
      }),
    );
    const lines = linesOf(outlineOf({ vertices, triangles, scale: 1 }, [1, 0, 0], [0, 0, 1]));
    const vertical = lines.filter(([x0, , x1]) => Math.abs(x0! - x1!) < 1e-6);
    expect(vertical.map(([x0]) => Math.round(Math.abs(x0!) * 10) / 10)).toEqual([1, 1]);
    expect(lines).toHaveLength(2 + 2 * count);
  });
});
