import { LIMITS } from '@pace/contract';
import { describe, expect, test } from 'vitest';
import { drawingOf, isCurved, welded, type Drawing } from '../src/features/wizard/preview/drawing.ts';
import { DEFLECTION, previewOf } from '../src/features/wizard/preview/stepMessage.ts';

/** Two triangles that meet along x, as two faces with corners of their own; the second is raised by an angle. */
function folded(angle: number) {
  const [y, z] = [-Math.cos(angle), Math.sin(angle)];
  return {
    vertices: Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, -0, 0, 0, 0, -0, 1, y, z]),
    triangles: Uint32Array.from([0, 1, 2, 3, 4, 5]),
  };
}

describe('the drawing of a file', () => {
  test('has one vertex where the corners of two faces meet', () => {
    const { vertices, triangles } = folded(0.3);
    const { places, corners } = welded(vertices, triangles);
    expect([...corners]).toEqual([0, 1, 2, 1, 0, 3]);
    expect(places).toHaveLength(12);
  });

  test('is written in metres, little-endian, with a name of its own', () => {
    const drawing = drawingOf(folded(0.3), 0.001) as Drawing;
    const view = new DataView(drawing.bytes.buffer);
    expect(new TextDecoder().decode(drawing.bytes.subarray(0, 8))).toBe('PACETRI1');
    expect([view.getUint32(8, true), view.getUint32(12, true)]).toEqual([4, 2]);
    expect(view.getFloat32(16 + 12, true)).toBeCloseTo(0.001, 9);
    expect(view.getUint32(16 + 48 + 20, true)).toBe(3);
    expect(drawing.bytes).toHaveLength(16 + 48 + 24);
    expect(drawing.triangles).toBe(2);
    expect(drawing.id).toMatch(/^[0-9a-f]{32}$/);
    expect((drawingOf(folded(0.3), 1) as Drawing).id).not.toBe(drawing.id);
  });

  test('is lacking where the file is silent about its unit, and where there are too many triangles', () => {
    expect(drawingOf(folded(0.3), null)).toBe('drawingUnits');
    const many = new Uint32Array(3 * (LIMITS.previewTrianglesMax + 1));
    expect(drawingOf({ vertices: new Float32Array(3), triangles: many }, 1)).toBe('drawingTooLarge');
  });

  test('of flat faces is exact; of curved ones it is as far off as it was asked to be', () => {
    const bent = (angle: number) => {
      const { vertices, triangles } = folded(angle);
      return isCurved(vertices, triangles);
    };
    expect([0, 0.3, Math.PI / 2].map(bent)).toEqual([false, true, false]);
    const { vertices, triangles } = folded(0.3);
    const body = { attributes: { position: { array: vertices } }, index: { array: triangles } };
    const { deflectionM, sizeM } = previewOf([body])!;
    expect(deflectionM).toBeCloseTo((DEFLECTION * (sizeM[0] + sizeM[1] + sizeM[2])) / 3, 9);
    const flat = { attributes: { position: { array: folded(0).vertices } }, index: { array: triangles } };
    expect(previewOf([flat])!.deflectionM).toBe(0);
  });

  test('of two bodies that share a face counts it once, as the mesher meshes it', () => {
    const tetrahedron = (apex: number) => ({
      attributes: { position: { array: Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, apex]) } },
      index: { array: Uint32Array.from([0, 1, 2, 0, 1, 3, 1, 2, 3, 2, 0, 3]) },
      brep_faces: [0, 1, 2, 3].map((at) => ({ first: at, last: at })),
    });
    const one = previewOf([tetrahedron(1)])!;
    const two = previewOf([tetrahedron(1), tetrahedron(-1)])!;
    expect([one.faces, two.faces]).toEqual([4, 7]);
    expect(two.areaM2).toBeCloseTo(2 * one.areaM2 - 0.5, 9);
    expect(two.boundaryM).toBeCloseTo(2 * one.boundaryM - (2 + Math.SQRT2), 9);
  });
});
