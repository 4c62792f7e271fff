import { LIMITS, MesherOptionsSchema } from '@pace/contract';
import { describe, expect, test } from 'vitest';
import {
  edgeLengths,
  faceNames,
  gmshScript,
  predictedTriangles,
  sizeRefusal,
  smallestMeshSizeMm,
  type Topology,
} from '../../src/mesher/index.ts';

const options = (change: object) => MesherOptionsSchema.parse(change);

function block(areaM2: number, sideM: number): Topology {
  return {
    importedSolids: 1,
    importedFaces: 1,
    solids: [1],
    faces: [{ number: 1, areaM2, solids: [1] }],
    sizeM: [sideM, sideM, sideM],
    meshed: false,
  };
}

describe('edge lengths', () => {
  test('mesh_size is in millimetres, and the tolerance says how far below it curvature may go', () => {
    expect(edgeLengths(options({ mesh_size: 20, tolerans_Percentage: 25, refinement_step: 12 }))).toEqual({
      maxM: 0.02,
      minM: 0.015,
      elementsPerTurn: 12,
    });
  });

  test('without tolerance or without refinement step curvature does not refine', () => {
    for (const off of [{ tolerans_Percentage: 0 }, { refinement_step: 0 }]) {
      expect(edgeLengths(options({ mesh_size: 20, ...off })).elementsPerTurn).toBe(0);
    }
  });

  test('a tolerance of 100 % still leaves a shortest edge', () => {
    expect(edgeLengths(options({ tolerans_Percentage: 100 })).minM).toBeGreaterThan(0);
  });
});

describe('refusing a mesh before it is made', () => {
  test('two equilateral triangles of unit edge are predicted as two', () => {
    expect(predictedTriangles(Math.sqrt(3) / 2, 1000)).toBe(2);
  });

  test('the smallest size named in the sentence is accepted, and one per cent less is not', () => {
    for (const areaM2 of [1e-6, 0.37, 12.566, 4321, 1e7]) {
      const size = smallestMeshSizeMm(areaM2);
      expect(predictedTriangles(areaM2, size)).toBeLessThanOrEqual(LIMITS.meshTrianglesMax);
      expect(predictedTriangles(areaM2, 0.99 * size)).toBeGreaterThan(LIMITS.meshTrianglesMax);
    }
  });

  test('the sentence names the predicted number, the area and the smallest size', () => {
    const refusal = sizeRefusal(block(12.566, 2), 0.5);
    expect(refusal?.code).toBe('MESH_TOO_LARGE');
    expect(refusal?.detail).toMatch(/about 116000000 triangles; the limit is 4000000\./);
    expect(refusal?.detail).toContain('12.57 m²');
    expect(refusal?.detail).toContain('2.7 mm');
  });

  test('edges longer than the model are refused with a size that fits', () => {
    const refusal = sizeRefusal(block(6e-4, 0.01), 230.6);
    expect(refusal?.code).toBe('MESH_SIZE_INVALID');
    expect(refusal?.detail).toContain('Choose at most 5 mm');
  });
});

describe('names of faces', () => {
  test('a face between two solids is named after both, and the names are unique', () => {
    const face = (number: number, ...solids: number[]) => ({ number, areaM2: 1, solids });
    const topology = {
      ...block(1, 1),
      solids: [1, 2],
      faces: [face(1, 1), face(2, 1, 2), face(3, 2), face(4)],
    };
    expect(faceNames(topology)).toEqual([
      'Solid 1 face 1',
      'Solids 1+2 face 2',
      'Solid 2 face 1',
      'Surface 1',
    ]);
  });
});

test('a path that could end the string of the script is not put into it', () => {
  expect(() => gmshScript('x";SystemCall "rm', options({}))).toThrow(/quotes/);
});
