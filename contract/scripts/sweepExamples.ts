import {
  DEFAULT_SWEEP_EXCITATION,
  DEFAULT_SWEEP_FREQUENCY_HZ,
  frequenciesHz,
  illuminations,
} from '../src/index.ts';
import { numberText, resultFileName } from '../src/run/fileNames.ts';

type AngleCase = [title: string, anglesweep: 0 | 1, excitation: readonly number[]];
type FrequencyCase = [title: string, freqsweep: 0 | 1, frequency: readonly number[]];

const ANGLES: AngleCase[] = [
  ['the default single angle', 0, [180, 180, 0]],
  ['a single angle is never rounded', 0, [12.3456789012345, 0.1 + 0.2, 3]],
  ['the default sweep', 1, DEFAULT_SWEEP_EXCITATION],
  ['whole degrees in theta, phi fixed', 1, [0, 180, 45, 45, 1, 1, 0]],
  ['tenths of a degree in phi, theta fixed', 1, [90, 90, 0, 36, 0, 0, 0.1]],
  ['decimal steps in both', 1, [0.3, 1.2, 0.7, 0.8, 2, 0.3, 0.1]],
  ['a step that does not end at the final angle', 1, [0, 100, 0, 350, 0, 30, 100]],
  ['a third of a degree', 1, [0, 10, 10, 20, 0, 1 / 3, 10 / 3]],
  ['a final angle less than a tolerance below a step', 1, [0, 180 - 1e-10, 0, 0, 0, 1, 0]],
];
const FREQUENCIES: FrequencyCase[] = [
  ['the default single frequency', 0, [1.3e9, -1, -1]],
  ['a single frequency is never rounded', 0, [1234567890.1234567, -1, -1]],
  ['the default sweep, 991 points', 1, DEFAULT_SWEEP_FREQUENCY_HZ],
  ['steps of 0.1 Hz near 1 GHz', 1, [1e9, 0.1, 1e9 + 3]],
  ['a third of a gigahertz', 1, [1e9, 1e9 / 3, 3e9]],
  ['a step that does not end at the final frequency', 1, [1e9, 0.4e9, 2e9]],
  ['ties of the thirteenth digit are rounded up', 1, [1234567890.125, 0.25, 1234567892.125]],
  ['far below one hertz', 1, [1e-7, 3e-7, 2e-6]],
];

/** Read by the tests of contract and solver: both must give these very numbers. */
export function sweepExamples() {
  return {
    angles: ANGLES.map(([title, anglesweep, excitation]) => ({
      title,
      anglesweep,
      excitation,
      points: illuminations(anglesweep, excitation).map(({ thetaDeg, phiDeg }) => [thetaDeg, phiDeg]),
    })),
    frequencies: FREQUENCIES.map(([title, freqsweep, frequency]) => {
      const points = frequenciesHz({ freqsweep, frequency });
      return { title, freqsweep, frequency, points, texts: points.map(numberText) };
    }),
    fileNames: [
      { frequency: 1.3e9, theta: 1795, phi: 0 },
      { frequency: 1234567890.1234567, theta: 452.5, phi: 3600 },
    ].map((key) => ({ ...key, kind: 'farzone', name: resultFileName('farzone', key) })),
  };
}
