import { describe, expect, test } from 'vitest';
import {
  DEFAULT_IMPEDANCE_OHM,
  MaterialsSchema,
  SPEED_OF_LIGHT,
  VACUUM_IMPEDANCE,
  VACUUM_PERMITTIVITY,
  impedanceReflection,
  isPec,
  parametersAt,
  passive,
  reflectionDb,
  stackImpedance,
  stackReflection,
  surfaceImpedances,
  surfacesWithoutLayers,
  type Complex,
  type Layer,
} from '../src/index.ts';

const FREQUENCY = 10e9;
const WAVELENGTH = SPEED_OF_LIGHT / FREQUENCY;
const one: Complex = { real: 1, imaginary: 0 };
const layer = (permittivity: Complex, thicknessM: number, permeability: Complex = one): Layer => ({
  permittivity,
  permeability,
  thicknessM,
});
const close = (value: Complex, real: number, imaginary: number, relative = 1e-9) => {
  const size = Math.max(1e-9, Math.hypot(real, imaginary));
  expect(Math.hypot(value.real - real, value.imaginary - imaginary) / size).toBeLessThan(relative);
};
const size = ({ real, imaginary }: Complex) => Math.hypot(real, imaginary);

describe('a stack of layers', () => {
  test('a conductor alone is a short circuit: Z = 0, R = −1', () => {
    close(stackImpedance([], 'pec', { frequencyHz: FREQUENCY }), 0, 0);
    close(stackReflection([], 'pec', { frequencyHz: FREQUENCY }), -1, 0);
  });

  test('vacuum alone does not reflect', () => {
    close(stackImpedance([layer(one, 0.003)], 'vacuum', { frequencyHz: FREQUENCY }), VACUUM_IMPEDANCE, 0);
    expect(
      size(stackReflection([layer(one, 0.003)], 'vacuum', { frequencyHz: FREQUENCY, angleDeg: 60 })),
    ).toBeLessThan(1e-12);
  });

  test('vacuum of thickness d over a conductor is j η₀ tan kd', () => {
    for (const share of [0.05, 0.1, 0.2, 0.3, 0.45])
      close(
        stackImpedance([layer(one, share * WAVELENGTH)], 'pec', { frequencyHz: FREQUENCY }),
        0,
        VACUUM_IMPEDANCE * Math.tan(2 * Math.PI * share),
        1e-6,
      );
  });

  test('a thin layer over a conductor is j ω μ₀ μ d, whatever its permittivity', () => {
    const thin = layer({ real: 9, imaginary: -3 }, 1e-8, { real: 4, imaginary: -2 });
    const omegaMuD = (2 * Math.PI * FREQUENCY * VACUUM_IMPEDANCE * 1e-8) / SPEED_OF_LIGHT;
    close(stackImpedance([thin], 'pec', { frequencyHz: FREQUENCY }), 2 * omegaMuD, 4 * omegaMuD, 1e-6);
  });

  test('a quarter-wave transformer turns Z into η₁²/Z: over vacuum η₀/ε', () => {
    // Z_in = η₁²/Z_L with η₁ = η₀/√ε₁.
    const eps = 2.25;
    const quarter = layer({ real: eps, imaginary: 0 }, WAVELENGTH / (4 * Math.sqrt(eps)));
    close(stackImpedance([quarter], 'vacuum', { frequencyHz: FREQUENCY }), VACUUM_IMPEDANCE / eps, 0);
  });

  test('a quarter wave over a conductor is an open circuit: R = +1, and nothing overflows', () => {
    const quarter = layer({ real: 4, imaginary: 0 }, WAVELENGTH / 8);
    close(stackReflection([quarter], 'pec', { frequencyHz: FREQUENCY }), 1, 0);
    expect(Number.isFinite(size(stackImpedance([quarter], 'pec', { frequencyHz: FREQUENCY })))).toBe(true);
  });

  test('a Salisbury screen of 377 Ω a quarter wave before a conductor absorbs everything at its frequency only', () => {
    // A sheet of resistance R = 1/(σ d): ε = 1 − jσ/(ωε₀), here one micrometre thick.
    const thicknessM = 1e-6;
    const sheet = (frequencyHz: number) =>
      layer(
        {
          real: 1,
          imaginary: -1 / (VACUUM_IMPEDANCE * thicknessM * 2 * Math.PI * frequencyHz * VACUUM_PERMITTIVITY),
        },
        thicknessM,
      );
    const screen = (frequencyHz: number) =>
      reflectionDb(stackReflection([sheet(frequencyHz), layer(one, WAVELENGTH / 4)], 'pec', { frequencyHz }));
    expect(screen(FREQUENCY)).toBeLessThan(-60);
    // Γ of a resistor across a shorted line at half the frequency: Y = Y₀(1 − j cot 45°) → |Γ| = 1/√5.
    expect(screen(FREQUENCY / 2)).toBeCloseTo(20 * Math.log10(1 / Math.sqrt(5)), 2);
    expect(screen(2 * FREQUENCY)).toBeGreaterThan(-0.1);
  });

  test('a Dallenbach layer with μ = ε, thick and lossy, hides its conductor', () => {
    const value = { real: 3, imaginary: -3 };
    const absorber = layer(value, 0.1, value);
    expect(reflectionDb(stackReflection([absorber], 'pec', { frequencyHz: FREQUENCY }))).toBeLessThan(-150);
  });

  test('a metre of copper does not overflow: Z = (1 + j) √(ωμ₀/2σ)', () => {
    const conductivity = 5.813e7;
    const copper = layer(
      { real: 1, imaginary: -conductivity / (2 * Math.PI * FREQUENCY * VACUUM_PERMITTIVITY) },
      1,
    );
    const resistance = Math.sqrt(
      (2 * Math.PI * FREQUENCY * VACUUM_IMPEDANCE) / SPEED_OF_LIGHT / 2 / conductivity,
    );
    close(stackImpedance([copper], 'pec', { frequencyHz: FREQUENCY }), resistance, resistance, 1e-6);
  });

  test('at oblique incidence: Brewster’s angle reflects no TM wave from any slab, a TE wave it does', () => {
    const eps = 4;
    const brewster = (Math.atan(Math.sqrt(eps)) * 180) / Math.PI;
    const slab = layer({ real: eps, imaginary: 0 }, 0.0023);
    const at = (polarization: 'TE' | 'TM') =>
      size(stackReflection([slab], 'vacuum', { frequencyHz: FREQUENCY, angleDeg: brewster, polarization }));
    expect(at('TM')).toBeLessThan(1e-12);
    expect(at('TE')).toBeGreaterThan(0.3);
  });

  test('beyond the critical angle of a thin medium the wave decays and R stays at most 1', () => {
    const foam = layer({ real: 0.5, imaginary: 0 }, 0.2);
    const r = stackReflection([foam], 'vacuum', { frequencyHz: FREQUENCY, angleDeg: 70 });
    expect(size(r)).toBeLessThanOrEqual(1 + 1e-12);
    expect(size(r)).toBeGreaterThan(0.999);
  });

  test('passive stacks never reflect more than arrives, at any angle and polarization', () => {
    for (let i = 0; i < 400; i++) {
      const random = (salt: number) => (((Math.sin(i * 12.9898 + salt * 78.233) * 43758.5453) % 1) + 1) % 1;
      const layers = Array.from({ length: 1 + (i % 4) }, (_, n) =>
        layer({ real: 1 + 20 * random(n), imaginary: -20 * random(n + 10) }, 0.02 * random(n + 20), {
          real: 1 + 3 * random(n + 30),
          imaginary: -3 * random(n + 40),
        }),
      );
      const incidence = {
        frequencyHz: 1e9 + 50e9 * random(50),
        angleDeg: 89 * random(60),
        polarization: i % 2 ? ('TE' as const) : ('TM' as const),
      };
      expect(size(stackReflection(layers, i % 3 ? 'pec' : 'vacuum', incidence))).toBeLessThanOrEqual(
        1 + 1e-12,
      );
    }
  });

  test('two halves of a layer are the layer, and the reflection of an impedance is that of its stack', () => {
    const material = { real: 5, imaginary: -1 };
    const whole = stackImpedance([layer(material, 0.004)], 'pec', { frequencyHz: FREQUENCY });
    const halves = stackImpedance([layer(material, 0.002), layer(material, 0.002)], 'pec', {
      frequencyHz: FREQUENCY,
    });
    close(halves, whole.real, whole.imaginary);
    const r = stackReflection([layer(material, 0.004)], 'pec', { frequencyHz: FREQUENCY });
    close(impedanceReflection(whole, { frequencyHz: FREQUENCY }), r.real, r.imaginary);
  });
});

describe('materials at a frequency', () => {
  const table = [
    { frequency: 1e9, permitivity: { real: 10, imaginary: -4 }, permeability: one },
    { frequency: 100e9, permitivity: { real: 6, imaginary: -2 }, permeability: { real: 3, imaginary: -1 } },
  ];

  test('straight lines over log f, level outside', () => {
    expect(parametersAt(table, 10e9).permitivity).toEqual({ real: 8, imaginary: -3 });
    expect(parametersAt(table, 10e9).permeability).toEqual({ real: 2, imaginary: -0.5 });
    expect(parametersAt(table, 1e8).permitivity.real).toBe(10);
    expect(parametersAt(table, 1e12).permitivity.real).toBe(6);
  });

  test('a passive medium is stored with a negative imaginary part, whichever sign was typed', () => {
    expect(passive({ real: 4, imaginary: 2 })).toEqual({ real: 4, imaginary: -2 });
    expect(passive({ real: 4, imaginary: -2 })).toEqual({ real: 4, imaginary: -2 });
    expect(Object.is(passive({ real: 4, imaginary: 0 }).imaginary, 0)).toBe(true);
  });

  test('impedances of a project: outermost layer first, 0.001 Ω and a flag where there is no layer', () => {
    const materials = MaterialsSchema.parse({
      inputMaterials: [
        { id: 1, name: 'Coat', frequency: 0, permitivity: { real: 4, imaginary: 1 }, permeability: one },
        { id: 2, name: 'Foam', frequency: 0, permitivity: { real: 1, imaginary: 0 }, permeability: one },
      ],
      thicknesses: [
        { id: 'a', materialName: 'Foam', surface: 3, surfaceIndex: 1, thickness: 0.002 },
        { id: 'b', materialName: 'Coat', surface: 3, surfaceIndex: 0, thickness: 0.001 },
      ],
    });
    const [at] = surfaceImpedances(materials, [1, 3], [FREQUENCY]);
    expect(at!.params[0]).toEqual({
      impedanceSurface: 1,
      impedanceReal: DEFAULT_IMPEDANCE_OHM.real,
      impedanceImaginary: 0,
    });
    const stack = [layer({ real: 4, imaginary: -1 }, 0.001), layer(one, 0.002)];
    const expected = stackImpedance(stack, 'pec', { frequencyHz: FREQUENCY });
    expect(at!.params[1]).toEqual({
      impedanceSurface: 3,
      impedanceReal: expected.real,
      impedanceImaginary: expected.imaginary,
    });
    expect(surfacesWithoutLayers(materials, [1, 3])).toEqual([1]);
    expect(isPec(' pec ')).toBe(true);
  });
});
