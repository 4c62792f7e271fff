import type { Project } from '@pace/contract';
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useId, useMemo, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BistaticView } from '../bistatic/BistaticView.tsx';
import { ContinueRun } from '../runs/ContinueRun.tsx';
import { CurrentsView } from '../currents/CurrentsView.tsx';
import { curveListsReducer, type CurveList } from '../curves/curveList.ts';
import { Diagrams } from '../curves/Diagrams.tsx';
import { FirstPicture } from './picture/FirstPicture.tsx';
import { ImagingView } from '../imaging/ImagingView.tsx';
import { IterationsView } from '../iterations/IterationsView.tsx';
import { LoadingLine } from '../parts/LoadingLine.tsx';
import { MeshView } from '../mesh/MeshView.tsx';
import { MonostaticView } from '../monostatic/MonostaticView.tsx';
import { useReadOnly } from '../data/readOnly.ts';
import { useResultRuns } from '../data/resultRuns.ts';
import { PatternView } from '../pattern/PatternView.tsx';
import { isUnconverged, solvedPointsOf, sweepPointsOf } from '../data/resultSummary.ts';
import { enabledViews, RESULT_VIEWS, type ResultView } from '../data/resultViews.ts';
import { StatisticsView } from '../statistics/StatisticsView.tsx';
import { WaterfallView } from '../waterfall/WaterfallView.tsx';
import { SamplingNote } from '../parts/SamplingNote.tsx';
import { UnconvergedBanner } from '../parts/UnconvergedBanner.tsx';

/** Loaded when it is wanted: few visits of a project need it. */
const DesignView = lazy(async () => ({ default: (await import('../design/DesignView.tsx')).DesignView }));

const NO_CURVES: CurveList = [];

/** The views of the results. What is plotted stays while the user goes from one view to another. */
export function ResultsPanel({ project }: { project: Project }) {
  const { t } = useTranslation('results');
  const headingId = useId();
  const [chosen, setChosen] = useState<ResultView>();
  const [bistaticDiagrams, setBistaticDiagrams] = useState([0]);
  const [monostaticDiagrams, setMonostaticDiagrams] = useState([0]);
  const [bistatic, dispatchBistatic] = useReducer(curveListsReducer, {});
  const [monostatic, dispatchMonostatic] = useReducer(curveListsReducer, {});
  const enabled = useMemo(() => enabledViews(project), [project]);
  const sweep = useMemo(() => sweepPointsOf(project), [project]);
  const solved = useMemo(() => solvedPointsOf(project), [project]);
  const runs = useResultRuns(project);
  const unconverged = isUnconverged(project);
  // Of a demo that nobody has run there is but the mesh to look at.
  const unrun = useReadOnly() ? 'mesh' : undefined;
  const first = project.state.solverResultReady ? 'glance' : unrun;
  const wanted = chosen ?? first;
  const view = wanted !== undefined && enabled.has(wanted) ? wanted : undefined;
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ minWidth: 0 }}>
      <Typography id={headingId} variant="h3" component="h2" sx={{ mb: 1.5 }}>
        {t('title')}
      </Typography>
      <Box role="group" aria-label={t('views')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2 }}>
        {RESULT_VIEWS.map((one) => (
          <ToggleButton
            key={one}
            value={one}
            size="small"
            color="primary"
            selected={view === one}
            disabled={!enabled.has(one)}
            data-testid={`results-${one}`}
            onChange={() => setChosen(one)}
            sx={{ px: 2, '&:not(.Mui-selected, .Mui-disabled)': { color: 'text.primary' } }}
          >
            {t(`view.${one}`)}
          </ToggleButton>
        ))}
      </Box>
      {unconverged && (
        <Box sx={{ mb: 2, display: 'grid', gap: 1.5 }}>
          <UnconvergedBanner />
          <ContinueRun project={project} />
        </Box>
      )}
      <SamplingNote project={project} />
      {view === undefined && (
        <Typography sx={{ color: 'text.secondary' }}>
          {t(enabled.size === 0 ? 'nothingYet' : 'chooseView')}
        </Typography>
      )}
      {view === 'glance' && <FirstPicture {...{ project, runs }} />}
      {view === 'mesh' && <MeshView project={project} />}
      {view === 'currents' && <CurrentsView project={project} sweep={solved} />}
      {view === 'bistatic' && (
        <Diagrams ids={bistaticDiagrams} onChange={setBistaticDiagrams} testId="bistatic">
          {(id) => (
            <BistaticView
              {...{ project, runs, unconverged }}
              list={bistatic[id] ?? NO_CURVES}
              dispatch={(action) => dispatchBistatic({ plot: String(id), action })}
            />
          )}
        </Diagrams>
      )}
      {view === 'monostatic' && (
        <Diagrams ids={monostaticDiagrams} onChange={setMonostaticDiagrams} testId="monostatic">
          {(id) => (
            <MonostaticView
              {...{ project, runs, unconverged }}
              listOf={(axis) => monostatic[`${id}/${axis}`] ?? NO_CURVES}
              dispatch={({ plot, action }) => dispatchMonostatic({ plot: `${id}/${plot}`, action })}
            />
          )}
        </Diagrams>
      )}
      {view === 'statistics' && <StatisticsView {...{ project, runs }} />}
      {view === 'pattern' && <PatternView {...{ project, runs, sweep }} />}
      {view === 'waterfall' && <WaterfallView {...{ project, runs }} />}
      {view === 'imaging' && <ImagingView {...{ project, runs, sweep }} />}
      {view === 'design' && (
        <Suspense fallback={<LoadingLine label={t('plotLoading')} />}>
          <DesignView project={project} sweep={solved} />
        </Suspense>
      )}
      {view === 'iterations' && <IterationsView {...{ project, unconverged }} sweep={solved} />}
    </Box>
  );
}
