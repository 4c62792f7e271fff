import type { Case } from '../caseFile.ts';
import { keepsItsLimit, type Measure } from '../checks/measure.ts';
import type { CaseResult, CheckResult } from '../results.ts';
import type { RunRecord } from '../solvedRun.ts';
import { numberOf } from './numbers.ts';

/** One check as a line of every table. */
export interface ReportRow {
  theCase: Case;
  check: CheckResult;
  unknowns: string;
  equation: string;
  method: string;
  cost: string;
  mean: string;
  max: string;
  relative: string;
  backwardError: string;
  seconds: string;
  memory: string;
  measuredOn: string;
}

export function rowsOf(theCase: Case, result: CaseResult): ReportRow[] {
  return result.checks.map((check) => {
    const runs = check.runs.flatMap((name) => result.runs[name] ?? []);
    return {
      theCase,
      check,
      unknowns: unique(
        runs.map((run) => (run.facets === undefined ? `${run.unknowns}` : `${run.facets} facets`)),
      ),
      equation: unique(runs.map((run) => (run.facets === undefined ? equationOf(run.alpha) : 'PO'))),
      method: unique(runs.map(methodOf)),
      cost: [
        measuresOf(check, 'bytes per unknown'),
        measuresOf(check, 'core-hours'),
        measuresOf(check, 'share of unknowns'),
      ]
        .filter((text) => text !== '')
        .join(' · '),
      mean: measuresOf(check, 'mean |ΔdB|'),
      max: measuresOf(check, 'max |ΔdB|'),
      relative: measuresOf(check, 'relative error'),
      backwardError: runs.every((run) => run.facets !== undefined)
        ? ''
        : Math.max(...runs.map((run) => run.backwardError)).toExponential(0),
      seconds: runs.reduce((sum, run) => sum + run.seconds, 0).toFixed(0),
      memory: (Math.max(...runs.map((run) => run.memoryBytes)) / 2 ** 30).toFixed(2),
      measuredOn: result.measuredOn,
    };
  });
}

/** "LU", or "MLFMA, 940 products for 64": matrix times vector, independent right-hand sides. */
function methodOf({ method, products, rank }: RunRecord): string {
  if (method === 'physical-optics') return 'PO';
  if (method === 'hybrid') return `Hybrid, ${products ?? 0} products for ${rank ?? 0}`;
  return method === 'mlfma' ? `MLFMA, ${products ?? 0} products for ${rank ?? 0}` : 'LU';
}

function equationOf(alpha: number[]): string {
  const words = alpha.map((a) => (a === 1 ? 'EFIE' : a === 0 ? 'MFIE' : `CFIE ${a}`));
  return unique(words);
}

const unique = (texts: string[]) => [...new Set(texts)].join(' / ');

/** "xz 0.046 · yz 0.013 (≤ 0.15)"; what misses its limit is marked. */
function measuresOf(check: CheckResult, quantity: Measure['quantity']): string {
  const text = (value: number) => numberOf(quantity, value);
  const measures = check.measures.filter((m) => m.quantity === quantity);
  const words = measures.map((m) => `${m.of} ${text(m.value)}${keepsItsLimit(m) ? '' : ' MISSED'}`);
  const limits = measures.flatMap((m) => m.limit ?? []);
  const limit = unique(limits.map(text));
  return words.join(' · ') + (limit ? ` (≤ ${limit})` : '');
}
