import { lengthUnit, prefixedMetre, type LengthUnit } from './lengthUnit.ts';
import { refusal, type Refusal } from './refusal.ts';

/** What a STEP file says about itself before any geometry is built. */
export interface StepSummary {
  /** It begins with ISO-10303-21; */
  isStep: boolean;
  /** It ends with END-ISO-10303-21; */
  isComplete: boolean;
  /** Different units of length among the geometric contexts, in order of appearance; empty when the file names none. */
  lengthUnits: LengthUnit[];
  /** ADVANCED_FACE and FACE_SURFACE records: at least as many faces must come out of the import. */
  faceRecords: number;
  /** It names other files, which the CAD library would open wherever they are. */
  hasExternalReferences: boolean;
}

/** Records that matter here; everything else is skipped without being kept. */
const UNIT_WORD = 'UNIT';
const FACE = /=\s*(?:ADVANCED_FACE|FACE_SURFACE)\s*\(/;
/** What may hide a semicolon, and the semicolon that ends a record (ISO 10303-21, 2016, clauses 5 to 7). */
const TOKEN = /'|\/\*|;/g;
/**
 * Entities by which a STEP file includes others (ISO 10303-21 long names and the short one that OpenCASCADE knows as well).
 * Sought in the text as it comes, also in strings and comments: no model has them there, and nothing can be hidden.
 */
const EXTERNAL = /DOCUMENT_FILE|EXTERNAL_IDENTIFICATION|\bDCMFL\b/i;
/** Of a piece, what is looked at again with the next one: more than the longest of those names. */
const OVERLAP = 64;
const CONVERSIONS_DEEP = 8;
/** The first record of a STEP file ends well before this, comments included. */
const HEADER_CHARACTERS = 1 << 20;
/** Records of units and the heads of records of faces are far shorter; what is longer is scanned, but not kept. */
const RECORD_CHARACTERS = 1 << 16;
/** A file has a handful of units of length, however many records name one. */
const UNITS_MOST = 16;

/**
 * Reads a STEP file (ISO 10303-21 clear text) piece by piece, in time proportional to its length. Feed it `push(text)` and
 * ask for `summary()` at the end.
 */
export class StepReader {
  /** Of the record that is being read, without its comments */
  #record = '';
  #inside: 'code' | 'string' | 'comment' = 'code';
  /** The last character of a piece, where it may be the first half of a token */
  #carried = '';
  #read = 0;
  #lookedAt = '';
  #hasExternal = false;
  #records = new Map<string, string>();
  #units = new Map<string, LengthUnit | undefined>();
  #contexts: string[] = [];
  #faceRecords = 0;
  #first = true;
  #isStep = false;
  #isComplete = false;

  push(piece: string): void {
    this.#hasExternal ||= EXTERNAL.test(this.#lookedAt + piece);
    this.#lookedAt = (this.#lookedAt + piece).slice(-OVERLAP);
    const text = this.#carried + piece;
    this.#carried = '';
    this.#read += piece.length;
    let at = 0;
    while (at < text.length) {
      if (this.#inside === 'code') at = this.#readCode(text, at);
      else if (this.#inside === 'string') at = this.#readString(text, at);
      else at = this.#readComment(text, at);
    }
  }

  /** The first record has been read and it is not a STEP file's. */
  get isForeign(): boolean {
    return !this.#isStep && (!this.#first || this.#read > HEADER_CHARACTERS);
  }

  summary(): StepSummary {
    const units = new Map<number, LengthUnit>();
    for (const context of this.#contexts) {
      for (const [, id] of context.matchAll(/#(\d+)/g)) {
        const unit = this.#lengthUnit(id!, 0);
        if (unit && units.size < UNITS_MOST) units.set(unit.metres, units.get(unit.metres) ?? unit);
      }
    }
    return {
      isStep: this.#isStep,
      isComplete: this.#isComplete,
      lengthUnits: [...units.values()],
      faceRecords: this.#faceRecords,
      hasExternalReferences: this.#hasExternal,
    };
  }

  /** Each of these three reads from a place on and returns where the next one begins. */
  #readCode(text: string, from: number): number {
    TOKEN.lastIndex = from;
    const token = TOKEN.exec(text);
    if (!token) {
      // A comment may be cut between its two first characters.
      const end = text.endsWith('/') ? text.length - 1 : text.length;
      this.#keep(text, from, end);
      this.#carried = text.slice(end);
      return text.length;
    }
    this.#keep(text, from, token.index);
    if (token[0] === ';') this.#endRecord();
    else if (token[0] === "'") {
      this.#keep("'", 0, 1);
      this.#inside = 'string';
    } else {
      this.#keep(' ', 0, 1);
      this.#inside = 'comment';
    }
    return TOKEN.lastIndex;
  }

  /** A quote within a string is two of them: two strings, one after the other. */
  #readString(text: string, from: number): number {
    const close = text.indexOf("'", from);
    const end = close < 0 ? text.length : close + 1;
    this.#keep(text, from, end);
    if (close >= 0) this.#inside = 'code';
    return end;
  }

  #readComment(text: string, from: number): number {
    const close = text.indexOf('*/', from);
    if (close >= 0) {
      this.#inside = 'code';
      return close + 2;
    }
    if (text.endsWith('*')) this.#carried = '*';
    return text.length;
  }

  #keep(text: string, from: number, to: number): void {
    const room = RECORD_CHARACTERS - this.#record.length;
    if (room > 0 && to > from) this.#record += text.slice(from, Math.min(to, from + room));
  }

  #endRecord(): void {
    const text = this.#record.trim();
    this.#record = '';
    if (this.#first) {
      this.#first = false;
      // A byte order mark, read as one character or as three of latin1.
      this.#isStep = text.replace(/^(?:\uFEFF|\u00EF\u00BB\u00BF)/, '').trimStart() === 'ISO-10303-21';
    }
    if (FACE.test(text)) this.#faceRecords += 1;
    if (text.endsWith('END-ISO-10303-21')) this.#isComplete = true;
    if (!text.includes(UNIT_WORD)) return;
    const id = /^#(\d+)\s*=/.exec(text);
    if (!id) return;
    const body = text.slice(id[0].length);
    this.#records.set(id[1]!, body);
    const context = /GLOBAL_UNIT_ASSIGNED_CONTEXT\s*\(\s*\(([^()]*)\)/.exec(body);
    if (context) this.#contexts.push(context[1]!);
  }

  /** Each record is looked at once, however often it is named. */
  #lengthUnit(id: string, depth: number): LengthUnit | undefined {
    if (depth > CONVERSIONS_DEEP) return undefined;
    if (!this.#units.has(id)) {
      this.#units.set(id, undefined);
      this.#units.set(id, this.#readLengthUnit(id, depth));
    }
    return this.#units.get(id);
  }

  /** The record as a unit of length; undefined when it is some other unit or cannot be resolved. */
  #readLengthUnit(id: string, depth: number): LengthUnit | undefined {
    const body = this.#records.get(id);
    if (body === undefined) return undefined;
    const si = /SI_UNIT\s*\(\s*(?:\$|\.(\w+)\.)\s*,\s*\.METRE\.\s*\)/.exec(body);
    if (si) return prefixedMetre(si[1]);
    if (!/LENGTH_UNIT\s*\(/.test(body)) return undefined;
    const conversion = /CONVERSION_BASED_UNIT\s*\(\s*'([^']*)'\s*,\s*#(\d+)\s*\)/.exec(body);
    if (!conversion) return undefined;
    const measure = /(?:LENGTH_MEASURE|POSITIVE_LENGTH_MEASURE)\s*\(\s*([^()\s]+)\s*\)\s*,\s*#(\d+)/.exec(
      this.#records.get(conversion[2]!) ?? '',
    );
    const base = measure && this.#lengthUnit(measure[2]!, depth + 1);
    const factor = Number(measure?.[1]);
    const metres = base ? factor * base.metres : NaN;
    if (!(metres > 0 && Number.isFinite(metres))) return undefined;
    return lengthUnit(metres, conversion[1]!);
  }
}

/** Why this STEP file cannot be meshed, before gmsh is asked; undefined when nothing speaks against it. */
export function stepRefusal(step: StepSummary): Refusal | undefined {
  if (!step.isStep) return refusal('STEP_NOT_A_STEP');
  if (!step.isComplete) return refusal('STEP_BROKEN.cutOff');
  if (step.hasExternalReferences) return refusal('STEP_EXTERNAL');
  if (step.lengthUnits.length === 0) return refusal('STEP_UNITS_UNKNOWN');
  return undefined;
}

/** Name and size of the file's unit; a file with several has no single size. */
export function stepUnit(step: StepSummary): { unitName: string; metresPerUnit: number | null } {
  const [first, ...others] = step.lengthUnits;
  if (!first) return { unitName: '', metresPerUnit: null };
  if (others.length === 0) return { unitName: first.name, metresPerUnit: first.metres };
  return { unitName: step.lengthUnits.map((unit) => unit.name).join(', '), metresPerUnit: null };
}
