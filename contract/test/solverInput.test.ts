import { describe, expect, test } from 'vitest';
import {
  MaterialFrequencyRangeSchema,
  MaterialsSchema,
  SOLVER_TYPES_OF_PROGRAM,
  SolverInputSchema,
  ERROR_BARS_BY_DEFAULT,
  estimatesErrors,
  SolverInputShape,
  countSweepPoints,
  fitsParts,
  solverInputComplaints,
} from '../src/index.ts';
import { sentence } from './support/sentence.ts';

/** All complaints as "place: sentence". */
function complaints(input: unknown): string[] {
  return (SolverInputSchema.safeParse(input).error?.issues ?? []).map(
    (issue) => `${issue.path.join('/')}: ${sentence(issue)}`,
  );
}
const sweep = (...excitation: number[]) => ({ anglesweep: 1, excitation });
const frequencies = (...frequency: number[]) => ({ freqsweep: 1, frequency });

describe('angles', () => {
  test('theta is 0 to 180 and phi 0 to 360, bounds included', () => {
    expect(complaints({ excitation: [0, 0, 0] })).toEqual([]);
    expect(complaints({ excitation: [180, 360, 3] })).toEqual([]);
    expect(complaints({ excitation: [180.001, -0.001, 0] })).toEqual([
      'excitation/0: Theta must be between 0 and 180 degrees',
      'excitation/1: Phi must be between 0 and 360 degrees',
    ]);
  });
  test('each box of a sweep is named', () => {
    expect(complaints(sweep(-1, 181, -1, 361, 0, 181, 361))).toEqual([
      'excitation/0: Initial Theta must be between 0 and 180',
      'excitation/1: Final Theta must be between 0 and 180',
      'excitation/2: Initial Phi must be between 0 and 360',
      'excitation/3: Final Phi must be between 0 and 360',
      'excitation/5: Theta Step must be between 0 and 180',
      'excitation/6: Phi Step must be between 0 and 360',
    ]);
  });
  test('a sweep downwards is refused in both of its boxes', () => {
    expect(complaints(sweep(90, 0, 90, 0, 0, 1, 1))).toEqual([
      'excitation/0: Initial Theta must be less than Final Theta',
      'excitation/1: Final Theta must be greater than Initial Theta',
      'excitation/2: Initial Phi must be less than Final Phi',
      'excitation/3: Final Phi must be greater than Initial Phi',
    ]);
  });
  test('a step must fit into its range and be more than nothing', () => {
    expect(complaints(sweep(0, 90, 0, 90, 0, 90.1, 91))).toEqual([
      'excitation/5: Theta Step must be less than the range of theta',
      'excitation/6: Phi Step must be less than the range of phi',
    ]);
    expect(complaints(sweep(0, 90, 0, 90, 0, 0, 0))).toEqual([
      'excitation/5: Theta Step must be greater than 0',
      'excitation/6: Phi Step must be greater than 0',
    ]);
    expect(complaints(sweep(0, 90, 0, 90, 0, 90, 90))).toEqual([]);
    expect(complaints(sweep(45, 45, 45, 45, 0, 0, 0))).toEqual([]);
  });
  test('an empty box can not be empty', () => {
    expect(complaints({ excitation: [0, null, 0] })).toEqual(['excitation/1: An angle can not be empty']);
    expect(complaints({ excitation: [Number.NaN, 0, 0] })).toEqual([
      'excitation/0: An angle can not be empty',
    ]);
  });
});

describe('frequency', () => {
  test('a single one is more than 0 and at most 100 GHz', () => {
    const sentence = 'frequency/0: Frequency must be greater than 0 and at most 100 GHz';
    expect(complaints({ frequency: [100e9, -1, -1] })).toEqual([]);
    for (const f of [0, -1, 100.00001e9]) expect(complaints({ frequency: [f, -1, -1] })).toEqual([sentence]);
  });
  test('an empty box is named', () => {
    expect(complaints({ frequency: [null, null, null] })).toEqual([
      'frequency/0: Initial frequency can not be empty',
      'frequency/1: Step size can not be empty',
      'frequency/2: Final frequency can not be empty',
    ]);
  });
  test('each sentence about a sweep belongs to its own box', () => {
    expect(complaints(frequencies(0, 1e8, 1e9))).toEqual([
      'frequency/0: Initial frequency must be greater than 0',
    ]);
    expect(complaints(frequencies(1e9, 1e9, 101e9))).toEqual([
      'frequency/2: Frequency must be between 0 and 100',
    ]);
    expect(complaints(frequencies(101e9, 1e9, 103e9))).toEqual([
      'frequency/0: Frequency must be between 0 and 100',
      'frequency/2: Frequency must be between 0 and 100',
    ]);
    expect(complaints(frequencies(2e9, 1e8, 1e9))).toEqual([
      'frequency/0: Initial frequency must be smaller than final frequency',
      'frequency/2: Final frequency must be greater than initial frequency',
    ]);
    expect(complaints(frequencies(1e9, 1e8, -1))).toContain(
      'frequency/2: Final frequency must be greater than 0',
    );
    expect(complaints(frequencies(1e9, 0, 2e9))).toEqual(['frequency/1: Step size must be greater than 0']);
    expect(complaints(frequencies(1e9, 101e9, 2e9))).toEqual([
      'frequency/1: Step size must be between 0 and 100',
    ]);
    expect(complaints(frequencies(1e9, 1.1e9, 2e9))).toEqual([
      'frequency/1: Step size must be smaller than the difference between initial and final frequency',
    ]);
  });
});

describe('solver options', () => {
  test('alpha is 0 to 1, an empty one is named by its part', () => {
    expect(complaints({ cfiealpha: [0, 1, 0.5] })).toEqual([]);
    expect(complaints({ cfiealpha: [0.5, 1.01] })).toEqual([
      'cfiealpha/1: CFIEAlpha must be between 0 and 1 for each part',
    ]);
    expect(complaints({ cfiealpha: [0.5, 0.5, null] })).toEqual(['cfiealpha/2: Part 3 can not be empty']);
  });
  test('levels are automatic at 1 and -1, manual from 2 to 12 at 0', () => {
    for (const levels of [
      [1, 0],
      [-1, 0],
      [0, 2],
      [0, 12],
      [1, 7],
    ])
      expect(complaints({ numberoflevels: levels })).toEqual([]);
    expect(complaints({ numberoflevels: [2, 0] })).toEqual([
      'numberoflevels/0: Number of levels must be between -1 and 1',
    ]);
    for (const levels of [0, 1, 13])
      expect(complaints({ numberoflevels: [0, levels] })).toEqual([
        'numberoflevels/1: Manual number of levels must be between 2 and 12',
      ]);
  });
  test('iterations are whole and at least one', () => {
    expect(complaints({ numberofiterations: 0 })).toEqual([
      'numberofiterations: Maximum Iteration must be bigger than 1',
    ]);
    expect(complaints({ numberofiterations: null })).toEqual([
      'numberofiterations: Maximum Iteration can not be empty',
    ]);
    expect(complaints({ numberofiterations: 1 })).toEqual([]);
  });
  test('the residual is more than 0 and at most 1', () => {
    const sentence = 'residualerror: Residual Error must be between 0 and 1';
    expect(complaints({ residualerror: 0 })).toEqual([
      'residualerror: Residual Error must be greater than 0',
    ]);
    expect(complaints({ residualerror: 1.1 })).toEqual([sentence]);
    expect(complaints({ residualerror: null })).toEqual(['residualerror: Residual Error can not be empty']);
    expect(complaints({ residualerror: 1 })).toEqual([]);
  });
  test('far locations are none or more', () => {
    expect(complaints({ numberoffarlocations: 0 })).toEqual([]);
    expect(complaints({ numberoffarlocations: -1 })).toEqual([
      'numberoffarlocations: Number of far locations must be between 0 and 36000',
    ]);
  });
  test('each program type has its solvers, PO only for PEC', () => {
    expect(SOLVER_TYPES_OF_PROGRAM).toEqual({ 1: [1, 2, 3], 2: [2], 3: [3] });
  });
});

describe('size of a run', () => {
  test('a hundred thousand points are accepted, one more is not', () => {
    expect(complaints(sweep(0, 9.99, 0, 99, 0, 0.01, 1))).toEqual([]);
    expect(complaints(frequencies(1e8, 5e5, 5.01e10))).toEqual([
      'frequency: The sweep has 100001 points (angles × frequencies); at most 100000 are allowed. ' +
        'Use larger steps or several projects',
    ]);
  });
  test('the larger sweep is blamed', () => {
    expect(complaints({ ...sweep(0, 180, 0, 360, 0, 0.1, 0.1), ...frequencies(1e9, 1e9, 3e9) })[0]).toMatch(
      /^excitation: The sweep has 19456203 points/,
    );
  });
  test('a rule that is broken elsewhere is said before the size', () => {
    expect(complaints({ ...frequencies(1e9, 1, 1e11), excitation: [181, 0, 0] })).toEqual([
      'excitation/0: Theta must be between 0 and 180 degrees',
    ]);
  });
});

describe('materials', () => {
  const one = { real: 1, imaginary: 0 };
  const material = { id: 1, name: 'Foam', frequency: 1e9, permitivity: one, permeability: one };
  const verdict = (materials: unknown) => MaterialsSchema.safeParse(materials).error?.issues.map(sentence)[0];
  test('a name has 1 to 25 characters without the spaces around it', () => {
    expect(verdict({ inputMaterials: [{ ...material, name: ` ${'x'.repeat(25)} ` }] })).toBeUndefined();
    expect(verdict({ inputMaterials: [{ ...material, name: 'x'.repeat(26) }] })).toBe(
      'Name must be at most 25 characters',
    );
    for (const name of ['', '  ', undefined])
      expect(verdict({ inputMaterials: [{ ...material, name }] })).toBe('Name is required');
  });
  test('a layer refers to its material without the spaces around the name', () => {
    const { thicknesses } = MaterialsSchema.parse({
      thicknesses: [{ id: 1, materialName: ' Foam ', surface: 1, surfaceIndex: 0, thickness: 1e-8 }],
    });
    expect(thicknesses[0]?.materialName).toBe('Foam');
  });
  test('a hundred-thousandth of a millimetre is the thinnest layer', () => {
    const layer = { id: 1, materialName: 'Foam', surface: 1, surfaceIndex: 0 };
    expect(verdict({ thicknesses: [{ ...layer, thickness: 0.00001 / 1000 }] })).toBeUndefined();
    expect(verdict({ thicknesses: [{ ...layer, thickness: 0.000009 / 1000 }] })).toBe(
      'Thickness must be at least 0.00001 mm',
    );
  });
  test('a start frequency must not exceed the end frequency', () => {
    expect(MaterialFrequencyRangeSchema.safeParse({ start: 1e9, end: 1e9 }).success).toBe(true);
    const { error } = MaterialFrequencyRangeSchema.safeParse({ start: 2e9, end: 1e9 });
    expect(error?.issues.map(sentence)).toEqual(['Start frequency must not exceed end frequency']);
  });
});

test('an angle that stands still needs no step, and one that is given is ignored', () => {
  const still = SolverInputShape.parse({ anglesweep: 1, excitation: [90, 90, 0, 180, 1, 1, 0.5] });
  expect(solverInputComplaints(still)).toEqual([]);
  expect(countSweepPoints(still)).toEqual({ theta: 1, phi: 361, frequency: 1, total: 361 });
});

describe('error bars', () => {
  test.each([
    [2, 1, true],
    [3, 1, true],
    [1, 1, false],
    [2, 0, false],
  ] as const)('solver type %i, asked for %i: %s', (solvertype, wanted, are) =>
    expect(estimatesErrors({ solvertype, errorestimate: wanted })).toBe(are),
  );
  test('an input without a word on them has what a new one has', () =>
    expect(estimatesErrors({ solvertype: 2 })).toBe(ERROR_BARS_BY_DEFAULT));
});

describe('a list of one value per part', () => {
  test.each([
    [[], 3, true],
    [[0.5], 3, true],
    [[0.5, 1], 3, false],
    [[0.5, 1, 0], 3, true],
    [[0.5, 1, 0, 1], 3, false],
  ])('%j fits %i parts: %s', (values, parts, fits) => expect(fitsParts(values, parts)).toBe(fits));
});
