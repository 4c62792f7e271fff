import { keepsItsLimit } from '../checks/measure.ts';
import type { CaseResult } from '../results.ts';

export function printCase(id: string, result: CaseResult): void {
  for (const check of result.checks) {
    console.log(`${check.passed ? 'ok    ' : 'MISSED'} ${id} · ${check.title}`);
    for (const measure of check.measures) {
      const limit = measure.limit === undefined ? '' : ` (limit ${measure.limit})`;
      const verdict = keepsItsLimit(measure) ? '' : '  <-- missed';
      console.log(
        `         ${measure.of.padEnd(34)} ${measure.quantity.padEnd(14)} ${measure.value.toPrecision(3)}${limit}${verdict}`,
      );
    }
  }
}
