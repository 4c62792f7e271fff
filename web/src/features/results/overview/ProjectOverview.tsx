import type { LiveState, Project } from '@pace/contract';
import Box from '@mui/material/Box';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjectName } from '../../../ui/useProjectName.ts';
import { isActive } from '../../../api/liveState.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Certificate } from '../certificate/Certificate.tsx';
import { PredictedAndComputed } from '../coated/PredictedAndComputed.tsx';
import { InputSummary } from '../input/InputSummary.tsx';
import { ResultActions } from './ResultActions.tsx';
import { ResultsPanel } from './ResultsPanel.tsx';
import { ResultSummaryCard } from './ResultSummaryCard.tsx';
import { RunCard } from '../runs/RunCard.tsx';
import type { RunEvents } from '../runs/runEvents.ts';

interface ProjectOverviewProps {
  project: Project;
  live: LiveState;
  events: RunEvents;
  streaming: boolean;
  action?: ReactNode;
}

/** Everything of a project on one page: how the run is getting on, what came out, what was asked. */
export function ProjectOverview({ project, live, events, streaming, action }: ProjectOverviewProps) {
  const { t } = useTranslation('results');
  const beside = project.resultSummary !== null && !isActive(live);
  const name = useProjectName()(project);
  const results = <ResultsPanel key={`results of ${project.id}`} project={project} />;
  const run = (
    <Fragment key="run">
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          alignItems: 'start',
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            lg: beside ? 'repeat(auto-fit, minmax(420px, 1fr))' : 'minmax(0, 1fr)',
          },
        }}
      >
        <RunCard project={project} live={live} events={events} streaming={streaming} />
        <ResultSummaryCard project={project} />
      </Box>
      <Certificate project={project} />
      <PredictedAndComputed project={project} />
      <ResultActions project={project} />
    </Fragment>
  );
  // A project is opened for its results as soon as it has them. By their keys they keep what they show when they change places.
  const isFirst = project.state.solverResultReady && !isActive(live);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, minWidth: 0 }}>
      <PageHeader title={name} text={t(`programType.${project.programType}`)} action={action} />
      {isFirst ? [results, run] : [run, results]}
      <InputSummary project={project} />
    </Box>
  );
}
