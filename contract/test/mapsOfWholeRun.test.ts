import { describe, expect, test } from 'vitest';
import {
  largestEchoQuestions,
  POLARIZATIONS,
  wholeSweepQuestions,
  type MonoStaticRcs,
} from '../src/index.ts';

/** Far fields are complex: the largest one has neither the largest real nor the largest imaginary part. */
const field = (
  frequency: number,
  angleTheta: number,
  [real, imaginary]: [number, number],
): MonoStaticRcs => ({
  ...{ frequency, angleTheta, anglePhi: 300 },
  ...{ e_Theta_Real: real, e_Theta_Imag: imaginary, e_Phi_Real: 9, e_Phi_Imag: angleTheta },
});
const matrix = (angleTheta: number, vv: number, hh: number): MonoStaticRcs => ({
  ...{ frequency: 1e9, angleTheta, anglePhi: 300 },
  ...{ s_VV_Real: vv, s_VV_Imag: 0, s_VH_Real: 99, s_VH_Imag: 0 },
  ...{ s_HV_Real: 99, s_HV_Imag: 0, s_HH_Real: 0, s_HH_Imag: hh },
});

describe('design maps of a whole run', () => {
  test('are those of the largest echo of all frequencies and illuminations', () => {
    const records = [
      field(1e9, 600, [4, 0]),
      field(1e9, 700, [0, -4]),
      field(2e9, 600, [3, -3]),
      field(2e9, 700, [1, 1]),
    ];
    expect(largestEchoQuestions(records, POLARIZATIONS.vertical)).toEqual([
      {
        component: 'VV',
        question: { frequency: 2e9, theta: 600, phi: 300, incident: 'V', received: 'V' },
      },
    ]);
    expect(largestEchoQuestions(records, POLARIZATIONS.horizontal)).toMatchObject([
      { component: 'HH', question: { frequency: 1e9, theta: 700, incident: 'H', received: 'H' } },
    ]);
  });

  test('are at the largest echo of each polarization, and none of received against incident', () => {
    const records = [matrix(600, 1, -2), matrix(700, -3, 1)];
    expect(largestEchoQuestions(records, POLARIZATIONS.verticalAndHorizontal)).toMatchObject([
      { component: 'VV', question: { theta: 700, incident: 'V', received: 'V' } },
      { component: 'HH', question: { theta: 600, incident: 'H', received: 'H' } },
    ]);
  });

  test('do not exist of circular waves, nor of a run without records', () => {
    expect(largestEchoQuestions([field(1e9, 600, [4, 0])], POLARIZATIONS.rightCircular)).toEqual([]);
    expect(largestEchoQuestions([], POLARIZATIONS.vertical)).toEqual([]);
  });
});

describe('hot spots of a whole run', () => {
  const sweep = {
    frequenciesHz: [1e9],
    illuminations: [40, 10, 25].map((phiDeg) => ({ thetaDeg: 80, phiDeg })),
  };
  const all = { frequency: 1e9, frequencyTo: 1e9, theta: 800, thetaTo: 800, phi: 100, phiTo: 400 };

  test('are of the whole sweep, co-polar, and of both that are received of a circular wave', () => {
    expect(wholeSweepQuestions(sweep, POLARIZATIONS.horizontal)).toEqual([
      { component: 'HH', question: { ...all, received: 'H', incident: 'H' } },
    ]);
    const components = (polarization: number) =>
      wholeSweepQuestions(sweep, polarization).map(({ component }) => component);
    expect(components(POLARIZATIONS.verticalAndHorizontal)).toEqual(['VV', 'HH']);
    expect(components(POLARIZATIONS.leftCircular)).toEqual(['V', 'H']);
  });

  test('need three values of the sweep', () => {
    const short = { ...sweep, illuminations: sweep.illuminations.slice(1) };
    expect(wholeSweepQuestions(short, POLARIZATIONS.vertical)).toEqual([]);
  });
});
