import { expect, test } from 'vitest';
import { hybridParts, SPEED_OF_LIGHT, SolverInputSchema, type PartShape } from '../src/index.ts';
import { sentence } from './support/sentence.ts';

const wavelength = 0.1;
const frequency = SPEED_OF_LIGHT / wavelength;
const plate: PartShape = { extentM: 1.01, areaM2: 0.5, smoothM: null };
const fin: PartShape = { extentM: 0.2, areaM2: 0.01, smoothM: null };
const methodsOf = (parts: PartShape[], asked: (0 | 1 | 2)[] = [], hz = frequency) =>
  hybridParts(parts, asked, hz).map(({ method }) => method);

test('the rule takes the large and smooth part, at a frequency where it is large', () => {
  expect(hybridParts([plate, fin], [], frequency)).toEqual([
    { method: 1, verdict: 'optics', byRule: true },
    { method: 2, verdict: 'small', byRule: true },
  ]);
  expect(methodsOf([plate, fin], [], frequency / 2)).toEqual([2, 2]);
});

test.each([
  [{ extentM: 0.99, areaM2: 0.5, smoothM: 0.5 }, 'small'],
  [{ extentM: 1.01, areaM2: 0.24, smoothM: 0.5 }, 'small'],
  [{ extentM: 1.01, areaM2: 0.5, smoothM: 0.19 }, 'curved'],
  [{ extentM: 1.01, areaM2: 0.5, smoothM: 0.5 }, 'optics'],
  [{ areaM2: 0.5 }, 'unknown'],
] as const)('%o is checked %s, as by the solver', (part, verdict) => {
  expect(hybridParts([part, fin], [], frequency)[0]!.verdict).toBe(verdict);
});

test('what is asked for wins, one value serves all parts, and the rule leaves one part to the full wave', () => {
  expect(methodsOf([plate, fin], [2, 1])).toEqual([2, 1]);
  expect(methodsOf([plate, fin], [1])).toEqual([1, 1]);
  expect(methodsOf([plate, fin], [0, 1])).toEqual([2, 1]);
  expect(hybridParts([plate, plate], [], frequency).map(({ verdict }) => verdict)).toEqual([
    'alone',
    'alone',
  ]);
});

test('a method that does not exist is told', () => {
  const { error } = SolverInputSchema.safeParse({ partmethods: [3] });
  expect(error?.issues.map(sentence)[0]).toBe(
    'The method of a part must be 0 (by the rule), 1 (Physical Optics) or 2 (full wave)',
  );
});
