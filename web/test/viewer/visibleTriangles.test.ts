import { describe, expect, it } from 'vitest';
import {
  splitAtPartBorders,
  triangleCount,
  uniqueEdges,
  type MeshGeometry,
} from '../../src/viewer/geometry.ts';
import { parseGeometry } from '../../src/viewer/geometryFile.ts';
import { lengthLabel, roundLength } from '../../src/viewer/ScaleBar.tsx';
import { coarseTriangles, shownGeometry, visibleTriangles } from '../../src/viewer/visibleTriangles.ts';
import { geometryFile } from './geometryFile.ts';

const square = parseGeometry(
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
    [1, 1],
  ),
);

/** A flat sheet of n × n cells. */
function sheet(n: number): MeshGeometry {
  const vertices = new Float32Array(3 * (n + 1) ** 2);
  for (let k = 0; k < (n + 1) ** 2; k++) vertices.set([k % (n + 1), Math.floor(k / (n + 1)), 0], 3 * k);
  const triangles: number[] = [];
  for (let j = 0; j < n; j++)
    for (let i = 0; i < n; i++) {
      const a = j * (n + 1) + i;
      triangles.push(a, a + 1, a + n + 2, a, a + n + 2, a + n + 1);
    }
  const count = triangles.length / 3;
  return {
    vertices,
    triangles: Uint32Array.from(triangles),
    parts: new Uint32Array(count).fill(1),
    quality: new Float32Array(count).fill(1),
    scale: 1,
  };
}

describe('hidden parts', () => {
  it('their triangles are not drawn, and a picked one is still known by its number', () => {
    const display = splitAtPartBorders(square);
    expect(visibleTriangles(display, square.parts, new Set()).triangleOf).toBeUndefined();
    const { indices, triangleOf } = visibleTriangles(display, square.parts, new Set([1]));
    expect(indices).toHaveLength(3);
    expect([...triangleOf!]).toEqual([1]);
    expect([...shownGeometry(square, triangleOf).triangles]).toEqual([0, 2, 3]);
  });

  it('pieces of bent triangles keep their sides, and only those of the mesh are edges', () => {
    const pieces = {
      triangles: 1,
      triangleOf: Uint32Array.from([0, 0]),
      sides: Uint8Array.from([0b011, 0b110]),
    };
    const inPieces = { ...square, pieces };
    expect(triangleCount(inPieces)).toBe(1);
    expect(triangleCount(square)).toBe(2);
    expect([...uniqueEdges(inPieces)]).toEqual([0, 1, 0, 3, 1, 2, 2, 3]);
    const shown = shownGeometry(inPieces, Uint32Array.from([1]));
    expect([...shown.pieces!.sides]).toEqual([0b110]);
    expect([...uniqueEdges(shown)]).toEqual([0, 3, 2, 3]);
  });
});

describe('the coarse stand-in', () => {
  it('of a sheet of 80 000 triangles has some hundred, of the same size, and no triangle twice', () => {
    const geometry = sheet(200);
    const display = splitAtPartBorders(geometry);
    const coarse = coarseTriangles(display, display.indices, 20);
    expect(coarse.length / 3).toBeLessThan(2000);
    expect(coarse.length / 3).toBeGreaterThan(300);
    const reach = Math.max(...[...coarse].map((v) => display.positions[3 * v]!));
    expect(reach).toBeGreaterThan(185);
    const keys = new Set<string>();
    for (let t = 0; t < coarse.length; t += 3)
      keys.add([...coarse.slice(t, t + 3)].sort((a, b) => a - b).join());
    expect(keys.size).toBe(coarse.length / 3);
  });

  it('of a surface with normals faces where they point', () => {
    const display = splitAtPartBorders(sheet(4));
    const normals = new Int16Array(display.positions.length);
    for (let z = 2; z < normals.length; z += 3) normals[z] = 32767;
    const turned = display.indices.map((_, i) => display.indices[i - (i % 3) + ((3 - (i % 3)) % 3)]!);
    const upward = coarseTriangles(display, display.indices);
    expect(coarseTriangles({ ...display, normals }, turned)).toEqual(upward);
    expect(coarseTriangles(display, turned)).not.toEqual(upward);
  });
});

describe('the scale bar', () => {
  it('has round lengths, in metres and wavelengths', () => {
    expect([0.37, 5.1, 0.0021, 99].map(roundLength)).toEqual([0.2, 5, 0.002, 50]);
    expect(lengthLabel(0.2, 0.1, 'en')).toBe('200 mm = 2 λ');
    expect(lengthLabel(5, undefined, 'en')).toBe('5 m');
  });
});
