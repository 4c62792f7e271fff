import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ffeFile, scatteringMat, scatteringTable, type ScatteringData } from '../src/export/index.ts';
import { matFile } from '../src/export/matFile.ts';
import type { FarZoneField, MonoStaticRcs } from '../src/index.ts';

const TERMS = ['VV', 'HH', 'VH', 'HV'] as const;
/** Python imports scipy in many seconds on a busy machine. */
const SCIPY_MS = 120_000;
const NAME = 'Gövde "α"\n# 2; S_VV\t=1';

/** No symmetry: every value of every record is another one. */
function matrix(seed: number): Record<string, number> {
  return Object.fromEntries(
    TERMS.flatMap((term, i) => [
      [`s_${term}_Real`, Math.sin(seed * 7 + i + 0.1) / 3],
      [`s_${term}_Imag`, -Math.cos(seed * 5 + i * 2) * 1e-7],
      [`s_${term}_Error`, 0.01 / (seed + i + 1)],
    ]),
  );
}

const matrixRecords = [1e9, 1.3e9].flatMap((frequency, f) =>
  [
    [0, 0],
    [455, 3599],
    [900, 10],
  ].map(
    ([angleTheta, anglePhi], i) =>
      ({ frequency, angleTheta, anglePhi, ...matrix(f * 3 + i) }) as MonoStaticRcs,
  ),
);
const both: ScatteringData = { name: NAME, polarization: 4, converged: true, records: matrixRecords };

const fieldRecord = (frequency: number, seed: number): MonoStaticRcs => ({
  frequency,
  angleTheta: 300,
  anglePhi: 0,
  e_Theta_Real: 0.3 + seed,
  e_Theta_Imag: -1 / 3,
  e_Phi_Real: 0,
  e_Phi_Imag: 0,
});
const vertical: ScatteringData = {
  name: 'plate',
  polarization: 1,
  converged: false,
  records: [fieldRecord(1e9, 0), fieldRecord(2e9, 1)],
};

interface ReadArray {
  rows: number;
  columns: number;
  values: number[];
  imaginary?: number[];
  text?: string;
}

/** A reader of level 5 that knows nothing of the writer: tags, padding, small elements. */
function readMat(bytes: Uint8Array): Map<string, ReadArray> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  expect(new TextDecoder().decode(bytes.subarray(0, 10))).toBe('MATLAB 5.0');
  expect([...bytes.subarray(124, 128)]).toEqual([0x00, 0x01, 0x49, 0x4d]);
  const tagAt = (at: number) => {
    const word = view.getUint32(at, true);
    if (word >>> 16 !== 0) return { type: word & 0xffff, length: word >>> 16, data: at + 4, next: at + 8 };
    const length = view.getUint32(at + 4, true);
    return { type: word, length, data: at + 8, next: at + 8 + Math.ceil(length / 8) * 8 };
  };
  const arrays = new Map<string, ReadArray>();
  let at = 128;
  while (at < bytes.length) {
    const matrix = tagAt(at);
    expect(matrix.type).toBe(14);
    const flags = tagAt(matrix.data);
    const dimensions = tagAt(flags.next);
    const name = tagAt(dimensions.next);
    const real = tagAt(name.next);
    expect([flags.type, dimensions.type, name.type]).toEqual([6, 5, 1]);
    const flagWord = view.getUint32(flags.data, true);
    const doublesOf = ({ type, length, data }: typeof real) => {
      expect(type).toBe(9);
      return Array.from({ length: length / 8 }, (_, i) => view.getFloat64(data + i * 8, true));
    };
    const shape = {
      rows: view.getInt32(dimensions.data, true),
      columns: view.getInt32(dimensions.data + 4, true),
    };
    const isText = (flagWord & 0xff) === 4;
    const imaginary = (flagWord & 0x800) === 0 ? undefined : tagAt(real.next);
    arrays.set(new TextDecoder().decode(bytes.subarray(name.data, name.data + name.length)), {
      ...shape,
      values: isText ? [] : doublesOf(real),
      ...(imaginary && { imaginary: doublesOf(imaginary) }),
      ...(isText && {
        text: String.fromCharCode(
          ...Array.from({ length: real.length / 2 }, (_, i) => view.getUint16(real.data + i * 2, true)),
        ),
      }),
    });
    expect((imaginary ?? real).next).toBe(matrix.next);
    at = matrix.next;
  }
  expect(at).toBe(bytes.length);
  return arrays;
}

function tableOf(text: string) {
  const lines = text.trimEnd().split('\n');
  const comments = lines.filter((line) => line.startsWith('#'));
  const titles = comments.at(-1)!.slice(2).split('\t');
  const rows = lines.slice(comments.length).map((line) => line.split('\t'));
  const column = (title: string) => rows.map((row) => row[titles.indexOf(title)]);
  return { comments, titles, rows, column };
}

describe('MAT-file', () => {
  test('both polarizations, several frequencies: every complex value and bar comes back bit by bit', () => {
    const arrays = readMat(scatteringMat(both));
    expect(arrays.get('frequency_Hz')).toEqual({ rows: 2, columns: 1, values: [1e9, 1.3e9] });
    expect(arrays.get('theta_deg')).toEqual({ rows: 1, columns: 3, values: [0, 45.5, 90] });
    expect(arrays.get('phi_deg')!.values).toEqual([0, 359.9, 1]);
    for (const term of TERMS) {
      const { rows, columns, values, imaginary } = arrays.get(`S_${term}`)!;
      expect([rows, columns]).toEqual([2, 3]);
      matrixRecords.forEach((record, i) => {
        const at = (i % 3) * 2 + Math.floor(i / 3);
        const expected = record as unknown as Record<string, number>;
        const [real, imag] = [expected[`s_${term}_Real`]!, expected[`s_${term}_Imag`]!];
        expect(values[at]).toBe(real);
        expect(imaginary![at]).toBe(imag);
        expect(arrays.get(`S_${term}_radius`)!.values[at]).toBe(expected[`s_${term}_Error`]);
        expect(arrays.get(`rcs_dBsm_${term}`)!.values[at]).toBeCloseTo(
          10 * Math.log10(4 * Math.PI * Math.hypot(real, imag) ** 2),
          10,
        );
      });
    }
    expect(arrays.get('run_name')!.text).toBe('Gövde "α" # 2; S_VV =1');
    expect(arrays.get('conventions')!.text).toContain('exp(+j*omega*t)');
    expect(arrays.get('converged')!.values).toEqual([1]);
  });

  test('one vertical wave has S_VV and S_HV alone, without bars; no field is −∞ dBsm; unconverged is said', () => {
    const arrays = readMat(scatteringMat(vertical));
    expect([...arrays.keys()].filter((name) => name.includes('S_'))).toEqual(['S_VV', 'S_HV']);
    expect(arrays.get('S_VV')!.values).toEqual([0.3, 1.3]);
    expect(arrays.get('rcs_dBsm_HV')!.values).toEqual([-Infinity, -Infinity]);
    expect(arrays.get('converged')!.values).toEqual([0]);
    expect(arrays.get('conventions')!.text).toContain('NOT CONVERGED');
  });

  test('a horizontal wave has S_VH and S_HH, a circular one E_theta and E_phi', () => {
    const names = (polarization: number) => [...readMat(scatteringMat({ ...vertical, polarization })).keys()];
    expect(names(0)).toEqual(expect.arrayContaining(['S_VH', 'S_HH']));
    expect(names(2)).toEqual(expect.arrayContaining(['E_theta', 'E_phi', 'rcs_dBsm_E_theta']));
  });

  test('what the run has no record of is NaN', () => {
    const { values, imaginary } = readMat(
      scatteringMat({ ...both, records: matrixRecords.filter((_, i) => i !== 4) }),
    ).get('S_HV')!;
    expect(values.map(Number.isNaN)).toEqual([false, false, false, true, false, false]);
    expect(imaginary!.map(Number.isNaN)).toEqual([false, false, false, true, false, false]);
  });

  test('scipy reads the same values, where it is installed', { timeout: SCIPY_MS }, ({ skip }) => {
    if (spawnSync('python3', ['-c', 'import scipy.io']).status !== 0) skip();
    const folder = mkdtempSync(join(tmpdir(), 'pace-mat-'));
    try {
      const file = join(folder, 'run.mat');
      writeFileSync(file, scatteringMat(both));
      const script = `
import json, sys, scipy.io
m = scipy.io.loadmat(sys.argv[1])
print(json.dumps({"shape": list(m["S_VH"].shape), "real": m["S_VH"].real.tolist(), "imag": m["S_VH"].imag.tolist(),
  "phi": m["phi_deg"].tolist(), "name": str(m["run_name"][0]), "bars": m["S_VV_radius"].tolist()}))`;
      const { stdout, stderr } = spawnSync('python3', ['-c', script, file], { encoding: 'utf8' });
      expect(stderr).toBe('');
      const read = JSON.parse(stdout) as {
        shape: number[];
        real: number[][];
        imag: number[][];
        phi: number[][];
        name: string;
      };
      expect(read.shape).toEqual([2, 3]);
      expect(read.phi).toEqual([[0, 359.9, 1]]);
      expect(read.name).toBe('Gövde "α" # 2; S_VV =1');
      matrixRecords.forEach((record, i) => {
        const { s_VH_Real, s_VH_Imag } = record as unknown as Record<string, number>;
        expect(Math.abs(read.real[Math.floor(i / 3)]![i % 3]! - s_VH_Real!)).toBeLessThanOrEqual(1e-12);
        expect(Math.abs(read.imag[Math.floor(i / 3)]![i % 3]! - s_VH_Imag!)).toBeLessThanOrEqual(1e-12);
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('names that are no variables, and arrays of another size, are refused with a sentence', () => {
    expect(() => matFile('', [{ name: '1a', text: '' }])).toThrow('no name of a variable');
    expect(() => matFile('', [{ name: 'a', rows: 2, columns: 2, real: new Float64Array(3) }])).toThrow(
      'has not 2 × 2 values',
    );
  });
});

describe('text table', () => {
  test('the digits written give the same doubles, in the order of the records', () => {
    const { column, rows, comments } = tableOf(scatteringTable(both));
    expect(rows).toHaveLength(6);
    expect(column('f[Hz]').map(Number)).toEqual(matrixRecords.map(({ frequency }) => frequency));
    expect(column('theta[deg]').map(Number)).toEqual([0, 45.5, 90, 0, 45.5, 90]);
    for (const term of TERMS)
      for (const [title, key] of [
        [`Re(S_${term})[m]`, `s_${term}_Real`],
        [`Im(S_${term})[m]`, `s_${term}_Imag`],
        [`radius(S_${term})[m]`, `s_${term}_Error`],
      ] as const)
        expect(column(title).map(Number)).toEqual(
          matrixRecords.map((record) => (record as unknown as Record<string, number>)[key]),
        );
    expect(comments.join('\n')).toContain('Gövde "α" # 2; S_VV =1');
    expect(comments.join('\n')).toContain('exp(+j*omega*t)');
  });

  test('a run of one polarization that has not converged: its components, no bars, the mark first', () => {
    const { comments, titles, column } = tableOf(scatteringTable(vertical));
    expect(comments[0]).toContain('NOT CONVERGED');
    expect(titles.filter((title) => title.startsWith('Re'))).toEqual(['Re(S_VV)[m]', 'Re(S_HV)[m]']);
    expect(titles.some((title) => title.startsWith('radius'))).toBe(false);
    expect(column('RCS(S_HV)[dBsm]')).toEqual(['-Inf', '-Inf']);
  });

  test('a bar that one record alone has leaves NaN in the others', () => {
    const [first, second] = vertical.records as [MonoStaticRcs, MonoStaticRcs];
    const { column } = tableOf(
      scatteringTable({ ...vertical, records: [{ ...first, e_Theta_Error: 0.5 }, second] }),
    );
    expect(column('radius(S_VV)[m]')).toEqual(['0.5', 'NaN']);
  });

  test('an adaptive sweep says which frequencies were solved, in table and MAT-file', () => {
    const [lower, upper] = [...new Set(matrixRecords.map(({ frequency }) => frequency))];
    const records = matrixRecords.map((record) => ({ ...record, computed: record.frequency !== upper }));
    const { column, comments } = tableOf(scatteringTable({ ...both, records }));
    expect(column('computed')).toEqual(['1', '1', '1', '0', '0', '0']);
    expect(comments.join('\n')).toContain('was not solved, but interpolated');
    const arrays = readMat(scatteringMat({ ...both, records }));
    expect(arrays.get('frequency_Hz')!.values).toEqual([lower, upper]);
    expect(arrays.get('computed')!.values).toEqual([1, 0]);
    expect(readMat(scatteringMat(both)).has('computed')).toBe(false);
  });

  test('corrected fields stand behind the solved ones; what has none is as it was solved', () => {
    const [first, second] = matrixRecords as [MonoStaticRcs, MonoStaticRcs];
    const corrected = { ...matrix(11) };
    const records = [{ ...first, corrected } as MonoStaticRcs, second];
    const { column, titles } = tableOf(scatteringTable({ ...both, records }));
    const solved = second as unknown as Record<string, number>;
    for (const term of TERMS) {
      expect(column(`Re(S_${term}_corrected)[m]`).map(Number)).toEqual([
        corrected[`s_${term}_Real`],
        solved[`s_${term}_Real`],
      ]);
      expect(column(`radius(S_${term}_corrected)[m]`).map(Number)).toEqual([
        corrected[`s_${term}_Error`],
        solved[`s_${term}_Error`],
      ]);
    }
    expect(titles).toHaveLength(3 + 2 * 4 * TERMS.length);
    const arrays = readMat(scatteringMat({ ...both, records }));
    expect(arrays.get('S_HV_corrected')!.imaginary).toEqual([corrected['s_HV_Imag'], solved['s_HV_Imag']]);
    expect(arrays.get('S_HV')!.imaginary![0]).toBe((first as unknown as Record<string, number>)['s_HV_Imag']);
    expect(readMat(scatteringMat(both)).has('S_VV_corrected')).toBe(false);
  });

  test('no records, records of another polarization and unknown polarizations are refused with a sentence', () => {
    expect(() => scatteringTable({ ...both, records: [] })).toThrow('no monostatic results to export');
    expect(() => scatteringTable({ ...both, polarization: 1 })).toThrow('scattering matrix');
    expect(() => scatteringMat({ ...vertical, polarization: 4 })).toThrow('both polarizations');
    expect(() => scatteringMat({ ...vertical, polarization: 7 })).toThrow('Polarization 7 does not exist');
  });
});

describe('Feko far field', () => {
  const direction = (plane: 'xy' | 'xz', angleTheta: number, anglePhi: number, i: number): FarZoneField =>
    ({ plane, angleTheta, anglePhi, ...matrix(i) }) as FarZoneField;
  const fields = [
    direction('xy', 900, 0, 0),
    direction('xy', 900, 1800, 1),
    direction('xz', 0, 0, 2),
    direction('xz', 900, 0, 3),
    direction('xz', 1800, 0, 4),
    direction('xz', 900, 1800, 5),
    direction('xz', 450, 1800, 6),
  ];
  const data = {
    ...{ name: NAME, polarization: 4, converged: false, frequencyHz: 1e9, thetaDeg: 30, phiDeg: 45.5 },
    fields,
  };
  const blocksOf = (text: string) =>
    text
      .split('#Configuration Name: ')
      .slice(1)
      .map((block) => {
        const lines = block.trim().split('\n');
        const valueOf = (key: string) =>
          lines.find((line) => line.startsWith(`#${key}: `))!.slice(key.length + 3);
        const rows = lines.slice(1).filter((line) => !line.startsWith('#'));
        return { configuration: lines[0], valueOf, rows: rows.map((line) => line.split(' ').map(Number)) };
      });

  test('each incident wave has its blocks, each a grid of as many rows as its header says', () => {
    const text = ffeFile(data);
    expect(text.split('\n')[0]).toBe('##File Type: Far field');
    expect(text).toContain('** NOT CONVERGED');
    const blocks = blocksOf(text);
    expect(blocks.map(({ valueOf }) => valueOf('Request Name'))).toEqual([
      ...['xy', 'xz_phi_0', 'xz_phi_180'],
      ...['xy', 'xz_phi_0', 'xz_phi_180'],
    ]);
    for (const { valueOf, rows } of blocks) {
      expect(rows).toHaveLength(
        Number(valueOf('No. of Theta Samples')) * Number(valueOf('No. of Phi Samples')),
      );
      expect(Number(valueOf('Frequency'))).toBe(1e9);
      expect(valueOf('Incident Wave Direction').slice(1, -1).split(', ').map(Number)).toEqual([30, 45.5]);
    }
    expect(blocks[2]!.rows.map(([theta, phi]) => [theta, phi])).toEqual([
      [45, 180],
      [90, 180],
    ]);
  });

  test('a vertical wave scatters S_VV and S_HV, a horizontal one S_VH and S_HH; RCS is 4π|E|² in m²', () => {
    const blocks = blocksOf(ffeFile(data));
    for (const [block, incident] of [
      [blocks[0]!, 'V'],
      [blocks[3]!, 'H'],
    ] as const) {
      const [, , ...values] = block.rows[1]!;
      const field = fields[1] as unknown as Record<string, number>;
      const [a, b, c, d] = [
        `s_V${incident}_Real`,
        `s_V${incident}_Imag`,
        `s_H${incident}_Real`,
        `s_H${incident}_Imag`,
      ].map((key) => field[key]!) as [number, number, number, number];
      const [theta, phi] = [4 * Math.PI * (a * a + b * b), 4 * Math.PI * (c * c + d * d)];
      [a, b, c, d, theta, phi, theta + phi].forEach((expected, i) =>
        expect(Math.abs(values[i]! - expected)).toBeLessThanOrEqual(1e-14 * Math.abs(expected)),
      );
    }
    expect(blocks.map(({ configuration }) => configuration!.split(' ')[0])).toEqual([
      ...['vertical', 'vertical', 'vertical'],
      ...['horizontal', 'horizontal', 'horizontal'],
    ]);
  });

  test('cuts that an adaptive sweep has interpolated say so', () => {
    expect(ffeFile({ ...data, computed: false })).toContain(
      '** Adaptive sweep: this frequency was not solved',
    );
    expect(ffeFile(data)).not.toContain('Adaptive sweep');
  });

  test('no cuts are refused with a sentence', () => {
    expect(() => ffeFile({ ...data, fields: [] })).toThrow('no bistatic cuts');
  });
});
