import type { MonoStaticRcs } from '../run/monostatic.ts';
import { matFile, type MatArray } from './matFile.ts';
import {
  checkRecords,
  componentConventions,
  componentDbsm,
  correctedRecords,
  degrees,
  NOT_CONVERGED_SENTENCE,
  oneLine,
  PHASE_CONVENTIONS,
  scatteringComponents,
  type ScatteringComponent,
  type ScatteringData,
} from './scatteringData.ts';

/**
 * All monostatic results of a run as a MAT-file of level 5 (docs/formats.md): arrays [frequency × illumination], NaN where the
 * run has no record.
 * @throws Error without records
 */
export function scatteringMat(data: ScatteringData): Uint8Array<ArrayBuffer> {
  checkRecords(data);
  const { name, polarization, converged, records } = data;
  const frequencies = [...new Set(records.map(({ frequency }) => frequency))];
  const illuminations = [...new Map(records.map((record) => [illuminationKey(record), record])).values()];
  const row = new Map(frequencies.map((frequency, i) => [frequency, i]));
  const column = new Map(illuminations.map((record, i) => [illuminationKey(record), i]));
  const placedOf = (some: readonly MonoStaticRcs[]) =>
    some.map((record) => ({
      record,
      at: column.get(illuminationKey(record))! * frequencies.length + row.get(record.frequency)!,
    }));
  const corrected = correctedRecords(records);
  const size = { rows: frequencies.length, columns: illuminations.length };
  const lines = [
    ...(converged ? [] : [NOT_CONVERGED_SENTENCE]),
    ...PHASE_CONVENTIONS,
    ...componentConventions(polarization),
    'Arrays are [frequency x illumination]; NaN where the run has no result.',
  ];
  return matFile(`MATLAB 5.0 MAT-file, written by Pace${converged ? '' : ', NOT CONVERGED'}`, [
    { name: 'frequency_Hz', rows: size.rows, columns: 1, real: Float64Array.from(frequencies) },
    rowOf(
      'theta_deg',
      illuminations.map(({ angleTheta }) => degrees(angleTheta)),
    ),
    rowOf(
      'phi_deg',
      illuminations.map(({ anglePhi }) => degrees(anglePhi)),
    ),
    ...scatteringComponents(polarization).flatMap((component) => [
      ...componentArrays(component, placedOf(records), size),
      ...(corrected ? componentArrays(component, placedOf(corrected), size, '_corrected') : []),
    ]),
    rowOf('converged', [converged ? 1 : 0]),
    { name: 'run_name', text: oneLine(name) },
    { name: 'conventions', text: lines.join('\n') },
  ]);
}

const illuminationKey = ({ angleTheta, anglePhi }: MonoStaticRcs): string => `${angleTheta}/${anglePhi}`;

const rowOf = (name: string, values: readonly number[]): MatArray => ({
  name,
  rows: 1,
  columns: values.length,
  real: Float64Array.from(values),
});

function componentArrays(
  { name, value, radius }: ScatteringComponent,
  placed: readonly { record: MonoStaticRcs; at: number }[],
  size: { rows: number; columns: number },
  suffix = '',
): MatArray[] {
  const missing = () => new Float64Array(size.rows * size.columns).fill(NaN);
  const [real, imaginary, dbsm, radii] = [missing(), missing(), missing(), missing()];
  for (const { record, at } of placed) {
    const field = value(record);
    real[at] = field.real;
    imaginary[at] = field.imaginary;
    dbsm[at] = componentDbsm(field);
    radii[at] = radius(record) ?? NaN;
  }
  const term = name.replace(/^S_/, '');
  return [
    { name: `${name}${suffix}`, ...size, real, imaginary },
    { name: `rcs_dBsm_${term}${suffix}`, ...size, real: dbsm },
    ...(radii.every(Number.isNaN) ? [] : [{ name: `${name}${suffix}_radius`, ...size, real: radii }]),
  ];
}
