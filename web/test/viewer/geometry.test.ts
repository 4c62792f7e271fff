import { describe, expect, it } from 'vitest';
import {
  boundsOf,
  edgeVisibility,
  meanEdgeLength,
  partNumbers,
  splitAtPartBorders,
  uniqueEdges,
} from '../../src/viewer/geometry.ts';
import { GeometryFormatError, parseGeometry } from '../../src/viewer/geometryFile.ts';
import { geometryFile } from './geometryFile.ts';

/** A unit square of two triangles, one a part. */
const square = () =>
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
  );

describe('mesh.geo.bin', () => {
  it('gives vertices, triangles, parts and quality', () => {
    const geometry = parseGeometry(square(), 0.0254);
    expect([...geometry.vertices.slice(3, 6)]).toEqual([1, 0, 0]);
    expect([...geometry.triangles]).toEqual([0, 1, 2, 0, 2, 3]);
    expect([...geometry.parts]).toEqual([1, 2]);
    expect([...geometry.quality]).toEqual([0.5, 0.25]);
    expect(geometry.scale).toBe(0.0254);
    expect(partNumbers(geometry)).toEqual([1, 2]);
  });

  it('of another kind, cut off, or with a vertex that is not there is refused', () => {
    expect(() => parseGeometry(new ArrayBuffer(64))).toThrow(GeometryFormatError);
    expect(() => parseGeometry(square().slice(0, 100))).toThrow(/cut off/);
    expect(() => parseGeometry(geometryFile([[0, 0, 0]], [[1, 0, 0, 7]], [1]))).toThrow(/vertex 7 of 1/);
  });
});

describe('what is drawn', () => {
  it('a vertex on the border of two parts is drawn once for each, so that colours do not mix', () => {
    const geometry = parseGeometry(square());
    const { indices, sourceVertex, partOfVertex, positions } = splitAtPartBorders(geometry);
    expect(positions.length / 3).toBe(6);
    for (let corner = 0; corner < indices.length; corner++) {
      expect(sourceVertex[indices[corner]!]).toBe(geometry.triangles[corner]);
      expect(partOfVertex[indices[corner]!]).toBe(geometry.parts[Math.floor(corner / 3)]);
    }
  });

  it('each edge is drawn once', () => {
    const edges = uniqueEdges(parseGeometry(square()));
    const pairs = Array.from({ length: edges.length / 2 }, (_, i) => `${edges[2 * i]}-${edges[2 * i + 1]}`);
    expect(pairs.sort()).toEqual(['0-1', '0-2', '0-3', '1-2', '2-3']);
  });

  it('bounds hold every vertex', () => {
    const { centre, radius, min, max } = boundsOf(Float32Array.from([1, 2, 3, 3, 2, 3]));
    expect([centre, radius, min, max]).toEqual([[2, 2, 3], 1, [1, 2, 3], [3, 2, 3]]);
    expect(boundsOf(new Float32Array()).radius).toBe(1);
  });
});

describe('edges', () => {
  it('of a square and its diagonal are as long as they are', () => {
    const { vertices, triangles } = parseGeometry(square(), 1);
    const edges = uniqueEdges({ vertices, triangles });
    expect(meanEdgeLength(vertices, edges)).toBeCloseTo((4 + Math.SQRT2) / 5, 6);
    expect(meanEdgeLength(vertices, [])).toBe(0);
  });

  it('fade as they come together on the screen', () => {
    expect([30, 6, 0.5].map(edgeVisibility)).toEqual([1, 0.5, 0.06]);
  });
});
