import { partsOf, whyWithout } from '../../certificate/certificate.ts';
import {
  certificateTexts,
  cutsGroup,
  monostaticGroups,
  type CountedGroup,
} from '../../certificate/certificateTexts.ts';
import { polarizationOfRun, resultSummaryOf } from '../../data/resultSummary.ts';
import type { ReportInput } from '../reportInput.ts';
import type { ReportSection } from '../../../../ui/report/reportModel.ts';

/** How right the far fields are by their error bars, or why they have none. */
export function certificateSection({ project, data, texts }: ReportInput): ReportSection | undefined {
  const { t, language, angle, frequency } = texts;
  const summary = resultSummaryOf(project);
  if (!summary || !data.results) return undefined;
  const title = t('certificate.title');
  const parts = partsOf(summary);
  if (!parts)
    return { title, blocks: [{ kind: 'text', text: t(`certificate.none.${whyWithout(summary)}`) }] };
  const polarization = polarizationOfRun(project);
  const groups: CountedGroup[] = [
    ...monostaticGroups(data.results.monostatic.monoStaticRcs, polarization, t),
    ...(data.results.cuts ?? []).flatMap(({ point, far }) =>
      cutsGroup(
        t('certificate.bistatic', {
          frequency: frequency(point.frequencyHz),
          theta: angle(point.thetaDeg),
          phi: angle(point.phiDeg),
        }),
        far.farZoneFields,
        polarization,
      ),
    ),
  ];
  const said = certificateTexts(project, summary, parts, groups, { t, language });
  return {
    title,
    blocks: [
      { kind: 'table', titles: said.titles, rows: said.rows },
      ...said.leftOut.map((text) => ({ kind: 'text' as const, text })),
      { kind: 'text', text: `${said.largest} ${said.parts}` },
      { kind: 'text', text: `${t('certificate.toHalve')} ${said.action}` },
      { kind: 'text', text: t('certificate.meaning') },
    ],
  };
}
