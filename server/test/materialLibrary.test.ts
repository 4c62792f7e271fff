import {
  LibraryMaterialSchema,
  VACUUM_IMPEDANCE,
  SPEED_OF_LIGHT,
  parametersAt,
  reflectionDb,
  stackReflection,
} from '@pace/contract';
import { describe, expect, test } from 'vitest';
import { MATERIAL_LIBRARY } from '../src/materials/library.ts';

const named = (name: string) => {
  const found = MATERIAL_LIBRARY.find((material) => material.name === name);
  if (!found) throw new Error(`${name} is not in the library`);
  return found;
};
const at = (name: string, gigahertz: number) => parametersAt(named(name).params, gigahertz * 1e9);

describe('the material library', () => {
  test('has about eighty materials or more, among them Vacuum and Air, each with its own name and a source', () => {
    expect(MATERIAL_LIBRARY.length).toBeGreaterThanOrEqual(80);
    expect(new Set(MATERIAL_LIBRARY.map(({ name }) => name)).size).toBe(MATERIAL_LIBRARY.length);
    for (const material of MATERIAL_LIBRARY)
      expect(LibraryMaterialSchema.parse(material).source.length).toBeGreaterThan(5);
    expect(named('Vacuum').params[0]!.permitivity).toEqual({ real: 1, imaginary: 0 });
    expect(named('Air').params[0]!.permitivity.real).toBeCloseTo(1.0006);
  });

  test('is passive everywhere, and its tables ascend in frequency', () => {
    for (const { name, params } of MATERIAL_LIBRARY)
      params.forEach((entry, i) => {
        expect(entry.permitivity.imaginary, name).toBeLessThanOrEqual(0);
        expect(entry.permeability.imaginary, name).toBeLessThanOrEqual(0);
        expect(entry.permitivity.real, name).toBeGreaterThan(0);
        if (i > 0) expect(entry.frequency, name).toBeGreaterThan(params[i - 1]!.frequency);
      });
  });

  test('water of 20 °C is that of the measurements at 3 and 10 GHz', () => {
    expect(at('Water, 20 °C', 3).permitivity.real).toBeCloseTo(78, -0.5);
    expect(at('Water, 20 °C', 10).permitivity.real).toBeGreaterThan(60);
    expect(at('Water, 20 °C', 10).permitivity.real).toBeLessThan(64);
    expect(-at('Water, 20 °C', 10).permitivity.imaginary).toBeGreaterThan(30);
    expect(-at('Water, 20 °C', 10).permitivity.imaginary).toBeLessThan(33);
  });

  test('sea water at 1.43 GHz is that of Klein and Swift’s table: about 71 − 67j', () => {
    const { real, imaginary } = at('Sea water, 20 °C, 35 ‰', 1.43).permitivity;
    expect(real).toBeGreaterThan(69);
    expect(real).toBeLessThan(73);
    expect(imaginary).toBeLessThan(-62);
    expect(imaginary).toBeGreaterThan(-70);
  });

  test('concrete at 10 GHz has the conductivity of the recommendation', () => {
    // σ = 0.0462 · 10^0.7822 = 0.2798 S/m, ε'' = 17.98 σ / 10
    expect(-at('Concrete', 10).permitivity.imaginary).toBeCloseTo(17.975 * 0.02798, 3);
  });

  test('straight lines between samples keep the formulas within 0.3 %', () => {
    const gigahertz = 3.333;
    expect(at('Lossy dielectric M6', gigahertz).permitivity.real / (5 * gigahertz ** -0.861)).toBeCloseTo(
      1,
      2,
    );
    expect(
      Math.abs(at('Lossy dielectric M6', gigahertz).permitivity.real / (5 * gigahertz ** -0.861) - 1),
    ).toBeLessThan(0.003);
    const { permeability } = at('Magnetic absorber M9', gigahertz);
    const divisor = gigahertz ** 2 + 0.8 ** 2;
    expect(Math.abs(permeability.imaginary / ((-35 * 0.8 * gigahertz) / divisor) - 1)).toBeLessThan(0.003);
  });

  test('two millimetres of a magnetic absorber on a conductor absorb, the same of a foam do not', () => {
    const coat = (name: string) => {
      const { permitivity, permeability } = at(name, 3);
      return reflectionDb(
        stackReflection([{ permittivity: permitivity, permeability, thicknessM: 0.002 }], 'pec', {
          frequencyHz: 3e9,
        }),
      );
    };
    expect(coat('Magnetic absorber M13')).toBeLessThan(-5);
    expect(coat('Styrofoam (103.7)')).toBeGreaterThan(-0.01);
  });

  test('the measured absorber is what was measured, and on a conductor it has its null where a quarter wave fits', () => {
    const epoxy = 'Steel-loaded epoxy, 30 %';
    expect(at(epoxy, 22).permitivity).toEqual({ real: 11.3, imaginary: -2.6 });
    expect(named(epoxy).source).toContain('measured');
    const { permitivity, permeability } = at(epoxy, 10);
    const reflected = (thicknessM: number) =>
      reflectionDb(
        stackReflection([{ permittivity: permitivity, permeability, thicknessM }], 'pec', {
          frequencyHz: 1e10,
        }),
      );
    const quarterM = SPEED_OF_LIGHT / 1e10 / 4 / Math.sqrt(12.5);
    const thicknesses = Array.from({ length: 41 }, (_, i) => quarterM * (0.6 + 0.02 * i));
    const best = thicknesses.reduce((a, b) => (reflected(b) < reflected(a) ? b : a));
    expect(Math.abs(best / quarterM - 1)).toBeLessThan(0.06);
    expect(reflected(best)).toBeLessThan(reflected(quarterM / 2) - 3);
  });

  test('copper has the skin resistance of the books', () => {
    const { permitivity, permeability } = at('Copper', 10);
    const reflected = stackReflection(
      [{ permittivity: permitivity, permeability, thicknessM: 0.001 }],
      'vacuum',
      { frequencyHz: 1e10 },
    );
    const resistance = Math.sqrt((2 * Math.PI * 1e10 * VACUUM_IMPEDANCE) / SPEED_OF_LIGHT / 2 / 5.813e7);
    expect(1 - Math.hypot(reflected.real, reflected.imaginary) ** 2).toBeCloseTo(
      (4 * resistance) / VACUUM_IMPEDANCE,
      6,
    );
  });
});
