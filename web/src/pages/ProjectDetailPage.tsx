import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useIsForeignDemo } from '../api/projects.ts';
import { CopyDemoButton } from '../features/projects/CopyDemoButton.tsx';
import { ProjectOverview, ReadOnly, useFollowedProject } from '../features/results/index.ts';
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
  const { project, live, events, streaming } = useFollowedProject(id);
  const foreign = useIsForeignDemo(project.data);

  if (id === '')
    return (
      <EmptyState
        wholePage
        icon="folder"
        title={t('page.noId')}
        text={t('page.noIdText')}
        action={
          <LinkButton to="/projects" variant="contained">
            {t('page.toProjects')}
          </LinkButton>
        }
      />
    );
  if (project.error)
    return (
      <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
        <PageHeader title={t('page.title')} />
        <ErrorAlert error={project.error} />
        <LinkButton to="/projects" variant="outlined">
          {t('page.toProjects')}
        </LinkButton>
      </Box>
    );
  if (!project.data || !live) return <LoadingScreen />;
  const action = foreign ? (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <CopyDemoButton project={project.data} size="medium" variant="contained" />
      <LinkButton to="/demo/projects" variant="outlined">
        {t('demoTitle', { ns: 'projects' })}
      </LinkButton>
    </Box>
  ) : (
    <LinkButton to="/projects" variant="outlined">
      {t('page.toProjects')}
    </LinkButton>
  );
  return (
    <ReadOnly value={foreign ?? true}>
      <ProjectOverview project={project.data} {...{ live, events, streaming, action }} />
    </ReadOnly>
  );
}
