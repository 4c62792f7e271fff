import { Matrix4, Plane, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { partsInBox } from '../../src/viewer/boxSelection.ts';

/** One triangle a part, side by side along x: part p from x = p - 1 to p - 0.2. */
const row = (count: number) => ({
  vertices: Float32Array.from(
    Array.from({ length: count }, (_, i) => [i, 0, 0, i + 0.8, 0, 0, i, 0.8, 0]).flat(),
  ),
  triangles: Uint32Array.from({ length: 3 * count }, (_, i) => i),
  parts: Uint32Array.from({ length: count }, (_, i) => i + 1),
});
const mesh = row(4);
/** Looks along -z from above, one unit of the file a quarter of the picture, x = 2 in its middle. */
const scene = {
  toScene: new Matrix4().makeTranslation(-2, 0, 0),
  toPicture: new Matrix4().makeScale(0.5, 0.5, 0.5),
  hidden: new Set<number>(),
  clipping: [],
};
const leftHalf = { left: -1, right: 0, bottom: -1, top: 1 };

describe('a box on the picture', () => {
  it('means the parts that lie wholly in it, and none that sticks out', () => {
    expect(partsInBox(mesh, leftHalf, scene)).toEqual([1, 2]);
    expect(partsInBox(mesh, { ...leftHalf, right: 0.2 }, scene)).toEqual([1, 2]);
    expect(partsInBox(mesh, { ...leftHalf, top: 0.3 }, scene)).toEqual([]);
  });

  it('means no hidden part, and nothing of what the section cut away', () => {
    expect(partsInBox(mesh, leftHalf, { ...scene, hidden: new Set([1]) })).toEqual([2]);
    // Cut away where x of the scene is above 0.1: of part 3 only what lies below x = 2.1 of the file is left.
    const clipping = [new Plane(new Vector3(-1, 0, 0), 0.1)];
    expect(partsInBox(mesh, { ...leftHalf, right: 0.1 }, { ...scene, clipping })).toEqual([1, 2, 3]);
  });

  it('means nothing behind the eye', () => {
    const behind = new Matrix4().set(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1);
    const everything = { left: -9, right: 9, bottom: -9, top: 9 };
    expect(partsInBox(mesh, everything, { ...scene, toPicture: behind })).toEqual([]);
  });
});
