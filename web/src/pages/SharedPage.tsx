import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { ProjectOverview, ReadOnly, useFollowedProject } from '../features/results/index.ts';
import { ErrorAlert } from '../ui/ErrorAlert.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { SharedFrame } from './SharedFrame.tsx';

/** `/shared?id=#token`: a project as somebody with a read-only link sees it. */
export function SharedPage() {
  return (
    <ReadOnly value={true}>
      <SharedFrame>{({ id }) => <SharedProject id={id} />}</SharedFrame>
    </ReadOnly>
  );
}

function SharedProject({ id }: { id: string }) {
  const { t } = useTranslation('sharing');
  const { project, live, events, streaming } = useFollowedProject(id);
  if (project.error)
    return (
      <>
        <PageHeader title={t('project.refused')} />
        <ErrorAlert error={project.error} data-testid="share-refused" />
      </>
    );
  if (!project.data || !live) return <LoadingScreen />;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Alert severity="info">{t('project.readOnly')}</Alert>
      <ProjectOverview project={project.data} {...{ live, events, streaming }} />
    </Box>
  );
}
