import { lengthUnit, prefixedMetre, type LengthUnit } from './lengthUnit.ts';
import type { Refusal } from './refusal.ts';

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
}

/** Records that matter here; everything else is skipped without being kept. */
const RELEVANT = /UNIT/;
const FACE = /=\s*(?:ADVANCED_FACE|FACE_SURFACE)\s*\(/;
/** What may hide a semicolon, and the semicolon that ends a record (ISO 10303-21, 2016, clauses 5 to 7). */
const TOKEN = /'|\/\*|;/g;
const CONVERSIONS_DEEP = 8;
/** The first record of a STEP file ends well before this, comments included. */
const HEADER_CHARACTERS = 1 << 20;

/**
 * Reads a STEP file (ISO 10303-21 clear text) piece by piece, so that a file of any size passes through little memory.
 * Feed it `push(text)` and ask for `summary()` at the end.
 */
export class StepReader {
  #pending = '';
  #scanned = 0;
  #records = new Map<string, string>();
  #contexts: string[] = [];
  #faceRecords = 0;
  #first = true;
  #isStep = false;
  #isComplete = false;

  push(text: string): void {
    this.#pending += text;
    this.#scan();
  }

  /** The first record has been read and it is not a STEP file's. */
  get isForeign(): boolean {
    return !this.#isStep && (!this.#first || this.#pending.length > HEADER_CHARACTERS);
  }

  summary(): StepSummary {
    const units: LengthUnit[] = [];
    for (const context of this.#contexts) {
      for (const [, id] of context.matchAll(/#(\d+)/g)) {
        const unit = this.#lengthUnit(id!, 0);
        if (unit && !units.some((known) => known.metres === unit.metres)) units.push(unit);
      }
    }
    return {
      isStep: this.#isStep,
      isComplete: this.#isComplete,
      lengthUnits: units,
      faceRecords: this.#faceRecords,
    };
  }

  #scan(): void {
    let start = 0;
    TOKEN.lastIndex = this.#scanned;
    for (let token = TOKEN.exec(this.#pending); token; token = TOKEN.exec(this.#pending)) {
      if (token[0] === ';') {
        this.#record(this.#pending.slice(start, token.index));
        start = token.index + 1;
        continue;
      }
      const close = token[0] === "'" ? "'" : '*/';
      const end = this.#pending.indexOf(close, token.index + token[0].length);
      if (end < 0) {
        // The string or comment goes on in the next piece: look again from where it begins.
        this.#pending = this.#pending.slice(start);
        this.#scanned = token.index - start;
        return;
      }
      TOKEN.lastIndex = end + close.length;
    }
    // A comment may be cut between its two first characters.
    const cut = this.#pending.endsWith('/') ? 1 : 0;
    this.#pending = this.#pending.slice(start);
    this.#scanned = Math.max(0, this.#pending.length - cut);
  }

  #record(text: string): void {
    if (this.#first) {
      this.#first = false;
      this.#isStep = /^\uFEFF?(?:\u00EF\u00BB\u00BF)?\s*(?:\/\*[\s\S]*?\*\/\s*)*ISO-10303-21\s*$/.test(text);
    }
    if (FACE.test(text)) this.#faceRecords += 1;
    if (text.trimEnd().endsWith('END-ISO-10303-21')) this.#isComplete = true;
    if (!RELEVANT.test(text)) return;
    const match = /^\s*(?:\/\*[\s\S]*?\*\/\s*)*#(\d+)\s*=\s*([\s\S]*)$/.exec(text);
    if (!match) return;
    const body = match[2]!;
    this.#records.set(match[1]!, body);
    const context = /GLOBAL_UNIT_ASSIGNED_CONTEXT\s*\(\s*\(([^()]*)\)/.exec(body);
    if (context) this.#contexts.push(context[1]!);
  }

  /** The record as a unit of length; undefined when it is some other unit or cannot be resolved. */
  #lengthUnit(id: string, depth: number): LengthUnit | undefined {
    const body = this.#records.get(id);
    if (body === undefined || depth > CONVERSIONS_DEEP) return undefined;
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
  if (!step.isStep) {
    return {
      code: 'STEP_NOT_A_STEP',
      detail:
        'This is not a STEP file: it does not begin with "ISO-10303-21;". Export the model as STEP (AP203, AP214 or ' +
        'AP242) and upload that file.',
    };
  }
  if (!step.isComplete) {
    return {
      code: 'STEP_BROKEN',
      detail:
        'The STEP file ends early: its last line "END-ISO-10303-21;" is missing. Export or upload the file again.',
    };
  }
  if (step.lengthUnits.length === 0) {
    return {
      code: 'STEP_UNITS_UNKNOWN',
      detail:
        'The STEP file does not say in which unit of length it is drawn, and a guess could be wrong by a factor of ' +
        '1000. Export it again with its units.',
    };
  }
  return undefined;
}

/** Name and size of the file's unit; a file with several has no single size. */
export function stepUnit(step: StepSummary): { unitName: string; metresPerUnit: number | null } {
  const [first, ...others] = step.lengthUnits;
  if (!first) return { unitName: '', metresPerUnit: null };
  if (others.length === 0) return { unitName: first.name, metresPerUnit: first.metres };
  return { unitName: step.lengthUnits.map((unit) => unit.name).join(', '), metresPerUnit: null };
}
