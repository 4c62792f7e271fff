import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ProjectRow } from '@pace/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../api/account.ts';
import { isActive } from '../api/liveState.ts';
import { useProjects } from '../api/projects.ts';
import { StorageMeter } from '../features/account/StorageMeter.tsx';
import { NextStepList } from '../features/projects/NextStepList.tsx';
import { ProjectList, ProjectListSkeleton } from '../features/projects/ProjectList.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorAlert } from '../ui/ErrorAlert.tsx';
import { Icon } from '../ui/icons.tsx';
import { LinkButton, TextLink } from '../ui/LinkButton.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

const RECENT = 3;

export function HomePage() {
  const { t } = useTranslation('projects');
  const user = useUser().data;
  const projects = useProjects();
  const create = (
    <LinkButton
      to="/projects?create=1"
      variant="contained"
      startIcon={<Icon name="add" />}
      data-testid="home-create"
    >
      {t('createTitle')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={user ? t('home.welcome', { name: user.name }) : t('home.title')}
        text={t('home.text')}
        action={create}
      />
      {projects.isError && <ErrorAlert error={projects.error} />}
      {projects.isPending && <ProjectListSkeleton />}
      {projects.data && <Overview projects={projects.data} />}
      {projects.data?.length === 0 && (
        <EmptyState icon="cube" title={t('emptyTitle')} text={t('emptyText')} action={create} />
      )}
      {projects.data && projects.data.length > 0 && <Work projects={projects.data} />}
    </>
  );
}

/** In figures on the left, in words on the right. */
function Overview({ projects }: { projects: ProjectRow[] }) {
  const { t } = useTranslation('projects');
  const counts = [
    ['home.running', projects.filter(({ stateLive }) => isActive(stateLive)).length],
    ['home.finished', projects.filter(({ state }) => state.solverResultReady).length],
    ['home.all', projects.length],
  ] as const;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        mb: 5,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
      }}
    >
      <Card sx={{ p: 2.5, display: 'grid', gap: 3, alignContent: 'space-between' }}>
        <Box
          component="dl"
          sx={{ display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: 2, m: 0 }}
        >
          {counts.map(([label, count]) => (
            <Box key={label} sx={{ display: 'flex', flexDirection: 'column-reverse' }}>
              <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
                {t(label)}
              </Typography>
              <Typography component="dd" sx={{ m: 0, fontSize: '2rem', fontWeight: 600, lineHeight: 1.2 }}>
                {count}
              </Typography>
            </Box>
          ))}
        </Box>
        <StorageMeter />
      </Card>
      <Card component="section" aria-labelledby="next" sx={{ px: 2.5, pt: 2, pb: 1 }}>
        <Typography id="next" variant="h4" component="h2">
          {t('home.nextTitle')}
        </Typography>
        <NextStepList projects={projects} />
      </Card>
    </Box>
  );
}

/** What computes at the moment, then what was made last. */
function Work({ projects }: { projects: ProjectRow[] }) {
  const { t } = useTranslation('projects');
  const running = projects.filter(({ stateLive }) => isActive(stateLive));
  const rest = projects.filter((project) => !running.includes(project));
  return (
    <Box sx={{ display: 'grid', gap: 5 }}>
      {running.length > 0 && (
        <Part id="running" title={t('home.runningNow')}>
          <ProjectList projects={running} />
        </Part>
      )}
      {rest.length > 0 && (
        <Part
          id="recent"
          title={t('home.recent')}
          action={<TextLink to="/projects">{t('home.showAll')}</TextLink>}
        >
          <ProjectList projects={rest.slice(0, RECENT)} />
        </Part>
      )}
    </Box>
  );
}

function Part({
  id,
  title,
  action,
  children,
}: {
  id: string;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', mb: 2 }}>
        <Typography id={id} variant="h3" component="h2">
          {title}
        </Typography>
        {action}
      </Box>
      {children}
    </section>
  );
}
