import type { WavePoint } from '../data/resultPoint.ts';
import type { ReportPoints } from './reportPoints.ts';
import type { ReportBlock } from '../../../ui/report/reportModel.ts';
import type { ReportTexts } from './reportTexts.ts';

export function captionOf(parts: readonly (string | false)[]): string {
  return parts
    .filter((part) => part !== false && part !== '')
    .map((part) => String(part).replace(/\.$/, ''))
    .join(' · ');
}

/** What the points of a picture have in common, for its caption, and what distinguishes them, for its legend. */
export function namesIn(
  group: readonly { point: WavePoint }[],
  { t, frequency, angle }: Pick<ReportTexts, 't' | 'frequency' | 'angle'>,
): { shared: string; own: (point: WavePoint) => string } {
  const parts: [keyof WavePoint, (point: WavePoint) => string][] = [
    ['frequencyHz', ({ frequencyHz }) => frequency(frequencyHz)],
    ['thetaDeg', ({ thetaDeg }) => `θ ${angle(thetaDeg)}`],
    ['phiDeg', ({ phiDeg }) => `φ ${angle(phiDeg)}`],
    ['incident', ({ incident }) => (incident === undefined ? '' : t(`incident.${incident}`))],
  ];
  const differs = (key: keyof WavePoint) => new Set(group.map(({ point }) => point[key])).size > 1;
  const join = (point: WavePoint, wanted: boolean) =>
    parts
      .filter(([key]) => differs(key) === wanted)
      .map(([, text]) => text(point))
      .filter((text) => text !== '')
      .join(', ');
  return {
    shared: join(group[0]!.point, false),
    own: (point) => join(point, true) || t('report.computed'),
  };
}

/** That not all points of the run are drawn. */
export function someOfNote({ points, all }: ReportPoints, { t, number }: ReportTexts): ReportBlock[] {
  if (all <= points.length) return [];
  return [{ kind: 'text', text: t('report.someOf', { count: points.length, all: number(all) }) }];
}

/** That only the first point of the run is drawn. */
export function firstOfNote({ all }: ReportPoints, { t, number }: ReportTexts): ReportBlock[] {
  return all > 1 ? [{ kind: 'text', text: t('report.firstOf', { all: number(all) }) }] : [];
}
