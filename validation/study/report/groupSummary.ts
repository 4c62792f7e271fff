import type { Case } from '../caseFile.ts';
import { keepsItsLimit, type Measure } from '../checks/measure.ts';
import type { Group } from '../groups.ts';
import type { CaseResult } from '../results.ts';

/** A measured number that has a limit, and the case that it is of. */
export interface Worst extends Measure {
  limit: number;
  caseId: string;
}

/** What a line of the overview and of the README says of a group. */
export interface GroupSummary {
  group: Group;
  cases: number;
  /** Cases with at least one limit, and those of them that keep all. */
  limited: number;
  kept: number;
  /** Cases whose numbers are stated only. */
  stated: number;
  /** Cases without a result. */
  notMeasured: number;
  /** Of the largest run; 0 if Physical Optics alone was used. */
  unknowns: number;
  /** The largest of each quantity, among the numbers that have a limit. */
  worstMean?: Worst;
  worstRelative?: Worst;
  /** The number that comes nearest to its limit, of any quantity. */
  nearest?: Worst;
}

export function summaryOf(
  group: Group,
  cases: readonly Case[],
  results: ReadonlyMap<string, CaseResult>,
): GroupSummary {
  const members = cases.filter((c) => c.group === group);
  const measured = members.flatMap(({ id }) => {
    const result = results.get(id);
    return result ? [{ result, limited: limitedMeasures(id, result) }] : [];
  });
  const withLimits = measured.filter(({ limited }) => limited.length > 0);
  const all = withLimits.flatMap(({ limited }) => limited);
  const runs = measured.flatMap(({ result }) => Object.values(result.runs));
  return {
    group,
    cases: members.length,
    limited: withLimits.length,
    kept: withLimits.filter(({ limited }) => limited.every(keepsItsLimit)).length,
    stated: measured.length - withLimits.length,
    notMeasured: members.length - measured.length,
    unknowns: Math.max(0, ...runs.map(({ unknowns }) => unknowns)),
    worstMean: largest(all.filter(({ quantity }) => quantity === 'mean |ΔdB|')),
    worstRelative: largest(all.filter(({ quantity }) => quantity === 'relative error')),
    nearest: largest(all, ({ value, limit }) => value / limit),
  };
}

function limitedMeasures(caseId: string, { checks }: CaseResult): Worst[] {
  return checks
    .flatMap(({ measures }) => measures)
    .flatMap((m) => (m.limit === undefined ? [] : [{ ...m, limit: m.limit, caseId }]));
}

function largest(measures: readonly Worst[], size = ({ value }: Worst) => value): Worst | undefined {
  return measures.reduce<Worst | undefined>(
    (worst, m) => (worst === undefined || size(m) > size(worst) ? m : worst),
    undefined,
  );
}
