import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useStudy } from '../api/studies.ts';
import { StudyDetail } from '../features/studies/detail/StudyDetail.tsx';
import { ErrorAlert } from '../ui/ErrorAlert.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

/** `/studies/detail?id=`: the variants of a study, their curves, and what they depend on. */
export function StudyPage() {
  const { t } = useTranslation('studies');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const study = useStudy(id);
  const back = (
    <LinkButton to="/studies" variant="outlined">
      {t('page.all')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={study.data?.name ?? t('page.title')} action={back} />
      {id !== '' && study.isPending && <LoadingScreen />}
      {study.isError && <ErrorAlert error={study.error} />}
      {study.data && (
        <StudyDetail
          key={id}
          study={study.data}
          resultsPath={(projectId) => `/projects/detail?id=${encodeURIComponent(projectId)}`}
          onDeleted={() => void navigate('/studies', { replace: true })}
        />
      )}
    </>
  );
}
