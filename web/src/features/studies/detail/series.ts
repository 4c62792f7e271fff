import type { Study } from '@pace/contract';
import type { TFunction } from 'i18next';
import type { PlotSeries } from '../../../plots/index.ts';
import { toShown } from '../units.ts';
import type { StudyTexts } from '../useStudyTexts.ts';
import type { Spread, VariantCurve } from './curves.ts';
import { effectOf, groupsOf, type Believed } from './effects.ts';

/** What the plots of a study draw, on the page and in the report; pure. */

type Texts = Pick<StudyTexts, 'variantName' | 'valueText'> & { t: TFunction<'studies'> };

/** More bands than this hide each other. */
const BANDS = 3;

/**
 * Curves of variants, and how all of them lie where they are samples.
 * @param scale  what is one on the axis, in the units of the curves
 */
export function curveSeries(
  study: Study,
  curves: readonly VariantCurve[],
  { spread, scale, texts: { t, variantName } }: { spread: Spread | undefined; scale: number; texts: Texts },
): PlotSeries[] {
  const lines = curves.map(({ variant, x, y, band }): PlotSeries => {
    const { values, converged } = study.variants.find(({ number }) => number === variant)!;
    return {
      ...{ id: String(variant), y, x: x.map((at) => at / scale) },
      name: `${variant}: ${variantName(study, values)}`,
      styleIndex: variant - 1,
      ...(band && curves.length <= BANDS ? { band } : {}),
      ...(converged === false && { unconverged: true }),
    };
  });
  if (!spread) return lines;
  const median: PlotSeries = {
    ...{ id: 'median', name: t('curves.median', { count: spread.count }), y: spread.median },
    x: spread.x.map((at) => at / scale),
    band: { low: spread.low, high: spread.high },
    isReference: true,
    styleIndex: 9,
  };
  return [median, ...lines];
}

/** Share of the samples above the limit at each point. */
export const exceedingSeries = (spread: Spread, scale: number, t: TFunction<'studies'>): PlotSeries => ({
  id: 'exceeding',
  name: t('limit.exceeding'),
  x: spread.x.map((at) => at / scale),
  y: spread.exceeding.map((one) => (100 * one) / spread.count),
});

/** An objective over a parameter: what was computed, and what the surrogate expects between. */
export function effectSeries(
  study: Study,
  { objective, place, believed }: { objective: number; place: number; believed: Believed | undefined },
  { t, valueText }: Texts,
): PlotSeries[] {
  const { parameters, sampling } = study.definition;
  const { kind } = parameters[place]!.target;
  const isAlone = parameters.length === 1;
  const isSampled = sampling.kind !== 'grid';
  const computed = groupsOf(study, place, objective).map(({ names, points }, i): PlotSeries => {
    const name = names.map(({ parameter, value }) => valueText(parameter, value)).join(', ');
    const hasBars = isAlone && points.every(({ low, high }) => low !== undefined && high !== undefined);
    return {
      ...{ id: `computed ${i}`, styleIndex: i, pointsOnly: isSampled },
      name: name === '' ? t(isAlone || isSampled ? 'effects.computed' : 'effects.means') : name,
      x: points.map(({ at }) => toShown(kind, at)),
      y: points.map(({ mean }) => mean),
      ...(hasBars &&
        points.length > 0 && {
          band: {
            low: points.map(({ low }) => low ?? -Infinity),
            high: points.map(({ high }) => high ?? -Infinity),
          },
        }),
    };
  });
  if (!believed) return computed;
  return [
    ...computed,
    {
      ...{ id: 'believed', name: t('effects.believed'), isReference: true, styleIndex: computed.length },
      ...effectOf(study, believed, place),
    },
  ];
}
