import { useTranslation } from 'react-i18next';
import { useStudies } from '../api/studies.ts';
import { StudyList } from '../features/studies/StudyList.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorAlert } from '../ui/ErrorAlert.tsx';
import { Icon } from '../ui/icons.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

/** `/studies`: many variants of a project each. */
export function StudiesPage() {
  const { t } = useTranslation('studies');
  const studies = useStudies();
  const create = (
    <LinkButton to="/studies/new" variant="contained" startIcon={<Icon name="add" />} data-testid="study-new">
      {t('page.new')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={t('page.title')} text={t('page.text')} action={create} />
      {studies.isPending && <LoadingScreen />}
      {studies.isError && <ErrorAlert error={studies.error} />}
      {studies.data?.length === 0 && (
        <EmptyState icon="angles" title={t('page.emptyTitle')} text={t('page.emptyText')} action={create} />
      )}
      {studies.data && studies.data.length > 0 && <StudyList studies={studies.data} />}
    </>
  );
}
