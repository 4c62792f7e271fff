import {
  coatingImpedance,
  isCoatedAsPredicted,
  predictedOnMesh,
  predictedOnMetal,
  VACUUM_IMPEDANCE,
  type Coated,
  type MapPart,
  type MapsFile,
  type MapsResponse,
  type Materials,
  type MonoStaticRcs,
} from '@pace/contract';
import { describe, expect, test } from 'vitest';
import { compareCoating, differenceDb, sweptOf } from '../../src/features/results/coated/comparison.ts';
import {
  coatedRcs,
  coatLack,
  defaultThicknessMm,
  isCoatable,
  thicknessOf,
} from '../../src/features/results/design/coat/coating.ts';

const FREQUENCY_HZ = 299_792_458;
const FOUR = { permittivity: { real: 4, imaginary: 0 }, permeability: { real: 1, imaginary: 0 } };

const RESPONSE: MapsResponse = {
  field: [3, 4],
  parts: [
    { share: [1, 1], perOhm: [0.01, 0.02], perMmOfLayer: [-1, 0.5] },
    { share: [1, 1], perOhm: [0.03, -0.01], perMmOfLayer: [0.25, -2] },
    { share: [1, 2] },
  ],
};
const part = (number: number, withDerivatives: boolean): MapPart => ({
  index: number,
  number,
  name: `p${number}`,
  triangles: 1,
  area_m2: 1,
  middle_m: [0, 0, 0],
  share_dBsm: 0,
  without_dBsm: 0,
  ...(withDerivatives && {
    derivatives: { displacement_dBPerMm: 0, resistance_dBPerOhm: 0, reactance_dBPerOhm: 0 },
  }),
});
const FILE: MapsFile = {
  schema: 'pace-maps-1',
  fingerprint: '1',
  frequencyHz: FREQUENCY_HZ,
  incident: 'V',
  received: 'V',
  illuminations: [{ thetaDeg: 60, phiDeg: 0 }],
  radius_m: 1,
  rcs_dBsm: 0,
  sheetTriangles: 1,
  parts: [part(10, true), part(20, true), part(30, false)],
  responses: [RESPONSE],
  maps: [{ name: 'layer', unit: 'dB/mm' }],
  seconds: 0,
};

describe('a prediction of a layer on parts', () => {
  const coating = { places: [0, 1], thicknessMm: 2, impedance: { real: 10, imaginary: 100 } };

  test('on the metal adds the thickness times the derivatives of the parts', () => {
    // (3 + 4j) + 2[(−1 + 0.5j) + (0.25 − 2j)]
    expect(predictedOnMetal(RESPONSE, coating)).toEqual([1.5, 1]);
  });

  test('on the mesh adds the complex impedance times the derivatives of the parts', () => {
    // (3 + 4j) + (10 + 100j)(0.04 + 0.01j) = (3 + 4j) + (−0.6 + 4.1j)
    const [real, imaginary] = predictedOnMesh(RESPONSE, coating)!;
    expect(real).toBeCloseTo(2.4, 12);
    expect(imaginary).toBeCloseTo(8.1, 12);
  });

  test('of a part without derivatives there is none; of no part nothing changes', () => {
    expect(predictedOnMesh(RESPONSE, { ...coating, places: [0, 2] })).toBeUndefined();
    expect(predictedOnMetal(RESPONSE, { ...coating, places: [9] })).toBeUndefined();
    expect(predictedOnMesh(RESPONSE, { ...coating, places: [] })).toEqual([3, 4]);
  });

  test('the impedance is that of a line with a short: j η₀/2 tan(2k₀d)', () => {
    // λ = 1 m and n = 2: 62.5 mm are an eighth of the wavelength inside, whose tangent is 1.
    const { real, imaginary } = coatingImpedance(FOUR, 62.5, FREQUENCY_HZ);
    expect(real).toBeCloseTo(0, 9);
    expect(imaginary).toBeCloseTo(VACUUM_IMPEDANCE / 2, 9);
  });

  test('the RCS of a sector is the mean over its angles', () => {
    const second: MapsResponse = { field: [0, 1], parts: RESPONSE.parts };
    const rcs = coatedRcs({ ...FILE, responses: [RESPONSE, second] }, new Set([20]), FOUR, 1)!;
    expect(rcs.now).toBeCloseTo(4 * Math.PI * ((25 + 1) / 2), 9);
    // 3.25 + 2j and 0.25 − 1j
    expect(rcs.onMetal).toBeCloseTo(4 * Math.PI * ((3.25 ** 2 + 4 + 0.25 ** 2 + 1) / 2), 9);
    expect(coatedRcs(FILE, new Set([30]), FOUR, 1)).toBeUndefined();
    expect(coatedRcs({ ...FILE, responses: undefined }, new Set([20]), FOUR, 1)).toBeUndefined();
  });

  test('parts with sheets cannot be coated, nor any part without responses', () => {
    expect(FILE.parts.map(isCoatable)).toEqual([true, true, false]);
    expect(coatLack(FILE)).toBeUndefined();
    expect(coatLack({ ...FILE, responses: undefined })).toBe('noResponses');
    const wide = Array.from({ length: 1001 }, (_, i) => ({ thetaDeg: i / 10, phiDeg: 0 }));
    expect(coatLack({ ...FILE, illuminations: wide })).toBe('angles');
  });

  test('a thickness begins at the range of first order, and is read with a point or a comma', () => {
    // λ/120 in n = 2
    expect(defaultThicknessMm(FREQUENCY_HZ, FOUR)).toBe(4.2);
    expect(['1.5', '1,5', ' 2 ', '0', '-1', 'two', '', '1001'].map(thicknessOf)).toEqual([
      1.5,
      1.5,
      2,
      ...Array.from({ length: 5 }, () => undefined),
    ]);
  });
});

const COATED: Coated = {
  from: 'p',
  frequencyHz: FREQUENCY_HZ,
  incident: 'H',
  received: 'V',
  material: 'Typed layer',
  thicknessMm: 62.5,
  impedance: { real: 0, imaginary: VACUUM_IMPEDANCE / 2 },
  parts: [10],
  predictions: [
    { thetaDeg: 60, phiDeg: 0, before: [1, 0], predicted: [0, 2] },
    { thetaDeg: 70, phiDeg: 0, before: [1, 0], predicted: [3, 0] },
  ],
};
const record = (angleTheta: number, real: number, frequency = FREQUENCY_HZ): MonoStaticRcs => ({
  frequency,
  angleTheta,
  anglePhi: 0,
  s_VV_Real: 9,
  s_VV_Imag: 9,
  s_VH_Real: real,
  s_VH_Imag: 0,
  s_HV_Real: 9,
  s_HV_Imag: 9,
  s_HH_Real: 9,
  s_HH_Imag: 9,
});

describe('what was predicted beside what was computed', () => {
  test('is compared by frequency, angles and polarizations; the mean is of the RCS', () => {
    const other = record(600, 7, 1e9);
    const { rows, mean, largest } = compareCoating(COATED, [other, record(700, 3), record(600, 1)]);
    expect(rows.map(differenceDb)).toEqual([expect.closeTo(20 * Math.log10(1 / 2), 9), 0]);
    expect(largest).toBeCloseTo(20 * Math.log10(2), 9);
    expect(mean!.predicted).toBeCloseTo(10 * Math.log10((4 * Math.PI * (4 + 9)) / 2), 9);
    expect(mean!.computed).toBeCloseTo(10 * Math.log10((4 * Math.PI * (1 + 9)) / 2), 9);
    expect(sweptOf(rows)).toBe('theta');
  });

  test('an illumination that was not computed has no difference, and there is no mean', () => {
    const { rows, mean, largest } = compareCoating(COATED, [record(700, 3)]);
    expect(rows.map(differenceDb)).toEqual([undefined, 0]);
    expect([mean, largest]).toEqual([undefined, 0]);
    expect(compareCoating(COATED, []).largest).toBeUndefined();
  });
});

test('materials are as predicted while the layer is on its parts and metal elsewhere', () => {
  const materials: Materials = {
    pecBack: true,
    isConstant: true,
    inputMaterials: [
      {
        id: 1,
        name: 'Typed layer',
        frequency: FREQUENCY_HZ,
        permitivity: FOUR.permittivity,
        permeability: FOUR.permeability,
      },
    ],
    thicknesses: [{ id: 1, materialName: 'Typed layer', surface: 10, surfaceIndex: 0, thickness: 0.0625 }],
    impedances: [],
    outerMedias: [],
  };
  const is = (change: Partial<Materials>) =>
    isCoatedAsPredicted({ ...materials, ...change }, [10, 20], COATED);
  const typed = (impedanceSurface: number, impedanceReal: number) => [
    {
      frequency: FREQUENCY_HZ,
      params: [{ impedanceSurface, impedanceReal, impedanceImaginary: 0 }],
    },
  ];
  expect(is({})).toBe(true);
  expect(is({ impedances: typed(20, 0) })).toBe(true);
  expect(is({ impedances: typed(20, 50) })).toBe(false);
  expect(is({ thicknesses: [{ ...materials.thicknesses[0]!, thickness: 0.06 }] })).toBe(false);
  expect(is({ thicknesses: [{ ...materials.thicknesses[0]!, surface: 20 }] })).toBe(false);
});
