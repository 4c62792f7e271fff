import { PROGRAM_TYPES } from '@pace/contract';
import { curveStatistics, differenceTo, type PlotSeries } from '../../../../plots/index.ts';
import type { ResultPoint } from '../../data/resultPoint.ts';
import { polarizationOfRun } from '../../data/resultSummary.ts';
import { bistaticFields, curveOf, PLANES, type Plane, type Polarization } from '../../fields/farField.ts';
import { centreText } from '../../labels/centreText.ts';
import { captionOf, namesIn, someOfNote } from '../captions.ts';
import type { Cuts } from '../reportData.ts';
import type { ReportInput } from '../reportInput.ts';
import type { ReportBlock, ReportSection } from '../reportModel.ts';
import { CURVES_A_PICTURE, pictureGroups } from '../reportPoints.ts';
import type { ReportTexts } from '../reportTexts.ts';

/** One plane of one point, with the exact sphere's where there is one. */
interface DrawnCut {
  point: ResultPoint;
  computed: Omit<PlotSeries, 'name'>;
  reference: Omit<PlotSeries, 'name'> | undefined;
}

/** Cuts of the bistatic RCS by plane, beside the exact sphere, and the largest value of each. */
export function bistaticSection(input: ReportInput): ReportSection | undefined {
  const { project, texts } = input;
  const { t } = texts;
  const results = input.data.results;
  if (!results?.cuts) return undefined;
  const polarization = polarizationOfRun(project);
  const planes = PLANES.map((plane) => ({ plane, cuts: cutsOf(results.cuts!, plane, polarization, texts) }));
  return {
    title: t('bistatic.title'),
    blocks: [
      ...someOfNote(results, texts),
      ...sphereNote(input),
      ...planes.flatMap(({ plane, cuts }) => planeBlocks(plane, cuts, input)),
      { kind: 'heading', text: t('report.largestTitle') },
      largestTable(results.cuts, planes, texts),
    ],
  };
}

function cutsOf(
  cuts: readonly Cuts[],
  plane: Plane,
  polarization: Polarization,
  texts: ReportTexts,
): DrawnCut[] {
  return cuts.flatMap(({ point, far, exact }) => {
    const fields = bistaticFields(far.farZoneFields, plane);
    if (fields.x.length === 0) return [];
    const id = texts.point(point);
    return [
      {
        point,
        computed: { id, ...curveOf(fields, 'total', polarization), unconverged: !far.converged },
        reference: exact && {
          id: `${id}/exact`,
          ...curveOf(bistaticFields(exact.farZoneFields, plane), 'total', polarization),
          isReference: true,
        },
      },
    ];
  });
}

/** Which sphere the exact curves are of. */
function sphereNote({ project, data, texts: { t, number, language } }: ReportInput): ReportBlock[] {
  const sphere = data.results?.cuts?.[0]?.exact;
  if (!sphere) return [];
  const text = [
    t('reference.sphere', {
      radius: number(sphere.radiusM, 6),
      vertexRadius: number(sphere.vertexRadiusM, 6),
      centre: centreText(sphere, language),
    }),
    ...(project.programType === PROGRAM_TYPES.coating ? [t('reference.sphereOfLayers')] : []),
  ].join(' ');
  return [{ kind: 'text', text }];
}

function planeBlocks(
  plane: Plane,
  cuts: readonly DrawnCut[],
  { texts, pictures }: ReportInput,
): ReportBlock[] {
  const { t, language, unconvergedTitle, number } = texts;
  const x = { label: t(`cutAngle.${plane}`), unit: '°' };
  const rcs = { label: t('rcs'), unit: 'dBsm' };
  return pictureGroups(cuts).flatMap((group) => {
    const { shared, own } = namesIn(group, texts);
    const frame = { series: seriesOf(group, own), unconvergedTitle, language };
    const worst = Math.max(
      ...group.map(({ computed, reference }) =>
        reference ? (differenceTo(computed, reference)?.mean ?? -Infinity) : -Infinity,
      ),
    );
    const blocks: ReportBlock[] = [
      {
        kind: 'picture',
        address: pictures.line({ ...frame, x, y: rcs, xRange: [0, 360], xMarks: 12 }),
        caption: captionOf([
          shared,
          t(`cutAngle.${plane}Explained`),
          Number.isFinite(worst) &&
            t(group.length === 1 ? 'report.mie' : 'report.mieWorst', { mean: number(worst, 3) }),
        ]),
      },
    ];
    // Polar plots of a sweep would say the same once more, over many pages.
    if (cuts.length <= CURVES_A_PICTURE)
      blocks.push({
        kind: 'picture',
        shape: 'round',
        caption: captionOf([shared, t(`cutAngle.${plane}`), t('chart.polar')]),
        address: pictures.polar({
          ...frame,
          angle: x,
          radius: rcs,
          orientation: plane === 'xy' ? 'azimuth' : 'elevation',
          span: 40,
        }),
      });
    return blocks;
  });
}

/** An exact curve has the colour farthest from its computed one. */
function seriesOf(group: readonly DrawnCut[], own: (point: ResultPoint) => string): PlotSeries[] {
  return group.flatMap(({ point, computed, reference }, i) => [
    { ...computed, name: own(point), styleIndex: i },
    ...(reference
      ? [
          {
            ...reference,
            name: group.length === 1 ? 'Mie' : `Mie, ${own(point)}`,
            styleIndex: i + CURVES_A_PICTURE,
          },
        ]
      : []),
  ]);
}

function largestTable(
  cuts: readonly Cuts[],
  planes: readonly { plane: Plane; cuts: readonly DrawnCut[] }[],
  { t, number, angle, frequency }: ReportTexts,
): ReportBlock {
  const largest = ({ computed }: DrawnCut) => {
    const top = curveStatistics(computed, [0, 360], 'decibel');
    return top && t('report.largest', { value: number(top.max, 4), angle: angle(top.maxAt) });
  };
  const byPlane = planes.map(
    (plane) => new Map(plane.cuts.map((cut): [ResultPoint, string | undefined] => [cut.point, largest(cut)])),
  );
  return {
    kind: 'table',
    titles: [t('frequency'), t('axis.theta'), t('axis.phi'), ...PLANES],
    rows: cuts.map(({ point }) => [
      frequency(point.frequencyHz),
      angle(point.thetaDeg),
      angle(point.phiDeg),
      ...byPlane.map((values) => values.get(point) ?? '–'),
    ]),
  };
}
