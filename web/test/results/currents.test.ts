import { describe, expect, it } from 'vitest';
import {
  currentQuantity,
  isSigned,
  largestOverPhases,
  quantityLabel,
} from '../../src/features/results/fields/currentQuantity.ts';
import { CurrentsFormatError, isOnMesh, parseCurrents } from '../../src/features/results/fields/currents.ts';
import type { MeshGeometry } from '../../src/viewer/index.ts';

function currentFile(numbers: readonly number[]): ArrayBuffer {
  const buffer = new ArrayBuffer(12 + 4 * numbers.length);
  new Uint8Array(buffer).set(new TextEncoder().encode('PACECUR1'));
  const view = new DataView(buffer);
  view.setUint32(8, numbers.length / 6, true);
  numbers.forEach((value, i) => view.setFloat32(12 + 4 * i, value, true));
  return buffer;
}

describe('surface currents', () => {
  it('are read in the order of the file', () => {
    const { values, sides } = parseCurrents(currentFile([1, 2, 3, 4, 5, 6]));
    expect([...values]).toEqual([1, 2, 3, 4, 5, 6]);
    expect(sides).toBeUndefined();
  });

  it('of a bent mesh have those at the middles of sides behind those at vertices', () => {
    const buffer = new ArrayBuffer(16 + 4 * 24 + 8);
    new Uint8Array(buffer).set(new TextEncoder().encode('PACECUR2'));
    const view = new DataView(buffer);
    [3, 1].forEach((count, i) => view.setUint32(8 + 4 * i, count, true));
    for (let i = 0; i < 24; i++) view.setFloat32(16 + 4 * i, i, true);
    [0, 2].forEach((vertex, i) => view.setUint32(16 + 4 * 24 + 4 * i, vertex, true));
    const current = parseCurrents(buffer);
    expect([...current.values]).toEqual(Array.from({ length: 24 }, (_, i) => i));
    expect([...current.sides!]).toEqual([0, 2]);
    const ofMesh = (vertices: number) =>
      isOnMesh(current, { vertices: new Float32Array(3 * vertices) } as MeshGeometry);
    expect(ofMesh(3)).toBe(true);
    expect(ofMesh(4)).toBe(false);
    expect(() => parseCurrents(buffer.slice(0, -1))).toThrow('PACECUR2 file is cut off: 119 of 120 bytes');
  });

  it('|J| is the root of the sum of squares of all six numbers', () => {
    expect([
      ...currentQuantity(
        parseCurrents(currentFile([3, 0, 0, 4, 0, 0, 1, 1, 1, 1, 0, 0])).values,
        'magnitude',
        'vector',
      ),
    ]).toEqual([5, 2]);
  });

  it('real, imaginary and instantaneous values are those of Re(J e^{jωt})', () => {
    // x: 3 + 4j, y: −1, z: 2j
    const current = Float32Array.from([3, 4, -1, 0, 0, 2]);
    expect([...currentQuantity(current, 'real', 'x')]).toEqual([3]);
    expect([...currentQuantity(current, 'imaginary', 'x')]).toEqual([4]);
    expect([...currentQuantity(current, 'magnitude', 'x')]).toEqual([5]);
    expect(currentQuantity(current, 'phase', 'x', Math.PI / 2)[0]).toBeCloseTo(-4, 5);
    expect(currentQuantity(current, 'phase', 'y', Math.PI)[0]).toBeCloseTo(1, 5);
    expect(currentQuantity(current, 'real', 'vector')[0]).toBeCloseTo(Math.sqrt(10), 5);
    expect(currentQuantity(current, 'phase', 'vector', Math.PI / 2)[0]).toBeCloseTo(Math.sqrt(20), 5);
    expect(largestOverPhases(current, 'x')).toBe(5);
  });

  it('have a title that says what is shown, and a sign where they are one coordinate at one time', () => {
    expect(quantityLabel('J', 'magnitude', 'vector')).toBe('|J|');
    expect(quantityLabel('M', 'phase', 'x')).toBe('Re(Mx e^jωt)');
    expect(isSigned('real', 'z')).toBe(true);
    expect(isSigned('magnitude', 'z')).toBe(false);
  });

  it('a file of another kind and a file that is cut off are refused', () => {
    expect(() => parseCurrents(new ArrayBuffer(20))).toThrow(CurrentsFormatError);
    expect(() => parseCurrents(currentFile([1, 2, 3, 4, 5, 6]).slice(0, 30))).toThrow(/cut off/);
    expect(() => parseCurrents(new ArrayBuffer(3))).toThrow(CurrentsFormatError);
  });
});
