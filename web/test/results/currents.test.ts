import { describe, expect, it } from 'vitest';
import { currentMagnitudes, CurrentsFormatError, parseCurrents } from '../../src/features/results/currents.ts';

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
    expect([...parseCurrents(currentFile([1, 2, 3, 4, 5, 6]))]).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('|J| is the root of the sum of squares of all six numbers', () => {
    expect([...currentMagnitudes(parseCurrents(currentFile([3, 0, 0, 4, 0, 0, 1, 1, 1, 1, 0, 0])))]).toEqual([5, 2]);
  });

  it('a file of another kind and a file that is cut off are refused', () => {
    expect(() => parseCurrents(new ArrayBuffer(20))).toThrow(CurrentsFormatError);
    expect(() => parseCurrents(currentFile([1, 2, 3, 4, 5, 6]).slice(0, 30))).toThrow(/cut off/);
    expect(() => parseCurrents(new ArrayBuffer(3))).toThrow(CurrentsFormatError);
  });
});
