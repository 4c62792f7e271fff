import type { MonoStaticRcs } from '@pace/contract';
import { describe, expect, it } from 'vitest';
import { monostaticIdOf } from '../../src/features/results/curves/curveKeys.ts';
import {
  ALL_VALUES,
  chosenKeys,
  heldSelectors,
  type MonostaticChoice,
} from '../../src/features/results/curves/monostaticChoice.ts';

const record = (frequency: number, thetaDeg: number, phiDeg: number): MonoStaticRcs => ({
  frequency,
  angleTheta: thetaDeg * 10,
  anglePhi: phiDeg * 10,
  e_Theta_Real: 1,
  e_Theta_Imag: 0,
  e_Phi_Real: 0,
  e_Phi_Imag: 0,
});
const records = [
  record(1e9, 0, 0),
  record(1e9, 10, 0),
  record(1e9, 10, 20),
  record(2e9, 0, 0),
  record(2e9, 10, 0),
  record(2e9, 10, 20),
];
const choice = (changes: Partial<MonostaticChoice>): MonostaticChoice => ({
  run: 'own',
  axis: 'theta',
  yAxis: 'theta',
  component: 'total',
  held: {},
  ...changes,
});

describe('selectors of the monostatic plot', () => {
  it('X = Theta holds frequency and phi', () => {
    const selectors = heldSelectors(records, choice({}));
    expect(selectors.map(({ axis }) => axis)).toEqual(['frequency', 'phi']);
    expect(selectors.map(({ value }) => value)).toEqual([1e9, 0]);
  });

  it('offer only what was computed with the values before them', () => {
    const [, theta] = heldSelectors(records, choice({ axis: 'phi', held: { theta: 10 } }));
    expect(theta).toMatchObject({ axis: 'theta', value: 10 });
    const [phi, thetaOfPhi] = heldSelectors(records, choice({ axis: 'frequency', held: { phi: 20 } }));
    expect(phi?.value).toBe(20);
    expect(thetaOfPhi?.values).toEqual([10]);
  });

  it('X = Frequency has the angle of the Y axis last, with all its values as a choice', () => {
    const selectors = heldSelectors(records, choice({ run: 'own', axis: 'frequency', yAxis: 'theta' }));
    expect(selectors.map(({ axis }) => axis)).toEqual(['phi', 'theta']);
    expect(selectors[1]?.values).toEqual([0, 10, ALL_VALUES]);
  });

  it('"all values" means one curve for each', () => {
    const all = choice({ axis: 'frequency', held: { theta: ALL_VALUES } });
    const ids = chosenKeys(heldSelectors(records, all), all, ['total']).map(monostaticIdOf);
    expect(ids.map(({ held }) => held)).toEqual([
      { phi: 0, theta: 0 },
      { phi: 0, theta: 10 },
    ]);
  });

  it('several components mean one curve for each of every value', () => {
    const all = choice({ axis: 'frequency', held: { theta: ALL_VALUES } });
    const ids = chosenKeys(heldSelectors(records, all), all, ['VV', 'HH']).map(monostaticIdOf);
    expect(ids.map(({ held, component }) => [held.theta, component])).toEqual([
      [0, 'VV'],
      [0, 'HH'],
      [10, 'VV'],
      [10, 'HH'],
    ]);
  });

  it('without a record there is nothing to plot', () => {
    expect(chosenKeys(heldSelectors([], choice({})), choice({}), ['total'])).toEqual([]);
  });
});
