import { isInterpolated, type MonoStaticRcs } from '../run/monostatic.ts';
import {
  checkRecords,
  componentDbsm,
  correctedRecords,
  degrees,
  scatteringComponents,
  type ScatteringComponent,
  type ScatteringData,
} from './scatteringData.ts';

/** Values of all frequencies and illuminations: the illuminations of the first frequency, then those of the second …; NaN where there is none. */
export interface ScatteringArray {
  /** `S_VV`, `S_VV_radius`, `rcs_dBsm_VV`, each also with `_corrected` behind the component */
  name: string;
  unit: 'm' | 'V' | 'dBsm';
  real: Float64Array;
  /** Of complex values */
  imaginary?: Float64Array;
}

export interface ScatteringArrays {
  frequencyHz: Float64Array;
  /** Of each illumination: the direction that the wave comes from */
  thetaDeg: Float64Array;
  phiDeg: Float64Array;
  arrays: ScatteringArray[];
  /** By frequency: 1 solved, 0 interpolated; of adaptive sweeps */
  computed?: Float64Array;
}

/**
 * All monostatic results of a run as arrays [frequency × illumination].
 * @throws Error without records
 */
export function scatteringArrays(data: ScatteringData): ScatteringArrays {
  checkRecords(data);
  const { polarization, records } = data;
  const frequencies = [...new Set(records.map(({ frequency }) => frequency))];
  const illuminations = [...new Map(records.map((record) => [illuminationKey(record), record])).values()];
  const row = new Map(frequencies.map((frequency, i) => [frequency, i]));
  const column = new Map(illuminations.map((record, i) => [illuminationKey(record), i]));
  const placedOf = (some: readonly MonoStaticRcs[]) =>
    some.map((record) => ({
      record,
      at: row.get(record.frequency)! * illuminations.length + column.get(illuminationKey(record))!,
    }));
  const corrected = correctedRecords(records);
  const length = frequencies.length * illuminations.length;
  const interpolated = new Set(records.filter(isInterpolated).map(({ frequency }) => frequency));
  return {
    ...(interpolated.size > 0 && {
      computed: Float64Array.from(frequencies, (frequency) => (interpolated.has(frequency) ? 0 : 1)),
    }),
    frequencyHz: Float64Array.from(frequencies),
    thetaDeg: Float64Array.from(illuminations, ({ angleTheta }) => degrees(angleTheta)),
    phiDeg: Float64Array.from(illuminations, ({ anglePhi }) => degrees(anglePhi)),
    arrays: scatteringComponents(polarization).flatMap((component) => [
      ...componentArrays(component, placedOf(records), length),
      ...(corrected ? componentArrays(component, placedOf(corrected), length, '_corrected') : []),
    ]),
  };
}

const illuminationKey = ({ angleTheta, anglePhi }: MonoStaticRcs): string => `${angleTheta}/${anglePhi}`;

function componentArrays(
  { name, unit, value, radius }: ScatteringComponent,
  placed: readonly { record: MonoStaticRcs; at: number }[],
  length: number,
  suffix = '',
): ScatteringArray[] {
  const missing = () => new Float64Array(length).fill(NaN);
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
    { name: `${name}${suffix}`, unit, real, imaginary },
    { name: `rcs_dBsm_${term}${suffix}`, unit: 'dBsm', real: dbsm },
    ...(radii.every(Number.isNaN) ? [] : [{ name: `${name}${suffix}_radius`, unit, real: radii }]),
  ];
}
