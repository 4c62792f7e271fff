import { SolverInputSchema } from '@pace/contract';
import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { startI18n } from '../src/app/i18n/index.ts';
import {
  alphaComplaints,
  angleComplaints,
  draftComplaints,
  frequencyComplaints,
  solverComplaints,
  sweepComplaints,
  type Complaint,
  type Complaints,
} from '../src/features/wizard/complaints.ts';
import {
  alphasAreSet,
  alphaTexts,
  draftOf,
  meshFrequencyHz,
  solverInputOf,
  type WizardDraft,
} from '../src/features/wizard/draft.ts';
import { unitOf } from '../src/features/wizard/modelFacts.ts';
import { hasExtension, uploadLimitBytes } from '../src/features/wizard/fileRules.ts';

const draft = (values: Partial<WizardDraft> = {}): WizardDraft => ({ ...draftOf(null, 1), ...values });

/** The English sentence, as the screen shows it. */
function sentence({ key, values = {} }: Complaint): string {
  const t = i18next.getFixedT('en', 'wizard');
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    name === 'label' || name === 'other' ? t(`labels.${value}`) : value,
  ]);
  return t(`complaints.${key}`, Object.fromEntries(shown) as Record<string, string>);
}
const sentences = (complaints: Complaints) =>
  Object.fromEntries(Object.entries(complaints).map(([field, complaint]) => [field, sentence(complaint)]));

beforeAll(() => startI18n('en'));

describe('angles', () => {
  it('the defaults are valid, single and sweep', () => {
    expect(angleComplaints(draft())).toEqual({});
    expect(angleComplaints(draft({ anglesweep: 1 }))).toEqual({});
  });

  it('single angles: range and emptiness', () => {
    expect(sentences(angleComplaints(draft({ theta: '180.1', phi: '-1' })))).toEqual({
      theta: 'Theta must be between 0 and 180 degrees',
      phi: 'Phi must be between 0 and 360 degrees',
    });
    expect(sentences(angleComplaints(draft({ theta: '', phi: ' ' })))).toEqual({
      theta: 'Theta can not be empty',
      phi: 'Phi can not be empty',
    });
  });

  it('sweep: range, emptiness, order and step', () => {
    const sweep = (values: Partial<WizardDraft>) =>
      sentences(angleComplaints(draft({ anglesweep: 1, ...values })));
    expect(sweep({ phiEnd: '400' })).toEqual({ phiEnd: 'Final Phi must be between 0 and 360' });
    expect(sweep({ thetaStep: '' })).toEqual({ thetaStep: 'Theta Step can not be empty' });
    expect(sweep({ thetaStart: '90', thetaEnd: '10' })).toEqual({
      thetaStart: 'Initial Theta must be less than Final Theta',
      thetaEnd: 'Final Theta must be greater than Initial Theta',
    });
    expect(sweep({ thetaStart: '0', thetaEnd: '10', thetaStep: '11' })).toEqual({
      thetaStep: 'Theta Step must be less than the range of theta',
    });
    expect(sweep({ phiStep: '0' })).toEqual({ phiStep: 'Phi Step must be greater than 0' });
    expect(sweep({ phiStart: '30', phiEnd: '30', phiStep: '0' })).toEqual({});
    expect(sweep({ phiStart: '30', phiEnd: '30', phiStep: '5' })).toEqual({});
    expect(sweep({ thetaStart: '0.1', thetaEnd: '0.3', thetaStep: '0.2' })).toEqual({});
  });
});

describe('frequency', () => {
  const single = (frequency: string) => sentences(frequencyComplaints(draft({ frequency })))['frequency'];
  const sweep = (frequencyStart: string, frequencyStep: string, frequencyEnd: string) =>
    sentences(frequencyComplaints(draft({ freqsweep: 1, frequencyStart, frequencyStep, frequencyEnd })));

  it('single', () => {
    expect(single('1.3')).toBeUndefined();
    expect(single('')).toBe('Step size can not be empty');
    expect(single('100.1')).toBe('Step size must be greater then 0 and less then 100');
    expect(single('0')).toBe('Step size must be greater then 0');
  });

  it('list', () => {
    const list = (frequencyList: string) =>
      sentences(frequencyComplaints(draft({ freqsweep: 2, frequencyList })));
    expect(list('1, 1.3; 2\n5')).toEqual({});
    expect(list(' ,')).toEqual({ frequencyList: 'Enter at least one frequency' });
    expect(list('1, 1O')).toEqual({ frequencyList: '"1O" is no frequency between 0 and 100 GHz' });
    expect(list('0')).toEqual({ frequencyList: '"0" is no frequency between 0 and 100 GHz' });
  });

  it('tolerance of an adaptive sweep, where the solver has one', () => {
    const tolerance = (adaptiveTolerance: string, more: Partial<WizardDraft> = {}) =>
      sentences(frequencyComplaints(draft({ freqsweep: 1, adaptive: true, adaptiveTolerance, ...more })));
    expect(tolerance('0.05')).toEqual({});
    const outside = { adaptiveTolerance: 'Tolerance must be between 0.001 and 3' };
    expect([tolerance(''), tolerance('4')]).toEqual([outside, outside]);
    expect(tolerance('4', { adaptive: false })).toEqual({});
    expect(tolerance('4', { solvertype: 1 })).toEqual({});
  });

  it('sweep', () => {
    expect(sweep('1', '0.1', '2')).toEqual({});
    expect(sweep('', '', '')).toEqual({
      frequencyStart: 'Initial frequency can not be empty',
      frequencyStep: 'Step size can not be empty',
      frequencyEnd: 'Final frequency can not be empty',
    });
    expect(sweep('101', '1', '-1')).toEqual({
      frequencyStart: 'Frequency must be between 0 and 100',
      frequencyEnd: 'Frequency must be between 0 and 100',
    });
    expect(sweep('0', '0', '0')).toEqual({
      frequencyStart: 'Initial frequency must be greater than 0',
      frequencyStep: 'Step size must be greater than 0',
      frequencyEnd: 'Final frequency must be greater than 0',
    });
    expect(sweep('2', '0.1', '1')).toEqual({
      frequencyStart: 'Initial frequency must be smaller than final frequency',
      frequencyEnd: 'Final frequency must be greater than initial frequency',
    });
    expect(sweep('1', '2', '2')).toEqual({
      frequencyStep: 'Step size must be smaller than the difference between initial and final frequency',
    });
    expect(sweep('1', '200', '2')).toEqual({ frequencyStep: 'Step size must be between 0 and 100' });
  });

  it('a sweep of a billion points is refused before it is expanded', () => {
    const huge = draft({
      anglesweep: 1,
      thetaStart: '0',
      thetaEnd: '180',
      thetaStep: '0.0001',
      phiStart: '0',
      phiEnd: '360',
      phiStep: '0.01',
    });
    expect(sweepComplaints(huge).sweep?.key).toBe('sweepTooLarge');
  });
});

describe('solver options and CFIE alpha', () => {
  const wrong = (values: Partial<WizardDraft>) => sentences(solverComplaints(draft(values)));

  it('levels, iterations, residual and far locations', () => {
    expect(wrong({})).toEqual({});
    expect(wrong({ levelsAuto: '2' })).toEqual({ levelsAuto: 'Number of levels must be between -1 and 1' });
    expect(wrong({ levelsMode: 'manual', levelsManual: '13' })).toEqual({
      levelsManual: 'Number of levels must be between 2 and 12',
    });
    expect(wrong({ maxIteration: '0' })).toEqual({ maxIteration: 'Maximum Iteration must be bigger than 1' });
    expect(wrong({ maxIteration: '' })).toEqual({ maxIteration: 'Maximum Iteration can not be empty' });
    expect(wrong({ residualError: '2' })).toEqual({
      residualError: 'Residual Error must be between 0 and 1',
    });
    expect(wrong({ residualError: '0' })).toEqual({
      residualError: 'Residual Error must be greater than 0',
    });
    expect(wrong({ residualError: '' })).toEqual({ residualError: 'Residual Error can not be empty' });
    expect(wrong({ farLocations: '-1' })).toEqual({
      farLocations: 'Number of Far Locations must be at least 0',
    });
    expect(wrong({ thetas3d: '91' })).toEqual({});
    expect(wrong({ thetas3d: '1' })).toEqual({
      thetas3d: 'Number of 3D thetas must be 0 or a whole number between 2 and 721',
    });
  });

  it('alpha: between 0 and 1 for each part', () => {
    expect(alphaComplaints(['0', '1', '0.55']).filter(Boolean)).toEqual([]);
    expect(alphaComplaints(['1.1', '']).map((complaint) => sentence(complaint!))).toEqual([
      'CFIEAlpha must be between 0 and 1 for each part',
      'Part 2 can not be empty',
    ]);
  });

  it('alpha counts as set when it fits the parts, and as the default where nothing was typed', () => {
    expect(alphasAreSet(draft(), 2)).toBe(true);
    expect(alphasAreSet(draft({ alphaTexts: ['0.5', '0.4'] }), 2)).toBe(false);
    expect(alphasAreSet(draft({ alphas: [0.5] }), 2)).toBe(true);
    expect(alphasAreSet(draft({ alphas: [0.5, 1] }), 2)).toBe(true);
    expect(alphasAreSet(draft({ alphas: [0.5, 1, 1] }), 2)).toBe(false);
    expect(alphaTexts(null, 2)).toEqual(['0.5', '0.5']);
    expect(alphaTexts([0.2, 1], 2)).toEqual(['0.2', '1']);
  });
});

describe('draft and solver input', () => {
  it('a new draft gives the defaults of the specification', () => {
    const input = solverInputOf(draft(), 0);
    expect(input).toMatchObject({
      excitation: [180, 180, 0],
      frequency: [1.3e9, -1, -1],
      solvertype: 3,
      residualerror: 0.001,
      numberofiterations: 15,
      numberoffarlocations: 360,
      numberoflevels: [1, 0],
      numberofsurfaces: 2,
      outputselection: [1, 1, 1, 1, 1],
    });
    expect(input.scalefactor).toBeUndefined();
  });

  it('whatever has no complaints is accepted by the contract, and comes back the same', () => {
    const filled = draft({
      anglesweep: 1,
      thetaStart: '0',
      thetaEnd: '90',
      thetaStep: '0.5',
      phiStart: '10',
      phiEnd: '10',
      phiStep: '0',
      polarization: 3,
      freqsweep: 1,
      frequencyStart: '0.07',
      frequencyStep: '0.00001',
      frequencyEnd: '0.071',
      alphas: [0.1, 0.9],
      levelsMode: 'manual',
      levelsManual: '7',
      solvertype: 2,
      maxIteration: '40',
      residualError: '0.01',
      farLocations: '0',
      thetas3d: '13',
      sizeConfirmed: true,
      scalefactor: 0.0254,
    });
    expect(draftComplaints(filled)).toEqual({});
    const input = SolverInputSchema.parse(solverInputOf(filled, 2));
    expect(input.frequency).toEqual([70_000_000, 10_000, 71_000_000]);
    const { base: _, ...again } = draftOf(input, 1);
    const { base: __, ...before } = filled;
    expect({ ...again, theta: '', phi: '', frequency: '', levelsAuto: '' }).toEqual({
      ...before,
      theta: '',
      phi: '',
      frequency: '',
      levelsAuto: '',
    });
  });

  it('a list is sent in ascending order, each frequency once, with the tolerance of its sampling', () => {
    const listed = draft({
      freqsweep: 2,
      frequencyList: '2 1,1.3\n2',
      adaptive: true,
      adaptiveTolerance: '0.2',
      solvertype: 2,
    });
    const input = SolverInputSchema.parse(solverInputOf(listed, 2));
    expect([input.freqsweep, input.frequencylist, input.adaptivetolerance]).toEqual([
      2,
      [1e9, 1.3e9, 2e9],
      0.2,
    ]);
    expect(draftOf(input, 1)).toMatchObject({
      freqsweep: 2,
      frequencyList: '1, 1.3, 2',
      adaptive: true,
      adaptiveTolerance: '0.2',
    });
    expect(solverInputOf({ ...listed, solvertype: 1 }, 2).adaptivetolerance).toBeUndefined();
    const single = solverInputOf({ ...draftOf(input, 1), freqsweep: 0 }, 2);
    expect([single.frequencylist, single.adaptivetolerance]).toEqual([undefined, undefined]);
    expect(meshFrequencyHz(listed)).toBe(1.5e9);
  });

  it('the mesh size follows the single frequency or the midpoint of the sweep', () => {
    expect(meshFrequencyHz(draft({ frequency: '0.3' }))).toBe(3e8);
    expect(meshFrequencyHz(draft({ freqsweep: 1, frequencyStart: '1', frequencyEnd: '3' }))).toBe(2e9);
  });
});

describe('files', () => {
  it('endings by kind of file, and the limit by user', () => {
    expect([
      hasExtension('A.STP', 'STEP'),
      hasExtension('a.step', 'STEP'),
      hasExtension('a.unv', 'STEP'),
      hasExtension('a.UNV', 'UNV'),
    ]).toEqual([true, true, false, true]);
    for (const name of ['a.msh', 'a.BDF', 'a.nas', 'a.dat', 'a.stl', 'a.Obj'])
      expect([hasExtension(name, 'UNV'), hasExtension(name, 'STEP')]).toEqual([true, false]);
    expect(hasExtension('a.3mf', 'UNV')).toBe(false);
    expect(uploadLimitBytes(2)).toBe(50 * 1024 * 1024);
    expect(uploadLimitBytes(1)).toBeGreaterThan(uploadLimitBytes(3));
  });

  it('units are recognised by their length', () => {
    expect([unitOf(1), unitOf(0.001), unitOf(0.0254), unitOf(0.5)]).toEqual(['m', 'mm', 'inch', undefined]);
  });
});
