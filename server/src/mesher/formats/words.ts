import { RefusedFile } from './refused.ts';

const REAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eEdD][+-]?\d+)?$/;
const INTEGER = /^[+-]?\d+$/;
/** Of a word in a sentence */
const SHOWN = 40;
/** What fits into the ten columns of a universal file, beside a blank */
export const LABEL_MOST = 999_999_999;

/** The words of a line, which blanks or tabs part. */
export function wordsOf(line: string): string[] {
  const text = line.trim();
  return text === '' ? [] : text.split(/\s+/);
}

/** @throws RefusedFile if the word is no finite number */
export function realOf(word: string | undefined, line: number): number {
  const value = word !== undefined && REAL.test(word) ? Number(word.replace(/[dD]/, 'e')) : NaN;
  if (!Number.isFinite(value)) throw badNumber(word, line);
  return value;
}

/** @throws RefusedFile if the word is no whole number that an element, a node or a count can have */
export function integerOf(word: string | undefined, line: number): number {
  const value = word !== undefined && INTEGER.test(word) ? Number(word) : NaN;
  if (!(Math.abs(value) <= LABEL_MOST)) throw badNumber(word, line);
  return value;
}

export function badNumber(word: string | undefined, line: number): RefusedFile {
  return word === undefined || word === ''
    ? new RefusedFile('MESH_FILE_BAD_NUMBER.missing', { line })
    : new RefusedFile('MESH_FILE_BAD_NUMBER', { word: shown(word), line });
}

/** A word of the file for a sentence: its beginning, without what is no text. */
export function shown(word: string): string {
  // eslint-disable-next-line no-control-regex -- these are what is taken out
  return word.slice(0, SHOWN).replace(/[\u0000-\u001F\u007F]/g, '?');
}
