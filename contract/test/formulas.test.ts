import { describe, expect, test } from 'vitest';
import {
  DEFAULT_MESH_FREQUENCY_HZ,
  RESULT_KINDS,
  STAGES,
  averageSimulationSeconds,
  defaultMeshSizeMm,
  numberText,
  hasEnded,
  impedanceText,
  parseImpedance,
  parseResultFileName,
  progressPercent,
  rcsDbsm,
  resultFileName,
  splitDuration,
} from '../src/index.ts';

describe('mesh size', () => {
  test('it is a tenth of the wavelength in millimetres, rounded to six decimals', () => {
    expect(defaultMeshSizeMm(1.3e9)).toBe(23.060958);
    expect(defaultMeshSizeMm(DEFAULT_MESH_FREQUENCY_HZ)).toBe(230.609583);
    expect(defaultMeshSizeMm(100e9)).toBe(0.299792);
  });
});

describe('simulation time', () => {
  test('6760 nodes at 1 GHz take five seconds an angle', () => {
    expect(averageSimulationSeconds(6760, 1, 1)).toBe(5);
    expect(averageSimulationSeconds(6760, 2, 722)).toBe(7220);
  });
  test('a duration is split into days, hours, minutes and seconds that add up', () => {
    expect(splitDuration(0)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
    expect(splitDuration(59.6)).toEqual({ days: 0, hours: 0, minutes: 1, seconds: 0 });
    expect(splitDuration(86_399)).toEqual({ days: 0, hours: 23, minutes: 59, seconds: 59 });
    expect(splitDuration(90_061)).toEqual({ days: 1, hours: 1, minutes: 1, seconds: 1 });
  });
  test("an end date of '-1' or null means not ended", () => {
    expect([hasEnded('-1'), hasEnded(null), hasEnded('2026-01-01T00:00:00Z')]).toEqual([false, false, true]);
  });
});

describe('progress', () => {
  test.each([
    [true, '', 100],
    [true, STAGES.near, 100],
    [false, 'SOLUTION STAGE', 95],
    [false, 'CALCULATING FIELDS', 50],
    [false, 'CALCULATING NEAR INTERACTIONS', 30],
    [false, '', 10],
    [false, 'Error', 10],
    [false, 'Queued', 10],
  ])('ready %s with "%s" is %i percent', (ready, detail, percent) => {
    expect(progressPercent(ready, detail)).toBe(percent);
  });
  test('what follows the name of a stage does not change the progress', () => {
    expect(progressPercent(false, 'SOLUTION STAGE 40 %')).toBe(95);
  });
});

describe('result files', () => {
  test('a name has six pieces, hertz and tenths of degrees', () => {
    const name = resultFileName('farzone', { frequency: 1.3e9, theta: 1795, phi: 0 });
    expect(name).toBe('solver_result_1300000000_farzone_1795_0.json');
    expect(name.split('_')).toHaveLength(6);
  });
  test('names of every kind and frequency read back', () => {
    for (const kind of RESULT_KINDS)
      for (const frequency of [1, 100, 1.3e9, 1e11, 1234567890.1234567, 0.5, 1e9 / 3, 1e-7, 2.5e-9])
        for (const [theta, phi] of [
          [0, 0],
          [1800, 3600],
          [1795, 5],
        ] as const) {
          const key = { frequency, theta, phi };
          expect(parseResultFileName(resultFileName(kind, key))).toEqual({ kind, ...key });
        }
  });
  test('frequencies in names have no exponent', () => {
    expect([1e11, 1.5, 1e-7, 1.25e-7, 100].map(numberText)).toEqual([
      '100000000000',
      '1.5',
      '0.0000001',
      '0.000000125',
      '100',
    ]);
  });
  test('angles finer than a tenth of a degree keep their decimals, so that no two files share a name', () => {
    const name = resultFileName('time', { frequency: 1, theta: 452.5, phi: 0.1 + 0.2 });
    expect(name).toBe('solver_result_1_time_452.5_0.3.json');
  });
  test.each([
    '',
    'result.json',
    'monostatic.json',
    'solver_result_1_farzone_0.json',
    'solver_result_1_farzone_0_0.bin',
    'solver_result_1_secret_0_0.json',
    'solver_result_1..2_farzone_0_0.json',
    'solver_result_._farzone_0_0.json',
    'solver_result_1e9_farzone_0_0.json',
    'solver_result_1_farzone_-1_0.json',
    '../solver_result_1_farzone_0_0.json',
    'solver_result_1_farzone_0_0.json.tmp',
  ])('"%s" is not a result file', (name) => expect(parseResultFileName(name)).toBeUndefined());
});

describe('radar cross section', () => {
  const field = { e_Theta_Real: 0, e_Theta_Imag: 0, e_Phi_Real: 0, e_Phi_Imag: 0 };
  test('it is 10 log10 of 4π|E|² over both components', () => {
    expect(rcsDbsm({ ...field, e_Theta_Real: 1 })).toBeCloseTo(10.992099, 6);
    expect(rcsDbsm({ e_Theta_Real: 1, e_Theta_Imag: 2, e_Phi_Real: -3, e_Phi_Imag: 4 })).toBeCloseTo(
      25.763311,
      6,
    );
  });
  test('no field is minus infinity', () => expect(rcsDbsm(field)).toBe(-Infinity));
});

describe('impedance cells', () => {
  test('"(real, imaginary)" reads back', () => {
    expect(parseImpedance('(0.0, 0.0)')).toEqual({ real: 0, imaginary: 0 });
    expect(parseImpedance(' ( 12.5 , -3e-2 ) ')).toEqual({ real: 12.5, imaginary: -0.03 });
    expect(impedanceText({ real: 0.001, imaginary: -2 }, 5)).toBe('(0.00100, -2.00000)');
    const turkish = impedanceText({ real: 0.001, imaginary: -2 }, 5, 'tr');
    expect(turkish).toBe('(0,00100; -2,00000)');
    expect(parseImpedance(turkish)).toEqual({ real: 0.001, imaginary: -2 });
    expect(parseImpedance(impedanceText({ real: 1.25, imaginary: 3 }, 8))).toEqual({
      real: 1.25,
      imaginary: 3,
    });
  });
  test.each([
    '',
    '1, 2',
    '(1)',
    '(1, )',
    '(, 1)',
    '(a, 1)',
    '(1, 2, 3)',
    '(1; 2; 3)',
    '(Infinity, 0)',
    '((1, 2))',
  ])('"%s" is not one', (text) => expect(parseImpedance(text)).toBeUndefined());
});
