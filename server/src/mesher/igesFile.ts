import type { LengthUnit } from './lengthUnit.ts';
import { lengthUnit } from './lengthUnit.ts';

/** What the head of an IGES file says (IGES 5.3, sections 2.2.4.2 and 2.2.4.3). */
export interface IgesHead {
  /** Lines have 80 columns, and the first one is of the start section. */
  isIges: boolean;
  /** Undefined where the global section has none, or one that is not known */
  unit: LengthUnit | undefined;
}

/** Of a line: its text, and the letter of its section in column 73. */
const TEXT_COLUMNS = 72;
const START = 'S';
const GLOBAL = 'G';
/** Of the global section, counted from 1: units flag, and units name where the flag is 3 */
const UNITS_FLAG = 14;
const UNITS_NAME = 15;
const FLAG_OF_NAME = 3;

/** By their flags and names [m] */
const UNITS: readonly (readonly [flag: number, name: string, metres: number])[] = [
  [1, 'INCH', 0.0254],
  [1, 'IN', 0.0254],
  [2, 'MM', 1e-3],
  [4, 'FT', 0.3048],
  [5, 'MI', 1609.344],
  [6, 'M', 1],
  [7, 'KM', 1000],
  [8, 'MIL', 2.54e-5],
  [9, 'UM', 1e-6],
  [10, 'CM', 1e-2],
  [11, 'UIN', 2.54e-8],
];

/** @param head  the first lines of the file, its global section among them */
export function readIgesHead(head: string): IgesHead {
  const lines = head.split(/\r?\n/);
  const isIges = lines[0]?.length === 80 && lines[0][TEXT_COLUMNS] === START;
  const global = lines
    .filter((line) => line[TEXT_COLUMNS] === GLOBAL)
    .map((line) => line.slice(0, TEXT_COLUMNS))
    .join('');
  const parameters = globalParameters(global);
  const flag = Number(parameters[UNITS_FLAG - 1]);
  const name = (parameters[UNITS_NAME - 1] ?? '').trim().toUpperCase();
  const found = UNITS.find(([one, called]) => (flag === FLAG_OF_NAME ? called === name : one === flag));
  return { isIges, unit: found && lengthUnit(found[2], name === '' ? found[1] : name) };
}

/**
 * Values of the global section, texts without the count before them. The first two values say what separates values and what
 * ends them; a comma and a semicolon where they are left out.
 */
function globalParameters(text: string): string[] {
  const values: string[] = [];
  let [separator, end] = [',', ';'];
  let at = 0;
  while (at < text.length) {
    const hollerith = /^\s*(\d+)H/.exec(text.slice(at, at + 16));
    let value: string;
    if (hollerith) {
      at += hollerith[0].length;
      value = text.slice(at, at + Number(hollerith[1]));
      at += value.length;
      if (values.length === 0 && value.length === 1) separator = value;
      if (values.length === 1 && value.length === 1) end = value;
      while (at < text.length && text[at] !== separator && text[at] !== end) at++;
    } else {
      const from = at;
      while (at < text.length && text[at] !== separator && text[at] !== end) at++;
      value = text.slice(from, at);
    }
    values.push(value);
    if (text[at] === end) break;
    at++;
  }
  return values;
}

/** A file of OpenCASCADE's own format begins so. */
export const isBrep = (head: string): boolean => /^\s*(?:DBRep_DrawableShape|CASCADE Topology)/.test(head);

/** And it ends with the list of subshapes of its last shape, an asterisk, and the shape that the file is. gmsh 4.8 waits for ever for what was cut off. */
export const isBrepEnd = (tail: string): boolean => /\*\s+[-+ei]\d+ \d+\s*$/.test(tail);
