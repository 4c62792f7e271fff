import {
  correctedRecord,
  HZ_PER_GHZ,
  MONOSTATIC_AXES,
  sweepPointOf,
  type Component,
  type MonostaticAxis,
  type SweepPoint,
} from '@pace/contract';
import { bandText } from '../../../../plots/index.ts';
import { polarizationOfRun, sweepPointsOf } from '../../data/resultSummary.ts';
import { hasCorrected } from '../../fields/corrected.ts';
import { bandOf } from '../../fields/errorBars.ts';
import { curveOf, monostaticFields, sweptAxis } from '../../fields/farField.ts';
import { sweepPlane, sweptAngles } from '../../fields/sweepPlane.ts';
import { plainNumber } from '../../labels/quantities.ts';
import { componentSets, wholeOf } from '../reportComponents.ts';
import type { ReportInput } from '../reportInput.ts';
import type { ReportBlock, ReportSection } from '../../../../ui/report/reportModel.ts';
import { chunks, evenly, POINTS_DRAWN } from '../reportPoints.ts';

/** Beside a picture of all of them */
const CURVES_BESIDE_MAP = 12;
const SPAN_DB = 50;

/** Backscatter: of a double sweep the picture over frequency and angle, and a curve for each value of what is not on the axis. */
export function monostaticSection(input: ReportInput): ReportSection | undefined {
  const { results } = input.data;
  if (!results) return undefined;
  return { title: input.texts.t('monostatic.title'), blocks: blocksOf(input, results.monostatic) };
}

type Backscatter = NonNullable<ReportInput['data']['results']>['monostatic'];

function blocksOf(input: ReportInput, backscatter: Backscatter): ReportBlock[] {
  const { project, texts, pictures } = input;
  const { t, language, unconvergedTitle } = texts;
  const { monoStaticRcs: solved, converged } = backscatter;
  const records = solved.map(correctedRecord);
  const isCorrected = hasCorrected(solved);
  const polarization = polarizationOfRun(project);
  const sweep = sweepPointsOf(project);
  const axis = sweptAxis(sweep.frequenciesHz, sweep.illuminations);
  const others = MONOSTATIC_AXES.filter((one) => one !== axis);
  const families = [
    ...new Map(
      records
        .map(sweepPointOf)
        .map((point): [string, SweepPoint] => [others.map((one) => point[one]).join('/'), point]),
    ).values(),
  ];
  if (families.length === 0) return [{ kind: 'text', text: t('monostatic.empty') }];
  const valueText = (one: MonostaticAxis, value: number) =>
    one === 'frequency' ? texts.frequency(value) : `${t(`axis.${one}`)} ${texts.angle(value)}`;
  const map = mapBlock(input, backscatter);
  const drawn = evenly(families, map ? CURVES_BESIDE_MAP : POINTS_DRAWN);
  // What differs between the curves names them; what they share is said once.
  const differing = others.filter((one) => new Set(families.map((point) => point[one])).size > 1);
  const nameOf = (point: SweepPoint, axes: readonly MonostaticAxis[]) =>
    axes.map((one) => valueText(one, point[one])).join(', ');
  const shared = nameOf(
    families[0]!,
    others.filter((one) => !differing.includes(one)),
  );
  const sets = componentSets(polarization, drawn.length).map((components) =>
    drawn.flatMap((point) => {
      const { x, fields } = monostaticFields(records, axis, { ...point, [axis]: undefined });
      const inUnit = axis === 'frequency' ? x.map((hertz) => hertz / HZ_PER_GHZ) : x;
      const before = isCorrected
        ? monostaticFields(solved, axis, { ...point, [axis]: undefined }).fields
        : undefined;
      return components.map((component) => ({
        point,
        component,
        alone: components.length === 1,
        x: inUnit,
        y: curveOf({ x, fields }, component, polarization).y,
        band: bandOf({ x, fields }, component, polarization),
        solved: before && curveOf({ x, fields: before }, component, polarization).y,
      }));
    }),
  );
  const note: ReportBlock[] = isCorrected ? [{ kind: 'text', text: t('corrected.meaning') }] : [];
  const short = (component: Component) => t(`component.${component}Short`);
  if (sets.flat().every(({ x }) => x.length < 2))
    return [
      {
        kind: 'facts',
        facts: sets.flat().map(({ point, component, y, band }) => {
          const name = nameOf(point, MONOSTATIC_AXES);
          const value = plainNumber(y[0] ?? NaN, language, 4);
          return [
            component === 'total' ? name : `${name}, ${short(component)}`,
            [
              component === 'phase' ? `${value}°` : `${value} dBsm`,
              ...(band ? [`(${bandText([band.low[0]!, band.high[0]!], language)})`] : []),
            ].join(' '),
          ] as const;
        }),
      },
      ...note,
    ];
  const left: ReportBlock[] =
    drawn.length < families.length
      ? [
          {
            kind: 'text',
            text: t('report.curvesOf', { count: drawn.length, all: plainNumber(families.length, language) }),
          },
        ]
      : [];
  return [
    ...(map ? [map] : []),
    ...left,
    ...note,
    ...sets
      .flatMap((curves) => chunks(curves))
      .map((group): ReportBlock => ({
        kind: 'picture',
        caption: [
          group[0]!.alone && short(group[0]!.component),
          shared,
          group.length === 1 && nameOf(group[0]!.point, differing),
        ]
          .filter(Boolean)
          .join(' · '),
        address: pictures.line({
          series: group.flatMap(({ point, component, alone, x, y, band, solved }, styleIndex) => {
            const id = JSON.stringify([point, component]);
            const name =
              [nameOf(point, differing), !alone && short(component)].filter(Boolean).join(', ') ||
              short(component);
            const curve = { id, x, y, ...(band && { band }), unconverged: !converged, styleIndex };
            if (!solved) return [{ ...curve, name }];
            return [
              { ...curve, name: t('corrected.name', { name }) },
              {
                ...{ id: `${id} solved`, name: t('corrected.solved', { name }), x, y: solved },
                ...{ isReference: true, styleIndex },
              },
            ];
          }),
          x: { label: t(`axis.${axis}`), unit: axis === 'frequency' ? 'GHz' : '°' },
          y:
            group[0]!.component === 'phase'
              ? { label: t('phaseDifference'), unit: '°' }
              : { label: t('rcs'), unit: 'dBsm' },
          unconvergedTitle,
          language,
        }),
      })),
  ];
}

/** All of a sweep over frequency and an angle, the other angle at its first value. */
function mapBlock(
  { project, texts: { t, language, unconvergedTitle, angle }, pictures }: ReportInput,
  { monoStaticRcs: records, converged }: Backscatter,
): ReportBlock | undefined {
  const [first] = records;
  const [swept] = sweptAngles(records);
  if (!first || swept === undefined) return undefined;
  const other = swept === 'phi' ? 'theta' : 'phi';
  const held = sweepPointOf(first)[other];
  const polarization = polarizationOfRun(project);
  const whole = wholeOf(polarization);
  const { anglesDeg, frequenciesHz, dbsm } = sweepPlane(records, swept, held, whole, polarization);
  if (anglesDeg.length < 2 || frequenciesHz.length < 2) return undefined;
  const [low, high] = dbsm.reduce<[number, number]>(
    ([least, most], value) =>
      Number.isFinite(value) ? [Math.min(least, value), Math.max(most, value)] : [least, most],
    [Infinity, -Infinity],
  );
  if (!Number.isFinite(high)) return undefined;
  return {
    kind: 'picture',
    caption: [
      t('waterfall.label'),
      t(`component.${whole}Short`),
      `${t(`axis.${other}`)} ${angle(held)}`,
    ].join(' · '),
    address: pictures.heatMap({
      xs: anglesDeg,
      ys: frequenciesHz.map((hertz) => hertz / HZ_PER_GHZ),
      values: dbsm,
      x: { label: t(`axis.${swept}`), unit: '°' },
      y: { label: t('frequency'), unit: 'GHz' },
      z: { label: t('rcs'), unit: 'dBsm' },
      range: [Math.floor(Math.max(low, high - SPAN_DB)), Math.ceil(high)],
      unconvergedTitle: converged ? '' : unconvergedTitle,
      language,
    }),
  };
}
