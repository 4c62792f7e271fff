import type { Coverage } from '../bars/coverage.ts';
import type { BarsRecord, FamilyRecord } from '../bars/record.ts';
import { markdownTable } from './markdownTable.ts';

/** Where the page is, seen from `docs/`. */
export const BARS_PAGE = 'validation/error-bars.md';

/** What share of the values a bar is to hold. */
const ASKED_PERCENT = 95;

/** docs/validation/error-bars.md */
export function barsPage(record: BarsRecord): string {
  return [
    `# Are the error bars right?

Monostatic scattering matrices (VV, HV, VH, HH from 15 directions each) with the bars that the solver writes
([theory](../theory/error-estimate.md)), against the exact series of a sphere or a finer mesh of the same body that is solved by the EFIE.
Measured by \`npm run validate -- --bars\` on ${record.measuredOn}; cases: \`validation/study/bars/barCases.ts\`.

- **inside**: values whose bar holds the reference; ${ASKED_PERCENT} % are asked for.
- **bar / error**: median, of values above 3 % of the largest.
- Half of the cases serve to fit a factor, by which the bars would have to be multiplied so that they hold ${ASKED_PERCENT} % of that half. The
  other half is judged with the bars as they are, and with that factor. The solver's own weights were fitted earlier, to spheres, a box, a
  plate, a thin box and an almond; a factor below 1 says that they are wide.
  Spheres of impedances and of media had no part in that fit.
  Nor had coatings of layers; what their own part counts was chosen on other coatings, on a sphere of λ, one of 0.4 λ and a longer capsule. How much it
  counts where an impedance changes by more than 0.06 was set with the two quarter-wave layers of this page in view.
  What is added beside rims was found on the almond in facets, so that this case is judged, but not unseen.
- **corrected**: the solver adds to what returns the errors that it knows with their phase, where that makes the bars shorter by a third at
  least ([theory](../theory/error-estimate.md#corrected-fields)). The factors of these bars were fitted to all cases of this page but the box of
  an impedance, the brick of a medium and the coatings of layers.`,
    `## By equation\n\n${familyTable(record.families)}`,
    `## By case\n\n${caseTable(record)}`,
  ]
    .join('\n\n')
    .concat('\n');
}

function familyTable(families: readonly FamilyRecord[]): string {
  return markdownTable(
    [
      'equation',
      'fit: inside',
      'bar / error',
      'factor',
      'judged: inside',
      'bar / error',
      'with the factor: inside',
      'bar / error',
      'corrected: inside',
      'bar / error',
    ],
    families.map(({ family, factor, fit, judged, judgedWithFactor, corrected }) => [
      family,
      ...cells(fit),
      factor.toFixed(2),
      ...cells(judged),
      ...cells(judgedWithFactor),
      ...(corrected ? cells(corrected) : ['–', '–']),
    ]),
  );
}

function caseTable({ cases }: BarsRecord): string {
  return markdownTable(
    [
      ...['case', 'equation', 'half', 'unknowns', 'reference', 'median error', 'inside', 'bar / error'],
      ...['corrected: median error', 'inside', 'bar / error'],
    ],
    cases.map((c) => [
      c.title,
      c.alpha === undefined ? c.family : `${c.family}, α = ${c.alpha}`,
      c.half,
      String(c.unknowns),
      c.referenceUnknowns === undefined ? 'exact' : `${c.referenceUnknowns} unknowns`,
      `${c.medianErrorPercent.toPrecision(2)} %`,
      ...cells(c),
      ...(c.corrected
        ? [`${c.corrected.medianErrorPercent.toPrecision(2)} %`, ...cells(c.corrected)]
        : ['–', '–', '–']),
    ]),
  );
}

const cells = ({ inside, values, medianRatio }: Coverage) => [
  `${((100 * inside) / values).toFixed(1)} % of ${values}`,
  medianRatio.toFixed(1),
];
