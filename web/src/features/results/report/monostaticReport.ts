import { HZ_PER_GHZ, type MonoStaticRcs } from '@pace/contract';
import type { TFunction } from 'i18next';
import type { heatMapPicture, linePicture } from '../../../plots/plotPicture.ts';
import {
  curveOf,
  MONOSTATIC_AXES,
  monostaticFields,
  sweepPointOf,
  type MonostaticAxis,
  type Polarization,
  type SweepPoint,
} from '../fields/farField.ts';
import { angleLabel, frequencyLabel, plainNumber } from '../labels/quantities.ts';
import { sweepPlane, sweptAngles } from '../fields/sweepPlane.ts';
import type { ReportBlock } from './reportModel.ts';
import { chunks, evenly, POINTS_DRAWN } from './reportPoints.ts';

/** Beside a picture of all of them */
const CURVES_BESIDE_MAP = 12;
const SPAN_DB = 50;

interface MonostaticReport {
  records: readonly MonoStaticRcs[];
  converged: boolean;
  axis: MonostaticAxis;
  polarization: Polarization;
  t: TFunction<'results'>;
  language: string;
  unconvergedTitle: string;
  pictures: { linePicture: typeof linePicture; heatMapPicture: typeof heatMapPicture };
}

/** Backscatter: of a double sweep the picture over frequency and angle, and a curve for each value of what is not on the axis. */
export function monostaticBlocks(report: MonostaticReport): ReportBlock[] {
  const { records, converged, axis, polarization, t, language, unconvergedTitle, pictures } = report;
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
    one === 'frequency'
      ? frequencyLabel(value, language)
      : `${t(`axis.${one}`)} ${angleLabel(value, language)}`;
  const map = mapBlock(report);
  const drawn = evenly(families, map ? CURVES_BESIDE_MAP : POINTS_DRAWN);
  // What differs between the curves names them; what they share is told once.
  const differing = others.filter((one) => new Set(families.map((point) => point[one])).size > 1);
  const nameOf = (point: SweepPoint, axes: readonly MonostaticAxis[]) =>
    axes.map((one) => valueText(one, point[one])).join(', ');
  const shared = nameOf(
    families[0]!,
    others.filter((one) => !differing.includes(one)),
  );
  const curves = drawn.map((point) => {
    const { x, fields } = monostaticFields(records, axis, { ...point, [axis]: undefined });
    const { y } = curveOf({ x, fields }, 'total', polarization);
    return { point, x: axis === 'frequency' ? x.map((hertz) => hertz / HZ_PER_GHZ) : x, y };
  });
  if (curves.every(({ x }) => x.length < 2))
    return [
      {
        kind: 'facts',
        facts: curves.map(
          ({ point, y }) =>
            [nameOf(point, MONOSTATIC_AXES), `${plainNumber(y[0] ?? NaN, language, 4)} dBsm`] as const,
        ),
      },
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
    ...chunks(curves).map((group): ReportBlock => ({
      kind: 'picture',
      caption: [t('component.totalShort'), shared, group.length === 1 && nameOf(group[0]!.point, differing)]
        .filter(Boolean)
        .join(' · '),
      address: pictures.linePicture({
        series: group.map(({ point, x, y }) => ({
          id: JSON.stringify(point),
          name: nameOf(point, differing) || t('component.totalShort'),
          x,
          y,
          unconverged: !converged,
        })),
        x: { label: t(`axis.${axis}`), unit: axis === 'frequency' ? 'GHz' : '°' },
        y: { label: t('rcs'), unit: 'dBsm' },
        unconvergedTitle,
        language,
      }),
    })),
  ];
}

/** All of a sweep over frequency and an angle, the other angle at its first value. */
function mapBlock({
  records,
  converged,
  polarization,
  t,
  language,
  unconvergedTitle,
  pictures,
}: MonostaticReport): ReportBlock | undefined {
  const [first] = records;
  const [swept] = sweptAngles(records);
  if (!first || swept === undefined) return undefined;
  const other = swept === 'phi' ? 'theta' : 'phi';
  const held = sweepPointOf(first)[other];
  const { anglesDeg, frequenciesHz, dbsm } = sweepPlane(records, swept, held, 'total', polarization);
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
      t('component.totalShort'),
      `${t(`axis.${other}`)} ${angleLabel(held, language)}`,
    ].join(' · '),
    address: pictures.heatMapPicture({
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
