import type { Case } from '../caseFile.ts';
import { GROUPS } from '../groups.ts';
import type { CaseResult } from '../results.ts';
import type { GroupSummary, Worst } from './groupSummary.ts';
import { BARS_PAGE } from './barsPage.ts';
import { markdownTable } from './markdownTable.ts';
import { numberOf } from './numbers.ts';

const PREAMBLE = `# Validation

Is the physics right? Every number here was measured by \`npm run validate\` from the cases of \`validation/cases\`. Each case says
what is solved, against what, and why its limits are what they are. \`npm run validate -- --list\` names the cases, \`-- --only ID\`
runs some, \`-- --quick\` those that take seconds, \`-- --report-only\` writes these pages again from \`validation/results.json\`
without solving anything.`;

const HOW_TO_READ = `## How to read the numbers

- **mean and max |ΔdB|**: over the directions of a plane (or the angles of a reference), RCS of both components together for planes,
  VV and HH apart for references; levels more than 80 dB under the reference's maximum count as that level.
- **relative error**, or complex error: ‖E − E_ref‖ / ‖E_ref‖ over the directions of a plane, complex E_θ and E_φ, so that phases count.
- In brackets the limit; a value without one is information. A case without any limit is **stated**.
- **Residual**: of an LU solution the backward error, of MLFMA the relative residual reached. The products of MLFMA are products of the
  matrix with one column, for so many independent right-hand sides.
- **Cost**: bytes of memory per unknown, processor time (of older records threads × wall time, an upper bound), and of a hybrid its
  unknowns as a share of the full wave's. Seconds: of all runs of the line together. Memory: of the largest run. Other programs may have
  run beside it.
- **Nearest to a limit**: of all numbers of the group that have a limit, the one that uses the largest share of it.`;

/** Where the page of a group is, seen from `docs/`. */
export const pageOf = (group: string) => `validation/${group}.md`;

/** docs/validation.md: a line a group, how to read the numbers, and what was left out. */
export function overviewPage(
  summaries: readonly GroupSummary[],
  cases: readonly Case[],
  results: ReadonlyMap<string, CaseResult>,
  leftOut: readonly { what: string; why: string }[],
  hasBars: boolean,
): string {
  const table = markdownTable(
    ['group', 'cases', 'worst mean \\|ΔdB\\|', 'worst complex error', 'nearest to a limit'],
    summaries.map((summary) => [
      `[${GROUPS[summary.group].title}](${pageOf(summary.group)})`,
      verdict(summary),
      withCase(summary.worstMean),
      withCase(summary.worstRelative),
      share(summary.nearest),
    ]),
  );
  const notYet = cases
    .filter(({ id }) => !results.has(id))
    .map(({ id, group }) => `- [\`${id}\`](${pageOf(group)}): not measured yet.`);
  const missing = [...leftOut.map(({ what, why }) => `- ${what}: ${why}`), ...notYet];
  return [
    PREAMBLE,
    table,
    ...(hasBars ? [`Whether the error bars hold what they say: [error bars](${BARS_PAGE}).`] : []),
    HOW_TO_READ,
    ...(missing.length === 0 ? [] : [`## Left out\n\n${missing.join('\n')}`]),
  ]
    .join('\n\n')
    .concat('\n');
}

/** The block of README.md: a line a group with its worst numbers and a link. */
export function readmeTable(summaries: readonly GroupSummary[]): string {
  return markdownTable(
    ['group', 'cases', 'unknowns up to', 'worst mean \\|ΔdB\\|', 'worst complex error'],
    summaries.map((summary) => [
      `[${GROUPS[summary.group].title}](docs/${pageOf(summary.group)})`,
      verdict(summary),
      summary.unknowns === 0 ? 'PO' : String(summary.unknowns),
      plain(summary.worstMean),
      plain(summary.worstRelative),
    ]),
  );
}

/** "✓ 12 of 12, 1 stated": cases that keep all their limits, of those that have some. */
function verdict({ limited, kept, stated, notMeasured }: GroupSummary): string {
  return [
    `${kept === limited ? '✓' : '✗'} ${kept} of ${limited}`,
    ...(stated > 0 ? [`${stated} stated`] : []),
    ...(notMeasured > 0 ? [`${notMeasured} not measured`] : []),
  ].join(', ');
}

const plain = (worst: Worst | undefined) => (worst ? numberOf(worst.quantity, worst.value) : '');

const withCase = (worst: Worst | undefined) => (worst ? `${plain(worst)} (\`${worst.caseId}\`)` : '');

function share(worst: Worst | undefined): string {
  if (!worst) return '';
  const quantity = worst.quantity.replaceAll('|', '\\|');
  const percent = ((100 * worst.value) / worst.limit).toFixed(0);
  return `${percent} %: ${quantity} ${plain(worst)} of ${numberOf(worst.quantity, worst.limit)} (\`${worst.caseId}\`)`;
}
