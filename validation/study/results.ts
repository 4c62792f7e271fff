import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VALIDATION_FOLDER, type Case } from './caseFile.ts';
import type { Measure } from './checks/measure.ts';
import { fingerprint } from './fingerprint.ts';
import type { RecordMachine } from './machine.ts';
import type { RunRecord } from './solvedRun.ts';

export interface CheckResult {
  title: string;
  runs: string[];
  measures: Measure[];
  passed: boolean;
}

export interface CaseResult {
  /** Of the case as it was measured. */
  fingerprint?: string;
  measuredOn: string;
  /** Absent in older records. */
  machine?: RecordMachine;
  runs: Record<string, RunRecord>;
  checks: CheckResult[];
}

const FILE = join(VALIDATION_FOLDER, 'results.json');

/** What earlier runs measured, of the cases that are still the same. */
export function readResults(cases: readonly Case[]): Map<string, CaseResult> {
  if (!existsSync(FILE)) return new Map();
  const stored = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, CaseResult>;
  const isCurrent = (id: string, result: CaseResult) =>
    cases.some((c) => c.id === id && (result.fingerprint ?? fingerprint(c)) === fingerprint(c));
  return new Map(Object.entries(stored).filter(([id, result]) => isCurrent(id, result)));
}

export function writeResults(results: ReadonlyMap<string, CaseResult>): void {
  const sorted = [...results].sort(([a], [b]) => a.localeCompare(b));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
