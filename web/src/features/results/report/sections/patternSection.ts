import { polarizationOfRun } from '../../data/resultSummary.ts';
import { farFieldPattern } from '../../fields/pattern.ts';
import { firstOfNote } from '../captions.ts';
import { wholeOf } from '../reportComponents.ts';
import type { ReportInput } from '../reportInput.ts';
import type { ReportSection } from '../../../../ui/report/reportModel.ts';

/** From the peak to the middle of the pattern [dB] */
const SPAN_DB = 30;

/** The RCS in all directions at the first point of a run; nothing of a run without a full-sphere far field. */
export function patternSection({
  project,
  data: { results },
  texts,
  pictures,
}: ReportInput): ReportSection | undefined {
  const { t, number, angle, language, unconvergedTitle } = texts;
  if (!results?.pattern) return undefined;
  const { farZoneFields, converged } = results.pattern;
  const polarization = polarizationOfRun(project);
  const pattern = farFieldPattern(farZoneFields, wholeOf(polarization), polarization, SPAN_DB);
  if (!pattern) return undefined;
  const { peak, geometry, dbsm, meanM2 } = pattern;
  const picture = pictures.mesh(geometry, {
    colors: { values: dbsm, label: 'σ', unit: 'dBsm', range: [peak.dbsm - SPAN_DB, peak.dbsm] },
    language,
    ...(!converged && { warning: unconvergedTitle }),
  });
  return {
    title: t('view.pattern'),
    blocks: [
      ...firstOfNote(results, texts),
      ...(picture === undefined
        ? []
        : [
            {
              kind: 'picture' as const,
              address: picture,
              caption: t('report.pattern', { point: texts.point(results.points[0]!), span: SPAN_DB }),
              shape: 'tall' as const,
            },
          ]),
      {
        kind: 'facts',
        facts: [
          [t('pattern.peak'), `${number(peak.dbsm)} dBsm`],
          [t('pattern.peakAt'), `θ ${angle(peak.thetaDeg)}, φ ${angle(peak.phiDeg)}`],
          [t('pattern.mean'), `${number(10 * Math.log10(meanM2))} dBsm`],
        ],
      },
    ],
  };
}
