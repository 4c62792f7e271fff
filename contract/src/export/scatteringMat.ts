import { matFile, type MatArray } from './matFile.ts';
import { scatteringArrays } from './scatteringArrays.ts';
import {
  componentConventions,
  INTERPOLATED_SENTENCE,
  NOT_CONVERGED_SENTENCE,
  oneLine,
  PHASE_CONVENTIONS,
  type ScatteringData,
} from './scatteringData.ts';

/**
 * All monostatic results of a run as a MAT-file of level 5 (docs/formats.md): arrays [frequency × illumination], NaN where the
 * run has no record.
 * @throws Error without records
 */
export function scatteringMat(data: ScatteringData): Uint8Array<ArrayBuffer> {
  const { frequencyHz, thetaDeg, phiDeg, arrays, computed } = scatteringArrays(data);
  const { name, polarization, converged } = data;
  const size = { rows: frequencyHz.length, columns: thetaDeg.length };
  const lines = [
    ...(converged ? [] : [NOT_CONVERGED_SENTENCE]),
    ...PHASE_CONVENTIONS,
    ...componentConventions(polarization),
    'Arrays are [frequency x illumination]; NaN where the run has no result.',
    ...(computed ? [INTERPOLATED_SENTENCE] : []),
  ];
  return matFile(`MATLAB 5.0 MAT-file, written by Pace${converged ? '' : ', NOT CONVERGED'}`, [
    { name: 'frequency_Hz', rows: size.rows, columns: 1, real: frequencyHz },
    ...(computed ? [{ name: 'computed', rows: size.rows, columns: 1, real: computed }] : []),
    rowOf('theta_deg', thetaDeg),
    rowOf('phi_deg', phiDeg),
    ...arrays.map(({ name: array, real, imaginary }): MatArray => ({
      name: array,
      ...size,
      real: byColumns(real, size),
      ...(imaginary && { imaginary: byColumns(imaginary, size) }),
    })),
    rowOf('converged', Float64Array.of(converged ? 1 : 0)),
    { name: 'run_name', text: oneLine(name) },
    { name: 'conventions', text: lines.join('\n') },
  ]);
}

const rowOf = (name: string, values: Float64Array): MatArray => ({
  name,
  rows: 1,
  columns: values.length,
  real: values,
});

/** MATLAB has the first index run fastest. */
const byColumns = (values: Float64Array, { rows, columns }: { rows: number; columns: number }) =>
  Float64Array.from(values, (_, i) => values[(i % rows) * columns + Math.floor(i / rows)]!);
