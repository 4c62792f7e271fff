import type { LiveState, Project } from '@pace/contract';
import Box from '@mui/material/Box';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useProject } from '../api/projects.ts';
import { useLiveState } from '../api/solver.ts';
import { InputSummary, ResultsPanel, ResultSummaryCard, RunCard } from '../features/results/index.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorAlert } from '../ui/ErrorAlert.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

/** `/projects/detail?id=`: what was asked, how the run is getting on, what came out. */
export function ProjectDetailPage() {
  const { t } = useTranslation('results');
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const project = useProject(id);
  const knownStatus = project.data?.stateLive.solverState.status;
  const live = useLiveState(id, { enabled: knownStatus !== undefined, watch: knownStatus !== 'Finished' });

  // The project was read before the state was: read it again when they tell different stories.
  const { refetch } = project;
  const liveStatus = live.data?.solverState.status;
  useEffect(() => {
    if (liveStatus !== undefined && knownStatus !== undefined && liveStatus !== knownStatus) void refetch();
  }, [liveStatus, knownStatus, refetch]);

  if (id === '')
    return <EmptyState icon="folder" title={t('page.noId')} text={t('page.noIdText')} action={<LinkButton to="/projects" variant="contained">{t('page.toProjects')}</LinkButton>} />;
  if (project.error)
    return (
      <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
        <PageHeader title={t('page.title')} />
        <ErrorAlert error={project.error} />
        <LinkButton to="/projects" variant="outlined">{t('page.toProjects')}</LinkButton>
      </Box>
    );
  if (!project.data) return <LoadingScreen />;
  return <ProjectDetail project={project.data} live={live.data ?? project.data.stateLive} />;
}

function ProjectDetail({ project, live }: { project: Project; live: LiveState }) {
  const { t } = useTranslation('results');
  return (
    <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
      <PageHeader
        title={project.name} text={t(`programType.${project.solverType}`)}
        action={<LinkButton to="/projects" variant="outlined">{t('page.toProjects')}</LinkButton>}
      />
      <Box sx={{ display: 'grid', gap: 3, alignItems: 'start', gridTemplateColumns: { lg: 'repeat(auto-fit, minmax(420px, 1fr))' } }}>
        <RunCard project={project} live={live} />
        <ResultSummaryCard project={project} />
      </Box>
      <ResultsPanel key={project.id} project={project} />
      <InputSummary project={project} />
    </Box>
  );
}
