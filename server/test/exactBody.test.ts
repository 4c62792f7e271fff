import { english, MaterialsSchema, message, PROGRAM_TYPES, surfaceImpedances } from '@pace/contract';
import { describe, expect, test } from 'vitest';
import { exactBody } from '../src/commands/exactBody.ts';
import { concentricSpheres } from '../src/mesher/index.ts';
import { sphereMesh } from '../src/demo/sphereMesh.ts';

const GHZ = 1e9;
const ONE = { real: 1, imaginary: 0 };
const material = (name: string, real: number, imaginary: number) => ({
  id: name,
  name,
  frequency: GHZ,
  permitivity: { real, imaginary },
  permeability: ONE,
});
const layer = (materialName: string, surfaceIndex: number, thickness: number) => ({
  id: surfaceIndex,
  materialName,
  surface: 1,
  surfaceIndex,
  thickness,
});
const medium = (surfaceApplied: number, outerMedia: number, outerMaterial: string) => ({
  surfaceApplied,
  outerMedia,
  outerMaterial,
});
const single = [{ parts: [1], radiusM: 1 }];

describe('a coated sphere', () => {
  const materials = MaterialsSchema.parse({
    inputMaterials: [material('A', 9, 1), material('B', 2, 0)],
    thicknesses: [layer('A', 0, 0.01), layer('B', 1, 0.02)],
  });

  test('its layers go inward from the mesh, innermost first for the series, and end in the conductor', () => {
    const found = exactBody(PROGRAM_TYPES.coating, materials, single, GHZ);
    if ('message' in found) throw new Error(english(found));
    expect(found.radiusM).toBeCloseTo(0.97, 12);
    expect(found.body).toMatchObject({
      core: 'pec',
      layers: [
        { permittivity: { real: 2, imaginary: 0 } },
        // A person may type either sign of the loss.
        { outerRadiusM: 1, permittivity: { real: 9, imaginary: -1 } },
      ],
    });
  });

  test('an impedance typed over the calculated one is what counts; the calculated one is not', () => {
    const [calculated] = surfaceImpedances(materials, [1], [GHZ]);
    const saved = { ...materials, impedances: [calculated!] };
    expect(exactBody(PROGRAM_TYPES.coating, saved, single, GHZ)).toMatchObject({ body: { core: 'pec' } });
    const params = [{ impedanceSurface: 1, impedanceReal: 200, impedanceImaginary: -30 }];
    expect(
      exactBody(
        PROGRAM_TYPES.coating,
        { ...materials, impedances: [{ frequency: GHZ, params }] },
        single,
        GHZ,
      ),
    ).toEqual({ radiusM: 1, body: { core: 'impedance', impedance: { real: 200, imaginary: -30 } } });
  });

  test('patches of different make have no exact solution', () => {
    expect(exactBody(PROGRAM_TYPES.coating, materials, [{ parts: [1, 2], radiusM: 1 }], GHZ)).toEqual(
      message('noExact.patches'),
    );
  });
});

describe('a composite of nested spheres', () => {
  const materials = MaterialsSchema.parse({
    inputMaterials: [material('A', 9, -1), material('B', 2, 0)],
    outerMedias: [medium(1, 2, 'B'), medium(2, 0, 'A')],
  });
  const nested = [
    { parts: [2], radiusM: 1 },
    { parts: [1], radiusM: 0.5 },
  ];

  test('is a body of shells', () => {
    expect(exactBody(PROGRAM_TYPES.composite, materials, nested, GHZ)).toEqual({
      radiusM: 1,
      body: {
        core: 'dielectric',
        layers: [
          { outerRadiusM: 0.5, permittivity: { real: 2, imaginary: 0 }, permeability: ONE },
          { outerRadiusM: 1, permittivity: { real: 9, imaginary: -1 }, permeability: ONE },
        ],
      },
    });
  });

  test('with a conductor inside it ends there', () => {
    const core = { ...materials, outerMedias: [medium(1, 2, 'PEC'), medium(2, 0, 'A')] };
    expect(exactBody(PROGRAM_TYPES.composite, core, nested, GHZ)).toMatchObject({
      radiusM: 0.5,
      body: { core: 'pec', layers: [{ outerRadiusM: 1 }] },
    });
  });

  test('whose table contradicts their nesting is told', () => {
    const side = { ...materials, outerMedias: [medium(1, 0, 'B'), medium(2, 0, 'A')] };
    expect(exactBody(PROGRAM_TYPES.composite, side, nested, GHZ)).toEqual(
      message('noExact.sides', { surface: 1 }),
    );
  });
});

test('concentric spheres are found outermost first, and others are refused', () => {
  const both = (centre: [number, number, number]) => {
    const [outer, inner] = [sphereMesh(2, [0.3, -0.2, 0.1], 6), sphereMesh(0.9, centre, 6)];
    const shift = outer.vertices.length;
    return {
      vertices: Float32Array.from([...outer.vertices, ...inner.vertices].flat()),
      triangles: Uint32Array.from([
        ...inner.triangles.flatMap((corners) => [1, ...corners.map((vertex) => vertex + shift)]),
        ...outer.triangles.flatMap((corners) => [2, ...corners]),
      ]),
    };
  };
  const found = concentricSpheres(both([0.3, -0.2, 0.1]));
  if ('message' in found) throw new Error(english(found));
  expect(found.map(({ parts }) => parts)).toEqual([[2], [1]]);
  expect(found[1]!.vertexRadius).toBeCloseTo(0.9, 4);
  expect(concentricSpheres(both([0.5, -0.2, 0.1]))).toEqual(message('noSphere.centres'));
});
