import {
  complex,
  impedanceSlope,
  SPEED_OF_LIGHT,
  stackImpedance,
  VACUUM_IMPEDANCE,
  type MapsResponse,
  type Materials,
} from '@pace/contract';
import { describe, expect, it } from 'vitest';
import { coatedPartsOf } from '../../src/features/results/design/curves/materials/coatedParts.ts';
import {
  layerKey,
  filledMaterials,
  materialTolerancesOf,
  mediumTolerancesOf,
  NO_MATERIALS,
  usedMaterials,
} from '../../src/features/results/design/curves/materials/materialTolerances.ts';
import {
  changeM2,
  displacementMm,
  impedanceChangeOhm,
} from '../../src/features/results/design/curves/tolerances.ts';
import { syntheticMapsFile } from './syntheticRun.ts';

const GHZ = 1e9;
const everywhere = () => true;
const material = (name: string, epsilon: [number, number], mu: [number, number]) => ({
  id: name,
  name,
  frequency: 0,
  permitivity: { real: epsilon[0], imaginary: epsilon[1] },
  permeability: { real: mu[0], imaginary: mu[1] },
});
const layer = (surface: number, surfaceIndex: number, materialName: string, thickness: number) => ({
  id: `${surface}/${surfaceIndex}`,
  materialName,
  surface,
  surfaceIndex,
  thickness,
});
/** Surface 1: absorber on foam; surface 2: absorber alone; surface 3: none. */
const MATERIALS: Materials = {
  pecBack: true,
  isConstant: true,
  inputMaterials: [material('Absorber', [10, -1], [2.5, -2]), material('Foam', [1.1, 0], [1, 0])],
  thicknesses: [layer(1, 1, 'Absorber', 0.0015), layer(1, 2, 'Foam', 0.004), layer(2, 1, 'Absorber', 0.001)],
  impedances: [],
  outerMedias: [],
};
const PARTS = [{ number: 2 }, { number: 1 }, { number: 3 }];
/** The synthetic run has parts 2 and 1, in this order. */
const file = { ...syntheticMapsFile({ projectId: 'finished', frequency: GHZ, theta: 0, thetaTo: 300 }) };

describe('the slope of a surface impedance', () => {
  it('of a lossless layer on metal is that of jη tan kd', () => {
    const [epsilon, thicknessM] = [4, 0.012];
    const k = (2 * Math.PI * GHZ * Math.sqrt(epsilon)) / SPEED_OF_LIGHT;
    const at = (s: number) => [
      { permittivity: complex(epsilon), permeability: complex(1), thicknessM: thicknessM + s / 1000 },
    ];
    const { real, imaginary } = impedanceSlope(at, 'pec', GHZ);
    const eta = VACUUM_IMPEDANCE / Math.sqrt(epsilon);
    expect((1000 * imaginary) / ((eta * k) / Math.cos(k * thicknessM) ** 2)).toBeCloseTo(1, 6);
    expect(Math.abs(real)).toBeLessThan(1e-6 * imaginary);
  });
});

describe('coated parts', () => {
  it('are those with layers, down to the metal', () => {
    const { ofLayers, typed } = coatedPartsOf(MATERIALS, PARTS, GHZ, everywhere);
    expect(ofLayers.map(({ part, materials }) => [part, materials])).toEqual([
      [0, ['Absorber']],
      [1, ['Absorber', 'Foam']],
    ]);
    expect(typed).toEqual([]);
    const withMetal = { ...MATERIALS, thicknesses: [...MATERIALS.thicknesses, layer(2, 2, 'PEC', 0.001)] };
    expect(coatedPartsOf(withMetal, PARTS, GHZ, everywhere).ofLayers[0]!.materials).toEqual(['Absorber']);
    expect(coatedPartsOf(null, PARTS, GHZ, everywhere)).toEqual({ ofLayers: [], typed: [], unknown: [] });
  });

  it('have no tolerances of layers where an impedance was typed in their place', () => {
    const { stack, backing } = coatedPartsOf(MATERIALS, PARTS, GHZ, everywhere).ofLayers[0]!;
    const { real, imaginary } = stackImpedance(stack, backing, { frequencyHz: GHZ });
    const table = (surface: number, ohm: number, frequency = GHZ) => ({
      ...MATERIALS,
      impedances: [
        {
          frequency,
          params: [{ impedanceSurface: surface, impedanceReal: ohm, impedanceImaginary: imaginary }],
        },
      ],
    });
    expect(coatedPartsOf(table(2, real + 5), PARTS, GHZ, everywhere).typed).toEqual([0]);
    // Rounded, of another surface, or of another frequency.
    expect(coatedPartsOf(table(2, real + 1e-5), PARTS, GHZ, everywhere).typed).toEqual([]);
    expect(coatedPartsOf(table(3, 50), PARTS, GHZ, everywhere).typed).toEqual([]);
    expect(coatedPartsOf(table(2, real + 5, 2 * GHZ), PARTS, GHZ, everywhere).typed).toEqual([]);
  });

  it('have none either where they are open surfaces, which the page says', () => {
    const { ofLayers, unknown } = coatedPartsOf(MATERIALS, PARTS, GHZ, (part) => part !== 1);
    expect(ofLayers.map(({ part }) => part)).toEqual([0]);
    expect(unknown).toEqual([1]);
  });

  it('name the materials that can deviate, and of each the numbers that are not nothing', () => {
    expect(usedMaterials(coatedPartsOf(MATERIALS, PARTS, GHZ, everywhere).ofLayers)).toEqual([
      { name: 'Absorber', quantities: ['epsilonReal', 'epsilonLoss', 'muReal', 'muLoss'] },
      { name: 'Foam', quantities: ['epsilonReal'] },
    ]);
  });
});

describe('tolerances of a coating', () => {
  const { ofLayers } = coatedPartsOf(MATERIALS, file.parts, GHZ, everywhere);
  const typed = {
    materials: { Absorber: { muLoss: '4', epsilonReal: '0' }, Foam: { epsilonLoss: '5', epsilonReal: 'x' } },
    layers: { [layerKey(2, 1)]: '0,05', [layerKey(1, 2)]: '-1', [layerKey(9, 1)]: '1' },
  };
  const tolerances = materialTolerancesOf(typed, ofLayers, file);

  it('are those above zero, of numbers that the material has', () => {
    expect(materialTolerancesOf(NO_MATERIALS, ofLayers, file)).toEqual([]);
    expect(tolerances).toMatchObject([
      { kind: 'material', material: 'Absorber', quantity: 'muLoss', size: 4 },
      { kind: 'thickness', part: 0, layer: 1, material: 'Absorber', size: 0.05 },
    ]);
  });

  it('of a material change the impedances of all parts that have it, to first order', () => {
    const [ofMaterial] = tolerances;
    if (ofMaterial?.kind !== 'material') throw new Error('none');
    expect(ofMaterial.ohm.map(({ part }) => part)).toEqual([0, 1]);
    for (const { part, ohm } of ofMaterial.ohm) {
      const { stack, backing } = ofLayers.find((one) => one.part === part)!;
      const at = (percent: number) =>
        stackImpedance(
          stack.map((one, i) =>
            i === 0 ? { ...one, permeability: complex(2.5, -2 * (1 + percent / 100)) } : one,
          ),
          backing,
          { frequencyHz: GHZ },
        );
      const [up, down] = [at(4), at(-4)];
      expect(ohm.real).toBeCloseTo((up.real - down.real) / 2, 2);
      expect(ohm.imaginary).toBeCloseTo((up.imaginary - down.imaginary) / 2, 2);
    }
  });

  it('change σ by all their parts together; a thicker layer moves the surface, too', () => {
    const response: MapsResponse = {
      field: [3, 4],
      parts: [
        { share: [0, 0], perOhm: [0.01, 0.02], perMm: [2, 1] },
        { share: [0, 0], perOhm: [-0.03, 0.01], perMm: [0, 0] },
      ],
    };
    const [ofMaterial, ofLayer] = tolerances;
    if (ofMaterial?.kind !== 'material' || ofLayer?.kind !== 'thickness') throw new Error('none');
    // 8π Re(F̄ δF), F̄ = 3 − 4j
    const change = (real: number, imaginary: number) => 8 * Math.PI * (3 * real + 4 * imaginary);
    const [a, b] = ofMaterial.ohm.map(({ ohm }) => ohm);
    expect(changeM2(response, ofMaterial)).toBeCloseTo(
      change(
        0.01 * a!.real - 0.02 * a!.imaginary - 0.03 * b!.real - 0.01 * b!.imaginary,
        0.01 * a!.imaginary + 0.02 * a!.real - 0.03 * b!.imaginary + 0.01 * b!.real,
      ),
      9,
    );
    const { ohm } = ofLayer;
    expect(changeM2(response, ofLayer)).toBeCloseTo(
      change(
        0.01 * ohm.real - 0.02 * ohm.imaginary + 0.05 * 2,
        0.01 * ohm.imaginary + 0.02 * ohm.real + 0.05 * 1,
      ),
      9,
    );
    expect(displacementMm(ofLayer, [])).toBe(0.05);
    expect(displacementMm(ofMaterial, [])).toBe(0);
    expect(impedanceChangeOhm(ofLayer)).toBeCloseTo(Math.hypot(ohm.real, ohm.imaginary), 12);
    expect(impedanceChangeOhm(ofMaterial)).toBeGreaterThan(0);
  });
});

describe('tolerances of a composite', () => {
  const materials = [
    { name: 'Glass', permittivity: { real: 5, imag: -0.5 }, permeability: { real: 1, imag: 0 } },
    { name: 'Ferrite', permittivity: { real: 10, imag: 0 }, permeability: { real: 2, imag: -1 } },
  ];

  it('are of the numbers that a material has, and change the field by its derivatives', () => {
    expect(filledMaterials({ materials }).map(({ quantities }) => quantities)).toEqual([
      ['epsilonReal', 'epsilonLoss'],
      ['epsilonReal', 'muReal', 'muLoss'],
    ]);
    const typed = {
      materials: { Glass: { epsilonReal: '2' }, Ferrite: { muLoss: '10', epsilonLoss: '5' } },
      layers: {},
    };
    const tolerances = mediumTolerancesOf(typed, { materials });
    expect(tolerances).toMatchObject([
      { material: 'Glass', quantity: 'epsilonReal', place: 0, change: { real: 0.1, imaginary: 0 } },
      { material: 'Ferrite', quantity: 'muLoss', place: 1, change: { real: 0, imaginary: -0.1 } },
    ]);
    const response: MapsResponse = {
      field: [3, 4],
      parts: [],
      materials: [
        { perPermittivity: [2, 1], perPermeability: [9, 9] },
        { perPermittivity: [9, 9], perPermeability: [1, -2] },
      ],
    };
    // Re((3 − 4j)(2 + j)) = 10; (1 − 2j)(−0.1j) = −0.2 − 0.1j, Re((3 − 4j)(−0.2 − 0.1j)) = −1
    expect(changeM2(response, tolerances[0]!)).toBeCloseTo(8 * Math.PI * 10 * 0.1, 10);
    expect(changeM2(response, tolerances[1]!)).toBeCloseTo(8 * Math.PI * -1, 10);
    expect(displacementMm(tolerances[0]!, [])).toBe(0);
    expect(impedanceChangeOhm(tolerances[0]!)).toBe(0);
    expect(mediumTolerancesOf(typed, {})).toEqual([]);
  });
});
