import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { readByLink } from '../api/shareLink.ts';
import { ProjectOverview, ReadOnly, useFollowedProject } from '../features/results/index.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorAlert } from '../ui/ErrorAlert.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

/** `/shared?id=#token`: a project as somebody with a read-only link sees it. */
export function SharedPage() {
  const { t } = useTranslation('results');
  const [search] = useSearchParams();
  const token = useLocation().hash.slice(1);
  const id = search.get('id') ?? '';
  const [ready, setReady] = useState(false);
  useEffect(() => {
    readByLink(token === '' ? null : token);
    setReady(true);
    return () => readByLink(null);
  }, [token]);
  if (id === '' || token === '')
    return (
      <EmptyState
        wholePage
        icon="info"
        title={t('share.incomplete')}
        text={t('share.incompleteText')}
        action={
          <LinkButton to="/landing" variant="contained">
            {t('share.home')}
          </LinkButton>
        }
      />
    );
  return (
    <Box
      sx={{
        width: '100%',
        maxWidth: 1320,
        alignSelf: 'start',
        minWidth: 0,
        bgcolor: 'background.default',
        borderRadius: 2,
        p: { xs: 1, sm: 2 },
      }}
    >
      <ReadOnly value={true}>
        {ready ? <SharedProject key={`${id}/${token}`} id={id} /> : <LoadingScreen />}
      </ReadOnly>
    </Box>
  );
}

function SharedProject({ id }: { id: string }) {
  const { t } = useTranslation('results');
  const { project, live, events, streaming } = useFollowedProject(id);
  if (project.error)
    return (
      <>
        <PageHeader title={t('share.refused')} />
        <ErrorAlert error={project.error} data-testid="share-refused" />
      </>
    );
  if (!project.data || !live) return <LoadingScreen />;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Alert severity="info">{t('share.readOnly')}</Alert>
      <ProjectOverview project={project.data} {...{ live, events, streaming }} />
    </Box>
  );
}
