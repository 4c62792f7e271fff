import { isContinuous, LIMITS, type RcsComponent, type Study, type StudyCurves } from '@pace/contract';
import type { TFunction } from 'i18next';
import type { heatMapPicture, linePicture } from '../../../plots/plotPicture.ts';
import type { Report, ReportBlock, ReportSection } from '../../../ui/report/reportModel.ts';
import { unitOf } from '../units.ts';
import type { StudyTexts } from '../useStudyTexts.ts';
import { AXIS_UNITS, axesOf, axisText, valuesOf, type Spread } from './curves.ts';
import {
  limitResult,
  viewedCurves,
  type CurvesView,
  type UsedLimit,
  type ViewedCurves,
} from './curvesView.ts';
import { believedOf, meansByValue, responseMap } from './effects.ts';
import { curveSeries, effectSeries, exceedingSeries } from './series.ts';
import { bestVariant, goalOf, sorted } from './variants.ts';

export interface StudyReportInput {
  study: Study;
  curves: StudyCurves;
  component: RcsComponent;
  objective: number;
  /** Variants whose curves are drawn */
  shown: readonly number[];
  /** As the page draws them */
  view: CurvesView;
  texts: StudyTexts & { t: TFunction<'studies'> };
  language: string;
  /** Over plots with curves of such runs */
  unconvergedTitle: string;
  /** Of the product */
  version: string;
  date: Date;
  /** Each draws for paper, and gives the data: address of a PNG */
  pictures: {
    line: typeof linePicture;
    heatMap: typeof heatMapPicture;
  };
}

/** The report of a study: what was asked, its table, its curves, and what they depend on. */
export function studyReport(input: StudyReportInput): Report {
  const { study, texts, language, version, date } = input;
  const { t } = texts;
  const unconverged = study.variants.filter(({ converged }) => converged === false).length;
  return {
    language,
    title: study.name,
    subtitle: t('report.subtitle', {
      version,
      date: date.toLocaleString(language, { dateStyle: 'long', timeStyle: 'short' }),
    }),
    warning: unconverged > 0 ? t('report.unconverged', { count: unconverged }) : '',
    sections: [askedSection(input), tableSection(input), ...curvesSection(input), ...effectsSection(input)],
  };
}

function askedSection({ study, texts, objective, language }: StudyReportInput): ReportSection {
  const { t, parameterTitle, valueText, objectiveName, variantName, dbsm, barText } = texts;
  const { parameters, objectives, sampling } = study.definition;
  const { counts, runs } = study;
  const seconds = study.variants.reduce((sum, { coreSeconds }) => sum + coreSeconds, 0);
  const best = bestVariant(study, objective);
  const value = best?.objectives[objective];
  const valuesText = ({ values, ...parameter }: (typeof parameters)[number]) => {
    const text = (one: number | string) => valueText({ values, ...parameter }, one);
    if ('list' in values) return values.list.map(text).join(', ');
    if ('range' in values) return `${text(values.range.from)} … ${text(values.range.to)}`;
    return `${text(values.normal.mean)} ± ${text(values.normal.deviation)} (${t('form.deviation')})`;
  };
  return {
    title: t('report.asked'),
    blocks: [
      {
        kind: 'facts',
        facts: [
          [t('page.base'), study.baseName],
          [t('form.sampling'), t(`sampling.${sampling.kind}`)],
          [t('form.runs'), String(runs)],
          ...('seed' in sampling ? [[t('form.seed'), String(sampling.seed)] as const] : []),
          [
            t('table.status'),
            t('report.counts', {
              finished: counts.finished,
              failed: counts.failed,
              cancelled: counts.cancelled,
            }),
          ],
          [t('report.coreSeconds'), seconds.toLocaleString(language, { maximumSignificantDigits: 4 })],
        ],
      },
      {
        kind: 'table',
        titles: [t('form.parameters'), t('form.values')],
        rows: parameters.map((parameter) => [parameterTitle(parameter), valuesText(parameter)]),
      },
      {
        kind: 'table',
        titles: [t('form.objectives')],
        rows: objectives.map((one) => [`${objectiveName(one)} [dBsm]`]),
      },
      ...(best && value
        ? [
            {
              kind: 'text' as const,
              text: `${t(`best.${goalOf(study.definition)}`, { number: best.number })}: ${variantName(study, best.values)}. ${objectiveName(objectives[objective]!)}: ${dbsm(value.value)} dBsm ${barText(value) ?? ''}`.trim(),
            },
          ]
        : []),
    ],
  };
}

function tableSection({ study, texts, objective }: StudyReportInput): ReportSection {
  const { t, parameterTitle, valueText, objectiveName, dbsm, barText } = texts;
  const { parameters, objectives, sampling } = study.definition;
  const descending = sampling.kind === 'optimise' && sampling.goal === 'maximum';
  const rows = sorted(study.variants, { by: `objective ${objective}`, descending });
  return {
    title: t('table.title'),
    blocks: [
      {
        kind: 'table',
        titles: [
          t('table.number'),
          ...parameters.map(parameterTitle),
          ...objectives.map((one) => `${objectiveName(one)} [dBsm]`),
          t('table.status'),
        ],
        rows: rows.map(({ number, values, objectives: found, status, converged, error }) => [
          String(number),
          ...values.map((value, i) => valueText(parameters[i]!, value)),
          ...objectives.map((_, i) => {
            const one = found[i];
            return one ? `${dbsm(one.value)} ${barText(one) ?? ''}`.trim() : '–';
          }),
          [
            t(converged === false ? 'status.unconverged' : `status.${status}`),
            ...(error ? [error.detail] : []),
          ].join(': '),
        ]),
      },
      { kind: 'text', text: t('table.note') },
    ],
  };
}

function curvesSection(input: StudyReportInput): ReportSection[] {
  const { study, curves, component, shown, view, texts, language, unconvergedTitle, pictures } = input;
  const { t } = texts;
  const viewed = viewedCurves(study, curves, view);
  if (!viewed) return [];
  const { axis, all, spread, limit } = viewed;
  const x = { label: t(`axis.${axis}`), unit: AXIS_UNITS[axis] };
  const chosen = all.filter(({ variant }) => shown.includes(variant)).slice(0, LIMITS.curves);
  const address = pictures.line({
    series: curveSeries(study, chosen, { ...viewed, texts }),
    ...{ x, y: { label: t(`component.${component}`), unit: 'dBsm' }, unconvergedTitle },
    ...(limit && { level: { ...limit, value: limit.dbsm, label: t('curves.limit') } }),
  });
  const heldText = axesOf(curves)
    .filter((other) => other !== axis)
    .map((other) => {
      const value = view.held[other] ?? valuesOf(curves, other)[0]!;
      return `${t(`axis.${other}`)}: ${axisText(value, other, language)}`;
    });
  const notes = [
    ...(heldText.length > 0 ? [heldText.join(', ')] : []),
    ...(spread ? [`${t('curves.bandNote')} ${t('curves.medianNote')}`] : []),
  ];
  return [
    {
      title: t('curves.title'),
      blocks: [
        { kind: 'picture', address, caption: t('curves.label', { name: study.name }) },
        ...notes.map((text): ReportBlock => ({ kind: 'text', text })),
        ...(spread && limit ? limitBlocks(input, viewed, { spread, limit }) : []),
      ],
    },
  ];
}

/** Whether the limit over the curves is kept, and how likely it is not at each point. */
function limitBlocks(
  { texts: { t }, language, unconvergedTitle, pictures }: StudyReportInput,
  { axis, scale }: ViewedCurves,
  { spread, limit }: { spread: Spread; limit: UsedLimit },
): ReportBlock[] {
  const number = (value: number) => value.toLocaleString(language, { maximumFractionDigits: 6 });
  const unit = AXIS_UNITS[axis];
  const isWhole = limit.from === -Infinity && limit.to === Infinity;
  const ends = [limit.from, limit.to].map((end, i) =>
    number(Number.isFinite(end) ? end : spread.x.at(i === 0 ? 0 : -1)! / scale),
  );
  const where = isWhole ? '' : `, ${t(`axis.${axis}`)}: ${ends.join(' … ')} ${unit}`;
  const text = `${t('curves.limit')}: ${number(limit.dbsm)} dBsm${where}. ${limitResult(spread, t, language)}`;
  if (spread.within === spread.count) return [{ kind: 'text', text }];
  const address = pictures.line({
    series: [exceedingSeries(spread, scale, t)],
    ...{ x: { label: t(`axis.${axis}`), unit }, y: { label: t('limit.probability'), unit: '%' } },
    unconvergedTitle,
  });
  return [
    { kind: 'text', text },
    { kind: 'picture', address, caption: t('limit.exceeding') },
  ];
}

function effectsSection({
  study,
  objective,
  texts,
  pictures,
  unconvergedTitle,
  language,
}: StudyReportInput): ReportSection[] {
  const { t, parameterName, valueText, objectiveName, dbsm } = texts;
  const { parameters, objectives } = study.definition;
  if (!study.variants.some(({ objectives: found }) => found.length > 0)) return [];
  const y = { label: objectiveName(objectives[objective]!), unit: 'dBsm' };
  const believed = believedOf(study, objective);
  const quantity = (place: number) => ({
    label: parameterName(parameters[place]!),
    unit: unitOf(parameters[place]!.target.kind),
  });
  const blocks = parameters.map((parameter, place): ReportBlock => {
    if (isContinuous(parameter.target.kind))
      return {
        kind: 'picture',
        address: pictures.line({
          series: effectSeries(study, { objective, place, believed }, texts),
          ...{ x: quantity(place), y, unconvergedTitle },
        }),
        caption: t('effects.label', { objective: y.label, parameter: quantity(place).label }),
      };
    return {
      kind: 'table',
      titles: [
        quantity(place).label,
        ...(['mean', 'lowest', 'highest', 'variants'] as const).map((one) => t(`effects.${one}`)),
      ],
      rows: meansByValue(study, place, objective).map(({ value, mean, low, high, count }) => [
        valueText(parameter, value),
        ...[mean, low, high].map((one) => dbsm(one)),
        String(count),
      ]),
    };
  });
  const map = believed && responseMap(study, believed);
  const ends = map && [Math.min(...map.values), Math.max(...map.values)];
  if (map && ends)
    blocks.push({
      kind: 'picture',
      address: pictures.heatMap({
        ...map,
        ...{ x: quantity(0), y: quantity(1), z: y, unconvergedTitle, language },
        range: [ends[0]!, Math.max(ends[1]!, ends[0]! + 1e-9)],
      }),
      caption: t('effects.map'),
    });
  blocks.push({ kind: 'text', text: t(believed ? 'effects.surrogate' : 'effects.tooFew') });
  return [{ title: t('effects.title'), blocks }];
}
