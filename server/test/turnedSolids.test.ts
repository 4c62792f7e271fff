import { MesherOptionsSchema, PROGRAM_TYPES, type MeshReport } from '@pace/contract';
import { expect, test } from 'vitest';
import { checkTurnedSolids } from '../src/policies/turnedSolids.ts';

const rotation = {
  solids: [1],
  axis: 'z' as const,
  point: [0, 0, 0] as [number, number, number],
  degrees: 5,
};
const turned = { ...MesherOptionsSchema.parse({ rotations: [rotation] }), fileName: 'a.step' };
const still = { ...MesherOptionsSchema.parse({}), fileName: 'a.step' };
const reportOf = (numbers: number[]) =>
  ({ parts: numbers.map((number) => ({ number })) }) as unknown as MeshReport;

interface Case {
  programType?: number;
  mesherOptions?: typeof still;
  alphas?: number[];
  methods?: (0 | 1 | 2)[];
}

const isRefused = (
  found: number[],
  { programType = PROGRAM_TYPES.pec, mesherOptions = turned, alphas = [0.5], methods = [0] }: Case = {},
) => {
  const solverInput = { cfiealpha: alphas, partmethods: methods };
  try {
    checkTurnedSolids({ programType, mesherOptions, solverInput }, [1, 2, 3], reportOf(found));
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: 'STUDY_INVALID' });
    return true;
  }
};

test('a turned model with other surfaces is refused where settings belong to single surfaces', () => {
  expect(isRefused([1, 2, 3, 4], { programType: PROGRAM_TYPES.coating })).toBe(true);
  expect(isRefused([1, 2, 4], { programType: PROGRAM_TYPES.composite })).toBe(true);
  expect(isRefused([1, 2, 3, 4], { alphas: [0.5, 0.2, 0.5, 0.5] })).toBe(true);
  expect(isRefused([1, 2, 3, 4], { methods: [1, 2, 2, 2] })).toBe(true);
});

test('it is computed where all surfaces have the same settings, where they are those of the base, and where nothing turns', () => {
  expect(isRefused([1, 2, 3, 4])).toBe(false);
  expect(isRefused([1, 2, 3], { programType: PROGRAM_TYPES.coating })).toBe(false);
  expect(isRefused([1, 2, 3, 4], { programType: PROGRAM_TYPES.coating, mesherOptions: still })).toBe(false);
});
