import { type Project, type Component } from '@pace/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { Suspense, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HeatMap, LinePlot, type PlotSeries } from '../../../plots/index.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { DrawingError } from '../parts/DrawingError.tsx';
import { Facts } from '../parts/Facts.tsx';
import { fitting } from '../fields/farField.ts';
import { imagedComponents } from './complexComponent.ts';
import {
  backprojection,
  crossResolution,
  imageAxes,
  imageProblem,
  rangeProfile,
  rangeResolution,
  sweepAdvice,
  sweepDoubts,
  sweepGrid,
  WINDOWS,
  type SweepAdvice,
  type SweepDoubt,
  type SweepGrid,
  type SweepProblem,
  type WindowName,
} from './imaging.ts';
import { imageMat } from './imageMat.ts';
import { outlineOf } from './outline.ts';
import { LoadingLine } from '../parts/LoadingLine.tsx';
import { angleLabel, frequencyLabel, plainNumber } from '../labels/quantities.ts';
import { useMonostatic, useProjectMesh } from '../data/queries.ts';
import type { ResultRuns } from '../data/resultRuns.ts';
import { polarizationOfRun } from '../data/resultSummary.ts';
import { SweptAngleSelectors } from '../parts/SweptAngleSelectors.tsx';
import { useSweptAngle } from '../parts/useSweptAngle.ts';
import { ValueSelect } from '../parts/ValueSelect.tsx';

const SPANS_DB = [20, 30, 40, 50, 60] as const;
const PIXELS = 181;

/** To three digits, as a bound. */
const rounded = (value: number, round: (scaled: number) => number) => {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 2);
  return Number((round(Number((value / unit).toFixed(6))) * unit).toPrecision(3));
};
const atMost = (value: number) => rounded(value, Math.floor);
const atLeast = (value: number) => rounded(value, Math.ceil);

interface SweepImagesProps {
  project: Project;
  runs: ResultRuns;
  kind: 'profile' | 'image';
}

/** Range profiles, and images of the scattering centres in a plane, from a sweep over frequency and angle. */
export function SweepImages({ project, runs, kind }: SweepImagesProps) {
  const { t } = useTranslation('results');
  const monostatic = useMonostatic(
    runs,
    useMemo(() => [project.id], [project.id]),
  );
  const result = monostatic.results.get(project.id);
  const choice = useSweptAngle(result?.monoStaticRcs);
  const { records, swept, value } = choice;
  const [wanted, setComponent] = useState<Component>('co');
  const [window, setWindow] = useState<WindowName>('hann');
  const polarization = polarizationOfRun(project);
  const offered = imagedComponents(polarization);
  const component = fitting(wanted, offered);
  const grid = useMemo(
    () => (result ? sweepGrid(records, swept, value ?? 0, component, polarization) : undefined),
    [result, records, swept, value, component, polarization],
  );
  const problem = grid && ('problem' in grid ? grid : kind === 'image' ? imageProblem(grid) : undefined);
  const size = project.state.meshReport?.boundingBox?.metres.size;
  const advice = useMemo(() => {
    const all = records.map(({ frequency }) => frequency);
    const [low, high] = all.reduce(
      ([least, most], one) => [Math.min(least, one), Math.max(most, one)],
      [Infinity, 0],
    );
    return size && all.length > 0 ? sweepAdvice(size, (low + high) / 2, window) : undefined;
  }, [records, size, window]);
  const converged = result?.converged !== false;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <SweptAngleSelectors choice={choice} testId="imaging" />
        <ValueSelect
          label={t('component.label')}
          value={component}
          values={offered}
          text={(one) => t(`component.${one}`)}
          onChange={setComponent}
          testId="imaging-component"
        />
        <ValueSelect
          label={t('imaging.window')}
          value={window}
          values={WINDOWS}
          text={(one) => t(`imaging.windows.${one}`)}
          onChange={setWindow}
          testId="imaging-window"
        />
      </Box>
      <DrawingError errors={monostatic.errors} />
      {monostatic.isFetching && <LoadingLine label={t('plotLoading')} />}
      {problem && <Unsupported {...{ problem, kind, advice }} />}
      {grid && !('problem' in grid) && !problem && (
        <>
          <ResolutionFacts grid={grid} window={window} kind={kind} />
          {size && <Doubts doubts={sweepDoubts(grid, window, kind, size)} />}
          {kind === 'profile' ? (
            <Profile {...{ grid, window, project, converged }} />
          ) : (
            <Picture {...{ grid, window, project, converged }} />
          )}
        </>
      )}
    </>
  );
}

/** What is missing in the sweep, and what to set so that the next run has it. */
function Unsupported({
  problem,
  kind,
  advice,
}: {
  problem: SweepProblem;
  kind: 'profile' | 'image';
  advice: SweepAdvice | undefined;
}) {
  const { t, i18n } = useTranslation('results');
  const number = (value: number) => plainNumber(value, i18n.language, 3);
  const metres = (value: number) => `${number(value)} m`;
  const hertz = (value: number) => frequencyLabel(value, i18n.language);
  return (
    <Box data-testid="imaging-problem" data-problem={problem.problem}>
      <EmptyState
        icon="info"
        title={t(`imaging.unsupported.${kind}`)}
        text={
          'have' in problem
            ? t(`imaging.problem.${problem.problem}`, {
                have: number(problem.have),
                need: number(problem.need),
              })
            : t(`imaging.problem.${problem.problem}`)
        }
        action={
          advice && (
            <Typography data-testid="imaging-advice" sx={{ color: 'text.secondary', maxWidth: '46ch' }}>
              {t(`imaging.advice.${kind}`, {
                size: metres(advice.sizeM),
                part: metres(advice.partM),
                step: hertz(atMost(advice.frequencyStepHz)),
                band: hertz(atLeast(advice.bandHz)),
                angle: angleLabel(atMost(advice.angleStepDeg), i18n.language),
              })}
            </Typography>
          )
        }
      />
    </Box>
  );
}

/** Of a model larger than what the sweep can show without folding it, or smaller than what it distinguishes. */
function Doubts({ doubts }: { doubts: readonly SweepDoubt[] }) {
  const { t, i18n } = useTranslation('results');
  const metres = (value: number) => `${plainNumber(value, i18n.language, 3)} m`;
  return doubts.map(({ doubt, along, sizeM, limitM, need }) => (
    <Alert
      key={`${doubt}/${along}`}
      severity="warning"
      data-testid="imaging-doubt"
      data-doubt={doubt}
      data-along={along}
    >
      {t(`imaging.doubt.${doubt}.${along}`, {
        size: metres(sizeM),
        limit: metres(limitM),
        need: (along === 'range' ? frequencyLabel : angleLabel)(
          (doubt === 'aliased' ? atMost : atLeast)(need),
          i18n.language,
        ),
      })}
    </Alert>
  ));
}

function ResolutionFacts({
  grid,
  window,
  kind,
}: {
  grid: SweepGrid;
  window: WindowName;
  kind: 'profile' | 'image';
}) {
  const { t, i18n } = useTranslation('results');
  const metres = (value: number) => `${plainNumber(value, i18n.language, 3)} m`;
  const range = rangeResolution(grid, window);
  const cross = kind === 'image' ? crossResolution(grid, window) : undefined;
  const smaller = Math.min(range.unambiguousM, cross?.unambiguousM ?? Infinity);
  return (
    <Box
      data-testid="imaging-facts"
      data-resolution={range.resolutionM}
      data-unambiguous={range.unambiguousM}
      sx={{ display: 'grid', gap: 1 }}
    >
      <Facts
        facts={[
          [t('imaging.rangeResolution'), metres(range.resolutionM)],
          [t('imaging.rangeUnambiguous'), metres(range.unambiguousM)],
          ...(cross
            ? ([
                [t('imaging.crossResolution'), metres(cross.resolutionM)],
                [t('imaging.crossUnambiguous'), metres(cross.unambiguousM)],
              ] as [string, string][])
            : []),
          [t('input.frequencies'), `${grid.frequenciesHz.length}`],
          [t('imaging.angles'), `${grid.anglesDeg.length}`],
        ]}
      />
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('imaging.aliasing', { distance: metres(smaller) })}
      </Typography>
    </Box>
  );
}

interface DrawingProps {
  grid: SweepGrid;
  window: WindowName;
  project: Project;
  converged: boolean;
}

function Profile({ grid, window, project, converged }: DrawingProps) {
  const { t, i18n } = useTranslation('results');
  const [wanted, setAngle] = useState(grid.anglesDeg[0]!);
  const index = Math.max(0, grid.anglesDeg.indexOf(wanted));
  const angle = grid.anglesDeg[index]!;
  const series = useMemo((): PlotSeries[] => {
    const { rangeM, m2 } = rangeProfile(grid, index, window);
    return [
      {
        id: 'profile',
        name: `${t(`axis.${grid.swept}`)} ${angleLabel(angle, i18n.language)}`,
        x: rangeM,
        y: m2.map((value) => 10 * Math.log10(value)),
        unconverged: !converged,
      },
    ];
  }, [grid, index, angle, window, converged, t, i18n.language]);
  const x = useMemo(() => ({ label: t('imaging.range'), unit: 'm' }), [t]);
  const y = useMemo(() => ({ label: t('rcs'), unit: 'dBsm' }), [t]);
  return (
    <>
      <Box>
        <ValueSelect
          label={t(`axis.${grid.swept}`)}
          value={angle}
          values={grid.anglesDeg}
          text={(one) => angleLabel(one, i18n.language)}
          onChange={setAngle}
          testId="imaging-angle"
        />
      </Box>
      <Suspense fallback={<LoadingLine label={t('plotLoading')} />}>
        <LinePlot
          series={series}
          x={x}
          y={y}
          scale="decibel"
          label={t('imaging.profileLabel')}
          testId="imaging-chart"
          fileName={`${project.name}-range-profile`}
          comments={[project.name, t('imaging.profileLabel'), t(`imaging.windows.${window}`)]}
        />
      </Suspense>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('imaging.profileExplained')}
      </Typography>
    </>
  );
}

function Picture({ grid, window, project, converged }: DrawingProps) {
  const { t, i18n } = useTranslation('results');
  const [spanDb, setSpanDb] = useState<number>(40);
  const reach = Math.min(
    rangeResolution(grid, window).unambiguousM,
    crossResolution(grid, window).unambiguousM,
  );
  const [share, setShare] = useState(1);
  const size = useDeferredValue(reach * share);
  const image = useMemo(() => {
    const whole = backprojection(grid, { range: window, cross: window }, size, PIXELS);
    const { downRangeM, crossRangeM, m2 } = whole;
    const dbsm = m2.map((value) => 10 * Math.log10(value));
    return {
      downRangeM,
      crossRangeM,
      dbsm,
      whole,
      peak: dbsm.reduce((best, one) => Math.max(best, one), -Infinity),
    };
  }, [grid, window, size]);
  const range = useMemo(
    (): [number, number] => [Math.ceil(image.peak) - spanDb, Math.ceil(image.peak)],
    [image, spanDb],
  );
  const { data: geometry } = useProjectMesh(project, true);
  const [isOutlined, setOutlined] = useState(true);
  const lines = useMemo(() => {
    if (!geometry || !isOutlined) return undefined;
    const { down, cross } = imageAxes(grid);
    return outlineOf(geometry, cross, down);
  }, [geometry, isOutlined, grid]);
  const x = useMemo(() => ({ label: t(`imaging.cross.${grid.swept}`), unit: 'm' }), [t, grid.swept]);
  const y = useMemo(() => ({ label: t('imaging.range'), unit: 'm' }), [t]);
  const z = useMemo(() => ({ label: t('rcs'), unit: 'dBsm' }), [t]);
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <ValueSelect
          label={t('imaging.side')}
          value={share}
          values={[1, 0.5, 0.25, 0.1]}
          text={(one) => `${plainNumber(reach * one, i18n.language, 3)} m`}
          onChange={setShare}
          testId="imaging-side"
        />
        <ValueSelect
          label={t('pattern.span')}
          value={spanDb}
          values={SPANS_DB}
          text={(one) => `${one} dB`}
          onChange={setSpanDb}
          testId="imaging-span"
        />
        <FormControlLabel
          control={
            <Checkbox
              checked={isOutlined}
              onChange={(_, checked) => setOutlined(checked)}
              slotProps={{ input: { 'data-testid': 'imaging-outline' } as object }}
            />
          }
          label={t('imaging.outline')}
        />
      </Box>
      <Suspense fallback={<LoadingLine label={t('plotLoading')} />}>
        <HeatMap
          xs={image.crossRangeM}
          ys={image.downRangeM}
          values={image.dbsm}
          {...{ x, y, z, range, lines }}
          square
          label={t('imaging.imageLabel')}
          testId="imaging-picture"
          fileName={`${project.name}-isar`}
          comments={[project.name, t('imaging.imageLabel'), t(`imaging.windows.${window}`)]}
          unconverged={!converged}
          file={{
            ending: 'mat',
            blob: () => imageMat(image.whole, { name: project.name, window, converged }),
          }}
        />
      </Suspense>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('imaging.imageExplained', {
          middle: angleLabel((grid.anglesDeg[0]! + grid.anglesDeg.at(-1)!) / 2, i18n.language),
        })}
      </Typography>
    </>
  );
}
