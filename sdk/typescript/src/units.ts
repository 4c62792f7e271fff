/** From SI units and degrees of this package to the units of the API. */
import { ANGLE_FACTOR, SPEED_OF_LIGHT as LIGHT, sweepCount } from '@pace/contract';
import { invalid } from './errors.ts';

/** [m/s] */
export const SPEED_OF_LIGHT: number = LIGHT;

/** A number; first, last and step; or a list of values: angles ascend by one step, frequencies by any. */
export type Range = number | ArrayLike<number> | { first: number; last: number; step: number };

interface Triple {
  first: number;
  last: number;
  /** 0 of a single value */
  step: number;
  /** Whether it was given as first, last and step */
  isSweep: boolean;
}

/** Without the noise of repeated decimal steps: twelve significant digits. */
const rounded = (value: number) => Number(value.toPrecision(12));

/** first, first + step, … up to last, as the server counts them. */
const stepped = ({ first, last, step }: Triple): number[] =>
  Array.from({ length: sweepCount(first, last, step) }, (_, i) => Math.min(rounded(first + i * step), last));

function finite(value: unknown, code: string, place: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw invalid(code, place, `${String(value)} is no finite number.`);
  return value;
}

/** Values of a list, of which there is at least one. */
function listed(given: Exclude<Range, number>, code: string, place: string): number[] {
  if (typeof given !== 'object' || !('length' in given))
    throw invalid(code, place, 'Give a number, a list of numbers, or { first, last, step }.');
  const values = Array.from(given, (one) => finite(one, code, place));
  if (values.length === 0) throw invalid(code, place, 'The list is empty: give one value at least.');
  return values;
}

/** Undefined of a list whose values do not ascend by one step. */
function tripleOf(given: Range, code: string, place: string): Triple | undefined {
  if (typeof given === 'number') {
    const value = finite(given, code, place);
    return { first: value, last: value, step: 0, isSweep: false };
  }
  if (typeof given === 'object' && 'first' in given) {
    const [first, last, step] = [given.first, given.last, given.step].map((one) => finite(one, code, place));
    return { first: first!, last: last!, step: step!, isSweep: true };
  }
  const values = listed(given, code, place);
  const [first, last] = [values[0]!, values.at(-1)!];
  if (values.length === 1) return { first, last: first, step: 0, isSweep: false };
  const triple = { first, last, step: rounded((last - first) / (values.length - 1)), isSweep: false };
  const even = stepped(triple);
  const room = 1e-9 * Math.max(triple.step, 0);
  const isEven = even.every((one, i) => Math.abs(one - values[i]!) <= room + 1e-9 * Math.abs(values[i]!));
  return even.length === values.length && isEven ? triple : undefined;
}

/** @throws InvalidInput */
function angleTriple(given: Range, code: string, place: string): Triple {
  const triple = tripleOf(given, code, place);
  if (triple) return triple;
  throw invalid(
    code,
    place,
    'Angles of one run ascend by one step. Give a run to each group of values and solve them with batch().',
  );
}

/** The frequencies that a number, a list, or first, last and step stand for. @throws InvalidInput */
export function valuesOf(given: Range): number[] {
  const [code, place] = ['FREQUENCY_INVALID', '/frequency'];
  const triple = tripleOf(given, code, place);
  if (triple) return stepped(triple);
  const values = listed(given as Exclude<Range, number>, code, place);
  if (values.some((one, i) => i > 0 && one <= values[i - 1]!))
    throw invalid(code, place, 'The frequencies of a list ascend, each once.');
  return values;
}

/** `freqsweep` and the frequencies of the solver input, from Hz; the API has Hz too. @throws InvalidInput */
export function frequencyInput(frequency: Range): {
  freqsweep: 0 | 1 | 2;
  frequency?: [number, number, number];
  frequencylist?: number[];
} {
  const triple = tripleOf(frequency, 'FREQUENCY_INVALID', '/frequency');
  if (!triple) return { freqsweep: 2, frequencylist: valuesOf(frequency) };
  const { first, last, step, isSweep } = triple;
  if (first === last && !isSweep) return { freqsweep: 0, frequency: [first, -1, -1] };
  return { freqsweep: 1, frequency: [first, step, last] };
}

/** `anglesweep` and `excitation` of the solver input, from degrees; the API has degrees too. @throws InvalidInput */
export function excitationInput(
  theta: Range,
  phi: Range,
  polarization: number,
): { anglesweep: 0 | 1; excitation: number[] } {
  const t = angleTriple(theta, 'ANGLE_INVALID', '/excitation');
  const p = angleTriple(phi, 'ANGLE_INVALID', '/excitation');
  if (t.first === t.last && p.first === p.last)
    return { anglesweep: 0, excitation: [t.first, p.first, polarization] };
  return {
    anglesweep: 1,
    excitation: [t.first, t.last, p.first, p.last, polarization, t.step, p.step],
  };
}

const OF_WAVELENGTH = /^\s*(?:lambda|λ)\s*\/\s*(\d+(?:\.\d*)?)\s*$/i;

/**
 * `mesh_size` of the mesher [mm].
 * @param size       [m], or "lambda/8" for an eighth of the wavelength at `frequency`
 * @param frequency  [Hz]
 * @throws InvalidInput
 */
export function meshSizeMm(size: number | string, frequency: number | undefined): number {
  if (typeof size === 'number') return rounded(1000 * finite(size, 'MESH_SIZE_INVALID', '/mesh_size'));
  const parts = Number(OF_WAVELENGTH.exec(size)?.[1] ?? 0);
  if (parts === 0)
    throw invalid(
      'MESH_SIZE_INVALID',
      '/mesh_size',
      `"${size}" is no size: give metres, or a text as "lambda/8".`,
    );
  if (frequency === undefined)
    throw invalid('MESH_SIZE_INVALID', '/frequency', `${size} needs the frequency that λ belongs to, in Hz.`);
  if (!(finite(frequency, 'FREQUENCY_INVALID', '/frequency') > 0))
    throw invalid('FREQUENCY_INVALID', '/frequency', 'The frequency must be above 0 Hz.');
  // Six decimals, as the wizard of the server proposes it.
  return Number(((1000 * SPEED_OF_LIGHT) / (parts * frequency)).toFixed(6));
}

/** An angle as results are asked for by: degrees × 10. */
export const keyTenths = (degrees: number): number => Number((ANGLE_FACTOR * degrees).toFixed(9));
