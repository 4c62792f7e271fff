import { describe, expect, it } from 'vitest';
import {
  MaterialsSchema,
  meshKeyOf,
  objectiveOf,
  ObjectiveSchema,
  settingsOf,
  SolverInputSchema,
  type BaseFacts,
  type LibraryMaterial,
  type MonoStaticRcs,
  type Objective,
  type Settings,
  type Target,
} from '../src/index.ts';

/** σ_θ [m²] of a vertical wave with bars of a tenth of the field, at a θ and φ. */
const record = (theta: number, phi: number, sigma: number, frequency = 1e9) => {
  const size = Math.sqrt(sigma / (4 * Math.PI));
  return {
    ...{ frequency, angleTheta: 10 * theta, anglePhi: 10 * phi },
    ...{ e_Theta_Real: 0.6 * size, e_Theta_Imag: 0.8 * size, e_Phi_Real: 0, e_Phi_Imag: 0 },
    ...{ e_Theta_Error: 0.1 * size, e_Phi_Error: 0 },
  };
};
const VERTICAL = 1;
const db = (sigma: number) => 10 * Math.log10(sigma);
const sigmas = [0.1, 2, 0.5, 8, 1];
const cut = sigmas.map((sigma, i) => record(90, 20 * i, sigma));
const valueOf = (objective: Partial<Objective>, records: readonly MonoStaticRcs[] = cut) =>
  objectiveOf(
    records,
    VERTICAL,
    ObjectiveSchema.parse({ statistic: 'mean', component: 'theta', ...objective }),
  );

describe('an objective', () => {
  it('is a statistic of σ in its sector, with the ends of its bars', () => {
    const mean = sigmas.reduce((sum, one) => sum + one, 0) / 5;
    expect(valueOf({})).toEqual({
      value: expect.closeTo(db(mean), 9) as number,
      low: expect.closeTo(db(0.81 * mean), 9) as number,
      high: expect.closeTo(db(1.21 * mean), 9) as number,
    });
    const ofDb = sigmas.reduce((sum, one) => sum + db(one), 0) / 5;
    expect(valueOf({ statistic: 'meanOfDb' })?.value).toBeCloseTo(ofDb, 9);
    expect(valueOf({ statistic: 'median' })?.value).toBeCloseTo(db(1), 9);
    expect(valueOf({ statistic: 'maximum' })?.value).toBeCloseTo(db(8), 9);
    expect(valueOf({ statistic: 'maximum', sector: { phi: [70, 45] } })?.value).toBeCloseTo(db(2), 9);
    expect(valueOf({ statistic: 'percentile', percentile: 90 })?.value).toBeCloseTo(db(8), 9);
    expect(valueOf({ statistic: 'percentile', percentile: 30 })?.value).toBeCloseTo(db(0.5), 9);
    expect(valueOf({ sector: { theta: [0, 30] } })).toBeUndefined();
    expect(valueOf({ component: 'VV' })).toBeUndefined();
  });

  it('counts by solid angle where both angles are swept', () => {
    const sphere = [record(10, 0, 100), record(10, 90, 100), record(90, 0, 1), record(90, 90, 1)];
    const share = Math.sin((10 * Math.PI) / 180);
    expect(valueOf({}, sphere)?.value).toBeCloseTo(db((100 * share + 1) / (share + 1)), 9);
  });

  it('of no field at all is nothing, and takes corrected fields where there are some', () => {
    expect(valueOf({ statistic: 'maximum' }, [record(90, 0, 0)])).toMatchObject({ value: null });
    // The lower end of a bar may be no field at all, in a mean of decibels too.
    const wide = { ...record(90, 20, 2), e_Theta_Error: 10 };
    expect(valueOf({ statistic: 'meanOfDb' }, [record(90, 0, 1), wide])).toMatchObject({
      value: expect.closeTo(db(2) / 2, 9) as number,
      low: null,
    });
    const solved = record(90, 0, 1);
    const { frequency: _, angleTheta: __, anglePhi: ___, ...corrected } = record(90, 0, 4);
    expect(valueOf({ statistic: 'maximum' }, [{ ...solved, corrected }])?.value).toBeCloseTo(db(4), 9);
  });
});

const FACTS: BaseFacts = { isMesh: true, metresPerUnit: 0.001, solids: 0, surfaces: [1, 2, 5] };
const layer = (surface: number, surfaceIndex: number, materialName: string, thickness: number) => ({
  ...{ id: `${surface}-${surfaceIndex}`, surface, surfaceIndex, materialName, thickness },
});
const impedance = (impedanceSurface: number, impedanceImaginary: number) => ({
  ...{ impedanceSurface, impedanceReal: 100, impedanceImaginary },
});
const BASE: Settings = {
  programType: 2,
  solverInput: SolverInputSchema.parse({
    ...{ frequency: [1e9, 0.5e9, 2e9], freqsweep: 1, solvertype: 2 },
    ...{ anglesweep: 1, excitation: [40, 80, 10, 30, 4, 20, 10] },
  }),
  materials: MaterialsSchema.parse({
    inputMaterials: [
      {
        ...{ id: 1, id_i: 1, name: 'Foam', frequency: 1e9 },
        ...{ permitivity: { real: 2, imaginary: -0.5 }, permeability: { real: 1, imaginary: 0 } },
      },
    ],
    thicknesses: [layer(1, 0, 'Foam', 0.002), layer(1, 1, 'Foam', 0.004), layer(2, 0, 'Foam', 0.001)],
    impedances: [1e9, 1.5e9, 2e9].map((frequency) => ({
      frequency,
      params: [1, 2, 5].map((surface) => impedance(surface, -30 * (frequency / 1e9))),
    })),
  }),
  mesherOptions: null,
};
const LIBRARY: LibraryMaterial = {
  ...{ name: 'Rubber', id: 'r', category: 'absorber', source: 'made up for tests' },
  params: [1e9, 3e9].map((frequency) => ({
    ...{ frequency, permitivity: { real: 9, imaginary: -frequency / 1e9 } },
    permeability: { real: 1.5, imaginary: -0.5 },
  })),
};
const made = (target: Target, value: number | string, base = BASE, facts = FACTS) =>
  settingsOf(base, facts, [{ target, values: { list: [value] } }], [value], (name) =>
    name === LIBRARY.name ? LIBRARY : undefined,
  );
const settings = (...of: Parameters<typeof made>): Settings => {
  const variant = made(...of);
  if ('refused' in variant) throw new Error(variant.refused.message);
  return variant.settings;
};
const refused = (...of: Parameters<typeof made>) => {
  const variant = made(...of);
  return 'refused' in variant ? variant.refused.message : undefined;
};
const surfacesWithImpedance = ({ materials }: Settings) => [
  ...new Set(materials!.impedances.flatMap(({ params }) => params.map((one) => one.impedanceSurface))),
];

describe('the settings of a variant', () => {
  it('have one frequency, angle or polarization in the place of what the base has', () => {
    expect(settings({ kind: 'frequency' }, 1.7e9).solverInput).toMatchObject({
      ...{ freqsweep: 0, frequency: [1.7e9, -1, -1] },
    });
    expect(settings({ kind: 'theta' }, 65).solverInput.excitation).toEqual([65, 65, 10, 30, 4, 20, 10]);
    expect(settings({ kind: 'phi' }, 15).solverInput.excitation).toEqual([40, 80, 15, 15, 4, 20, 10]);
    expect(settings({ kind: 'polarization' }, 1).solverInput.excitation[4]).toBe(1);
    expect(refused({ kind: 'theta' }, 200)).toMatch(/^ANGLE_INVALID/);
    expect(refused({ kind: 'frequency' }, -1)).toMatch(/^FREQUENCY_INVALID/);
    expect(refused({ kind: 'alpha' }, 2)).toBe('validation.alpha');
  });

  it('have other layers, and no impedance that was written for the old ones', () => {
    const thicker = settings({ kind: 'thickness', layers: [0, 2] }, 0.003);
    expect(thicker.materials!.thicknesses.map(({ thickness }) => thickness)).toEqual([0.003, 0.004, 0.003]);
    expect(surfacesWithImpedance(thicker)).toEqual([5]);
    const other = settings({ kind: 'layerMaterial', layers: [1] }, 'Rubber');
    expect(other.materials!.thicknesses.map(({ materialName }) => materialName)).toEqual([
      'Foam',
      'Rubber',
      'Foam',
    ]);
    expect(surfacesWithImpedance(other)).toEqual([2, 5]);
    const rubber = other.materials!.inputMaterials.filter(({ name }) => name === 'Rubber');
    expect(rubber.map(({ frequency }) => frequency)).toEqual(expect.arrayContaining([1e9]));
    expect(other.materials!.isConstant).toBe(false);
    const scaled = settings({ kind: 'permittivityFactor', material: 'Foam' }, 1.5);
    expect(scaled.materials!.inputMaterials[0]!.permitivity).toEqual({ real: 3, imaginary: -0.75 });
    expect(surfacesWithImpedance(scaled)).toEqual([5]);
    expect(BASE.materials!.thicknesses[0]!.thickness).toBe(0.002);
  });

  it('have one part of an impedance at every frequency, and keep the other', () => {
    const { materials } = settings({ kind: 'reactance', surfaces: [5] }, 40);
    expect(materials!.impedances.map(({ params }) => params.at(-1))).toEqual(
      [1, 2, 3].map(() => ({ impedanceSurface: 5, impedanceReal: 100, impedanceImaginary: 40 })),
    );
    expect(refused({ kind: 'resistance', surfaces: [5] }, -1)).toBe('STUDY_INVALID.resistance');
    expect(refused({ kind: 'resistance', surfaces: [1] }, 10)).toBe('STUDY_INVALID.layered');
    const both = settingsOf(
      BASE,
      FACTS,
      [
        { target: { kind: 'resistance', surfaces: [5] }, values: { list: [7] } },
        { target: { kind: 'frequency' }, values: { list: [1.2e9] } },
      ],
      [7, 1.2e9],
      () => undefined,
    );
    // At the frequency of the variant, whichever parameter comes first
    const rows = 'settings' in both ? both.settings.materials!.impedances : [];
    expect(rows.find(({ frequency }) => frequency === 1.2e9)?.params).toEqual([
      { impedanceSurface: 5, impedanceReal: 7, impedanceImaginary: expect.closeTo(-36, 9) as number },
    ]);
  });

  it('scale a mesh, size the mesh of a CAD model, and take the model of another project', () => {
    expect(settings({ kind: 'modelScale' }, 1.1).solverInput.scalefactor).toBeCloseTo(0.0011, 12);
    const cad = {
      ...BASE,
      mesherOptions: { mesh_size: 10 } as Settings['mesherOptions'] & object,
    };
    const facts = { ...FACTS, isMesh: false };
    expect(settings({ kind: 'meshSize' }, 0.02, cad, facts).mesherOptions?.mesh_size).toBe(20);
    expect(settings({ kind: 'modelScale' }, 1.1, cad, facts)).toMatchObject({
      solverInput: cad.solverInput,
      mesherOptions: { mesh_size: 10, modelScale: 1.1 },
    });
    expect(refused({ kind: 'modelScale' }, 1.1, BASE, { ...FACTS, metresPerUnit: null })).toBe(
      'STUDY_INVALID.modelScale',
    );
    expect(refused({ kind: 'meshSize' }, 0.02)).toBe('STUDY_INVALID.meshSize');
    const key = (of: Settings) => meshKeyOf(of, facts);
    expect(key(settings({ kind: 'meshSize' }, 0.02, cad, facts))).not.toBe(key(cad));
    expect(key(settings({ kind: 'alpha' }, 0.2, cad, facts))).toBe(key(cad));
    expect(key(settings({ kind: 'modelScale' }, 1.1, cad, facts))).not.toBe(key(cad));
    expect(settings({ kind: 'model' }, 'other').model).toBe('other');
  });

  it('turn solids of a CAD model, one after the other', () => {
    const cad = { ...BASE, mesherOptions: { mesh_size: 10 } as Settings['mesherOptions'] & object };
    const facts = { ...FACTS, isMesh: false, solids: 2 };
    const about = (axis: 'x' | 'z', solids: number[]): Target => ({
      ...{ kind: 'rotation', axis, solids, point: [0.1, 0, -2] },
    });
    const once = settings(about('z', [1]), 5, cad, facts);
    expect(settings(about('x', [1, 2]), -3, once, facts).mesherOptions?.rotations).toEqual([
      { solids: [1], axis: 'z', point: [0.1, 0, -2], degrees: 5 },
      { solids: [1, 2], axis: 'x', point: [0.1, 0, -2], degrees: -3 },
    ]);
    const key = (of: Settings) => meshKeyOf(of, facts);
    expect(key(once)).not.toBe(key(cad));
    expect(key(settings(about('z', [1]), 0, cad, facts))).toBe(key(cad));
    expect(refused(about('z', [3]), 5, cad, facts)).toBe('STUDY_INVALID.solid');
    expect(refused(about('z', [1]), 5)).toBe('STUDY_INVALID.rotation');
  });

  it('have methods of parts only where parts have methods', () => {
    const hybrid: Settings = {
      ...{ programType: 1, materials: null, mesherOptions: null },
      solverInput: SolverInputSchema.parse({ solvertype: 3 }),
    };
    expect(settings({ kind: 'partMethod' }, 1, hybrid).solverInput.partmethods).toEqual([1]);
    expect(settings({ kind: 'partMethod', parts: [1] }, 2, hybrid).solverInput.partmethods).toEqual([
      0, 2, 0,
    ]);
    expect(refused({ kind: 'partMethod' }, 3, hybrid)).toBe('STUDY_INVALID.partMethodValue');
    expect(refused({ kind: 'partMethod' }, 1)).toBe('STUDY_INVALID.partMethod');
    expect(refused({ kind: 'thickness', layers: [0] }, 1e-3, hybrid)).toBe('STUDY_INVALID.materials');
    expect(refused({ kind: 'regionMaterial', surfaces: [1] }, 'Rubber')).toBe('STUDY_INVALID.region');
  });
});
