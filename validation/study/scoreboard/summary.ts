import type { ScoreCase, ScoreError, ScoreReference } from '@pace/contract/scoreboard';
import type { Case, Check } from '../caseFile.ts';
import { keepsItsLimit, type Measure } from '../checks/measure.ts';
import type { CaseResult } from '../results.ts';

type Summary = NonNullable<ScoreCase['record']>['summary'];

const REFERENCE_OF: Record<Check['kind'], ScoreReference> = {
  mie: 'exact',
  reference: 'published',
  'same-field': 'own',
  'same-backscatter': 'own',
  absorber: 'own',
  reciprocity: 'law',
  power: 'law',
  'flat-plate-broadside': 'formula',
  'flat-plate-sweep': 'formula',
  corner: 'formula',
  cost: 'cost',
};

/** Checks that compare levels angle by angle. */
const WITH_CURVES: readonly Check['kind'][] = [
  'mie',
  'reference',
  'same-field',
  'same-backscatter',
  'flat-plate-sweep',
];

/** Whether a run of the case records curves. */
export function comparesCurves({ checks }: Case): boolean {
  return checks.some(({ kind }) => WITH_CURVES.includes(kind));
}

/** What the checks of a case compare it with, each kind once. */
export function referencesOf({ checks }: Case): ScoreReference[] {
  return [...new Set(checks.map(({ kind }) => REFERENCE_OF[kind]))];
}

/** The line of a case in the table: its largest run, the cost of all runs, and the worst errors of its checks. */
export function summaryOfCase({ runs, checks }: CaseResult): Summary {
  const all = Object.values(runs);
  const measures = checks.flatMap((check) => check.measures);
  const facets = Math.max(0, ...all.map((run) => run.facets ?? 0));
  const meanDb = worst(measures, 'mean |ΔdB|');
  const relative = worst(measures, 'relative error');
  return {
    unknowns: Math.max(...all.map(({ unknowns }) => unknowns)),
    ...(facets > 0 && { facets }),
    coreSeconds: all.reduce((sum, { coreSeconds }) => sum + coreSeconds, 0),
    upperBound: all.some(({ threads }) => threads === undefined),
    memoryBytes: Math.max(...all.map(({ memoryBytes }) => memoryBytes)),
    ...(meanDb && { meanDb }),
    ...(relative && { relative }),
    verdict: measures.every(({ limit }) => limit === undefined)
      ? 'stated'
      : measures.every(keepsItsLimit)
        ? 'kept'
        : 'missed',
  };
}

/** To the exact sphere of other facets or of the model's own impedance: says where an error comes from, and is none. */
const EXPLAINS = / to the sphere of equal volume|, exact impedance sphere/;

function worst(measures: readonly Measure[], quantity: Measure['quantity']): ScoreError | undefined {
  const found = measures
    .filter((measure) => measure.quantity === quantity && !EXPLAINS.test(measure.of))
    .reduce<Measure | undefined>((a, b) => (a === undefined || b.value > a.value ? b : a), undefined);
  return found && { value: found.value, ...(found.bar !== undefined && { bar: found.bar }) };
}
