import { isInterpolated, PROGRAM_TYPES, type Component, type Polarization } from '@pace/contract';
import { bandAt, bandText, curveStatistics, differenceTo, type PlotSeries } from '../../../../plots/index.ts';
import type { ResultPoint } from '../../data/resultPoint.ts';
import { polarizationOfRun } from '../../data/resultSummary.ts';
import { bandOf } from '../../fields/errorBars.ts';
import { bistaticFields, curveOf, PLANES, type Plane } from '../../fields/farField.ts';
import { centreText } from '../../labels/centreText.ts';
import { captionOf, namesIn, someOfNote } from '../captions.ts';
import { componentSets } from '../reportComponents.ts';
import type { Cuts } from '../reportData.ts';
import type { ReportInput } from '../reportInput.ts';
import type { ReportBlock, ReportSection } from '../../../../ui/report/reportModel.ts';
import { CURVES_A_PICTURE, pictureGroups } from '../reportPoints.ts';
import type { ReportTexts } from '../reportTexts.ts';

/** One component of one plane of one point, with the exact sphere's where there is one. */
interface DrawnCut {
  point: ResultPoint;
  component: Component;
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
  const sets = componentSets(polarization, results.cuts.length);
  const planes = PLANES.map((plane) => ({
    plane,
    sets: sets.map((components) => cutsOf(results.cuts!, plane, components, polarization, texts)),
  }));
  // A run that was not asked for points of cuts
  if (planes.every((of) => of.sets.flat().length === 0)) return undefined;
  return {
    title: t('bistatic.title'),
    blocks: [
      ...someOfNote(results, texts),
      ...sphereNote(input),
      ...planes.flatMap((of) => of.sets.flatMap((cuts) => planeBlocks(of.plane, cuts, input))),
      { kind: 'heading', text: t('report.largestTitle') },
      largestTable(
        results.cuts,
        sets.flat().filter((component) => component !== 'phase'),
        planes.map(({ sets: of }) => of.flat()),
        texts,
      ),
    ],
  };
}

function cutsOf(
  cuts: readonly Cuts[],
  plane: Plane,
  components: readonly Component[],
  polarization: Polarization,
  texts: ReportTexts,
): DrawnCut[] {
  return cuts.flatMap(({ point, far, exact }) => {
    const fields = bistaticFields(far.farZoneFields, plane);
    if (fields.x.length === 0) return [];
    return components.map((component) => {
      const id = `${texts.point(point)}/${component}`;
      return {
        point,
        component,
        computed: {
          id,
          ...curveOf(fields, component, polarization),
          ...bandIn(fields, component, polarization),
          unconverged: !far.converged,
          ...(isInterpolated(far) && { interpolated: fields.x.map(() => true) }),
        },
        reference: exact && {
          id: `${id}/exact`,
          ...curveOf(bistaticFields(exact.farZoneFields, plane), component, polarization),
          isReference: true,
        },
      };
    });
  });
}

function bandIn(...of: Parameters<typeof bandOf>): Pick<PlotSeries, 'band'> {
  const band = bandOf(...of);
  return band ? { band } : {};
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
  const short = (component: Component) => t(`component.${component}Short`);
  const ofPhase = cuts[0]?.component === 'phase';
  const y = ofPhase ? { label: t('phaseDifference'), unit: '°' } : { label: t('rcs'), unit: 'dBsm' };
  return pictureGroups(cuts).flatMap((group) => {
    const names = namesIn(group, texts);
    const alone = new Set(group.map(({ component }) => component)).size === 1;
    const isTotal = group[0]!.component === 'total';
    const shared = captionOf([names.shared, alone && !isTotal && short(group[0]!.component)]);
    const own = ({ point, component, computed }: DrawnCut) => {
      const curve = alone ? names.own(point) : short(component);
      return computed.interpolated ? t('sampling.curve', { curve }) : curve;
    };
    const frame = { series: seriesOf(group, own), unconvergedTitle, language };
    const worst = Math.max(
      ...group.map(({ computed, reference }) =>
        reference && !ofPhase ? (differenceTo(computed, reference)?.mean ?? -Infinity) : -Infinity,
      ),
    );
    const blocks: ReportBlock[] = [
      {
        kind: 'picture',
        address: pictures.line({ ...frame, x, y, xRange: [0, 360], xMarks: 12 }),
        caption: captionOf([
          shared,
          t(`cutAngle.${plane}Explained`),
          Number.isFinite(worst) &&
            t(group.length === 1 ? 'report.mie' : 'report.mieWorst', { mean: number(worst, 3) }),
        ]),
      },
    ];
    // Polar plots of a sweep would say the same once more, over many pages.
    if (cuts.length <= CURVES_A_PICTURE && !ofPhase)
      blocks.push({
        kind: 'picture',
        shape: 'round',
        caption: captionOf([shared, t(`cutAngle.${plane}`), t('chart.polar')]),
        address: pictures.polar({
          ...frame,
          angle: x,
          radius: y,
          orientation: plane === 'xy' ? 'azimuth' : 'elevation',
          span: 40,
        }),
      });
    return blocks;
  });
}

/** An exact curve has the colour farthest from its computed one. */
function seriesOf(group: readonly DrawnCut[], own: (cut: DrawnCut) => string): PlotSeries[] {
  return group.flatMap((cut, i) => [
    { ...cut.computed, name: own(cut), styleIndex: i },
    ...(cut.reference
      ? [
          {
            ...cut.reference,
            name: group.length === 1 ? 'Mie' : `Mie, ${own(cut)}`,
            styleIndex: i + CURVES_A_PICTURE,
          },
        ]
      : []),
  ]);
}

function largestTable(
  cuts: readonly Cuts[],
  components: readonly Component[],
  planes: readonly (readonly DrawnCut[])[],
  { t, number, angle, frequency, language }: ReportTexts,
): ReportBlock {
  const largest = ({ computed }: DrawnCut) => {
    const top = curveStatistics(computed, [0, 360], 'decibel');
    if (!top) return undefined;
    const ends = bandAt({ name: '', ...computed }, top.maxAt);
    return [
      t('report.largest', { value: number(top.max, 4), angle: angle(top.maxAt) }),
      ...(ends ? [`(${bandText(ends, language)})`] : []),
    ].join(' ');
  };
  const several = components.length > 1;
  return {
    kind: 'table',
    titles: [
      t('frequency'),
      t('axis.theta'),
      t('axis.phi'),
      ...(several ? [t('component.label')] : []),
      ...PLANES,
    ],
    rows: cuts.flatMap(({ point, far }) =>
      components.map((component) => [
        isInterpolated(far)
          ? t('sampling.curve', { curve: frequency(point.frequencyHz) })
          : frequency(point.frequencyHz),
        angle(point.thetaDeg),
        angle(point.phiDeg),
        ...(several ? [t(`component.${component}Short`)] : []),
        ...planes.map((plane) => {
          const cut = plane.find((one) => one.point === point && one.component === component);
          return (cut && largest(cut)) ?? '–';
        }),
      ]),
    ),
  };
}
