import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VALIDATION_FOLDER } from '../caseFile.ts';
import type { BarResult } from './measure.ts';
import { coverageOf, factorFor, type Coverage } from './coverage.ts';

/** What the bars of an equation are worth. */
export interface FamilyRecord {
  family: BarResult['family'];
  /** By which the solver's bars would have to be multiplied to hold 95 % of the values of the cases for the fit. */
  factor: number;
  /** As the solver writes them. */
  fit: Coverage;
  judged: Coverage;
  /** Of the other half, with that factor. */
  judgedWithFactor: Coverage;
  /** Of the corrected values of all cases that have them. */
  corrected?: Coverage;
}

export interface BarsRecord {
  measuredOn: string;
  families: FamilyRecord[];
  cases: CaseRecord[];
}

type CaseRecord = Omit<BarResult, 'points' | 'corrected'> & {
  corrected?: Omit<NonNullable<BarResult['corrected']>, 'points'>;
};

const FILE = join(VALIDATION_FOLDER, 'error-bars.json');

export function barsRecordOf(results: readonly BarResult[]): BarsRecord {
  const families = [...new Set(results.map(({ family }) => family))];
  return {
    measuredOn: new Date().toISOString().slice(0, 10),
    families: families.map((family) => familyRecord(family, results)),
    cases: results.map(caseRecord),
  };
}

function caseRecord({ points: _, corrected, ...rest }: BarResult): CaseRecord {
  if (!corrected) return rest;
  const { points: __, ...coverage } = corrected;
  return { ...rest, corrected: coverage };
}

function familyRecord(family: BarResult['family'], results: readonly BarResult[]): FamilyRecord {
  const pointsOf = (half: BarResult['half']) =>
    results
      .filter((result) => result.family === family && result.half === half)
      .flatMap(({ points }) => points);
  const factor = factorFor(pointsOf('fit'));
  const corrected = results
    .filter((result) => result.family === family)
    .flatMap((result) => result.corrected?.points ?? []);
  return {
    family,
    factor,
    fit: coverageOf(pointsOf('fit')),
    judged: coverageOf(pointsOf('judged')),
    judgedWithFactor: coverageOf(pointsOf('judged'), factor),
    ...(corrected.length > 0 ? { corrected: coverageOf(corrected) } : {}),
  };
}

/** What was measured last. */
export function readBars(): BarsRecord | undefined {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as BarsRecord) : undefined;
}

export function writeBars(record: BarsRecord): void {
  writeFileSync(FILE, `${JSON.stringify(record, null, 2)}\n`);
}
