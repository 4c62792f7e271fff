import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useUser } from '../api/account.ts';
import { isActive } from '../api/liveState.ts';
import { useProjects } from '../api/projects.ts';
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
  const all = projects.data ?? [];
  const counts = [
    ['home.running', all.filter((project) => isActive(project.stateLive)).length],
    ['home.finished', all.filter((project) => project.state.solverResultReady).length],
    ['home.all', all.length],
  ] as const;
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
      {projects.data && (
        <Box
          component="dl"
          sx={{
            display: 'grid',
            gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
            gap: { xs: 1, sm: 2 },
            m: 0,
            mb: 5,
          }}
        >
          {counts.map(([label, count]) => (
            <Card
              key={label}
              sx={{ p: { xs: 1.5, sm: 2.25 }, display: 'flex', flexDirection: 'column-reverse' }}
            >
              <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
                {t(label)}
              </Typography>
              <Typography component="dd" sx={{ m: 0, fontSize: '2rem', fontWeight: 600, lineHeight: 1.2 }}>
                {count}
              </Typography>
            </Card>
          ))}
        </Box>
      )}
      {projects.data?.length === 0 && (
        <EmptyState icon="cube" title={t('emptyTitle')} text={t('emptyText')} action={create} />
      )}
      {all.length > 0 && (
        <section>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', mb: 2 }}>
            <Typography variant="h3" component="h2">
              {t('home.recent')}
            </Typography>
            <TextLink to="/projects">{t('home.showAll')}</TextLink>
          </Box>
          <ProjectList projects={all.slice(0, RECENT)} />
        </section>
      )}
    </>
  );
}
