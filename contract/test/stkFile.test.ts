import { describe, expect, test } from 'vitest';
import { stkBistaticFile, stkMonostaticFile, type ScatteringData } from '../src/export/index.ts';
import type { FarZoneField, MonoStaticRcs } from '../src/index.ts';

const TERMS = ['VV', 'HH', 'VH', 'HV'] as const;
const S = (term: (typeof TERMS)[number], theta: number, phi: number) => ({
  real: Math.sin(TERMS.indexOf(term) + theta / 300 + phi / 700),
  imag: Math.cos(2 * TERMS.indexOf(term) - theta / 500 + phi / 900),
});
const record = (frequency: number, angleTheta: number, anglePhi: number) =>
  ({
    frequency,
    angleTheta,
    anglePhi,
    ...Object.fromEntries(
      TERMS.flatMap((term) => {
        const { real, imag } = S(term, angleTheta, anglePhi);
        return [
          [`s_${term}_Real`, real],
          [`s_${term}_Imag`, imag],
        ];
      }),
    ),
  }) as MonoStaticRcs;
const dataOf = (angles: readonly (readonly [number, number])[]): ScatteringData => ({
  name: 'body',
  polarization: 4,
  converged: true,
  records: [1e9, 2e9].flatMap((frequency) => angles.map(([theta, phi]) => record(frequency, theta, phi))),
});

function read(text: string): { head: Map<string, string>; rows: number[][] } {
  const lines = text.split('\n').map((line) => line.trim());
  expect(lines[0]).toBe('stk.v.9.0');
  expect(lines[1]).toBe('BEGIN rcs');
  const [from, to] = [lines.indexOf('BEGIN rcsdata'), lines.indexOf('END rcsdata')];
  return {
    head: new Map(
      lines.slice(2, from).map((line) => {
        const [key = '', ...rest] = line.split(' ');
        return [key, rest.join(' ')] as const;
      }),
    ),
    rows: lines.slice(from + 1, to).map((line) => line.split(' ').map(Number)),
  };
}

/** H is the primary channel: H to H, H to V, V to H, V to V. */
const matrixAt = (theta: number, phi: number) =>
  (['HH', 'VH', 'HV', 'VV'] as const).flatMap((term) => {
    const { real, imag } = S(term, theta, phi);
    return [Math.sqrt(4 * Math.PI) * real, Math.sqrt(4 * Math.PI) * imag];
  });

describe('RCS files of STK', () => {
  test('a grid is a full matrix, rho by rho, theta from -180 to 180 degrees', () => {
    const angles = [900, 450].flatMap((theta) => [0, 900, 1800, 2700].map((phi) => [theta, phi] as const));
    const { head, rows } = read(stkMonostaticFile(dataOf(angles), 2e9));
    expect(Object.fromEntries(head)).toEqual({
      RCSPatternType: 'FullComplexScatterMatrix',
      IsSymmetric: 'no',
      RhoPoints: '2',
      ThetaPoints: '5',
      RhoAxis: 'RhoFromZ',
      RCSScatterMatrixBasis: 'Horizontal_Vertical_OrthogonalPair',
      RCSValuesLinearScale: '',
    });
    expect(rows.map(([rho, theta]) => [rho, theta])).toEqual(
      [45, 90].flatMap((rho) => [-180, -90, 0, 90, 180].map((theta) => [rho, theta])),
    );
    expect(rows[1]!.slice(2)).toEqual(matrixAt(450, 2700));
    expect(rows[0]!.slice(2)).toEqual(matrixAt(450, 1800));
    expect(rows[9]!.slice(2)).toEqual(matrixAt(900, 1800));
  });

  test('a part of the circle is not closed', () => {
    const angles = [900, 450].flatMap((theta) => [1700, 1800, 1900].map((phi) => [theta, phi] as const));
    const { head, rows } = read(stkMonostaticFile(dataOf(angles), 1e9));
    expect(head.get('ThetaPoints')).toBe('3');
    expect(rows.slice(0, 3).map(([, theta]) => theta)).toEqual([-170, 170, 180]);
  });

  test('a cut is a list of directions, the reflected ones those of incidence', () => {
    const { head, rows } = read(stkMonostaticFile(dataOf([[300, 0], [300, 3599]]), 1e9)); // prettier-ignore
    expect(head.get('RCSPatternType')).toBe('BiComplexScatterSparse');
    expect(head.get('NumPoints')).toBe('2');
    expect(rows[1]!.slice(0, 4)).toEqual([30, -0.1, 30, -0.1]);
    expect(rows[1]!.slice(4)).toEqual(matrixAt(300, 3599));
  });

  test('bistatic cuts have each direction once', () => {
    const cut = (plane: 'xy' | 'xz', theta: number, phi: number) =>
      ({ ...record(1e9, theta, phi), plane }) as unknown as FarZoneField;
    const { head, rows } = read(
      stkBistaticFile({
        name: 'body',
        polarization: 4,
        converged: true,
        frequencyHz: 1e9,
        thetaDeg: 40,
        phiDeg: 350,
        fields: [cut('xy', 900, 0), cut('xy', 900, 1800), cut('xz', 900, 0), cut('xz', 100, 0)],
      }),
    );
    expect(head.get('NumPoints')).toBe('3');
    expect(rows.map((row) => row.slice(0, 4))).toEqual([
      [40, -10, 90, 0],
      [40, -10, 90, 180],
      [40, -10, 10, 0],
    ]);
    expect(rows[2]!.slice(4)).toEqual(matrixAt(100, 0));
  });

  test('what has no matrix, or no result, is refused', () => {
    const data = dataOf([[300, 0]]);
    expect(() => stkMonostaticFile({ ...data, polarization: 1 }, 1e9)).toThrow('choose V and H');
    expect(() => stkMonostaticFile(data, 3e9)).toThrow('no monostatic results of 3000000000 Hz');
  });
});
