import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { sharedProjectPath } from '../api/shares.ts';
import { useStudy } from '../api/studies.ts';
import { StudyDetail } from '../features/studies/detail/StudyDetail.tsx';
import { ErrorAlert } from '../ui/ErrorAlert.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { SharedFrame } from './SharedFrame.tsx';

/** `/shared/study?id=#token`: a study as somebody with a read-only link sees it. */
export function SharedStudyPage() {
  return <SharedFrame>{(link) => <SharedStudy {...link} />}</SharedFrame>;
}

function SharedStudy({ id, token }: { id: string; token: string }) {
  const { t } = useTranslation('sharing');
  const study = useStudy(id);
  if (study.isError)
    return (
      <>
        <PageHeader title={t('study.refused')} />
        <ErrorAlert error={study.error} data-testid="share-refused" />
      </>
    );
  if (!study.data) return <LoadingScreen />;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Alert severity="info">{t('study.readOnly')}</Alert>
      <PageHeader title={study.data.name} />
      <StudyDetail study={study.data} resultsPath={(projectId) => sharedProjectPath(projectId, token)} />
    </Box>
  );
}
