import { useTranslation } from 'react-i18next';
import { useDemoModels } from '../api/projects.ts';
import { DemoModelList } from '../features/projects/DemoModelList.tsx';
import { ProjectListSkeleton } from '../features/projects/ProjectList.tsx';
import { ErrorAlert } from '../ui/ErrorAlert.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

export function DemoModelsPage() {
  const { t } = useTranslation('projects');
  const models = useDemoModels();
  return (
    <>
      <PageHeader title={t('modelsTitle')} text={t('modelsText')} />
      {models.isPending && <ProjectListSkeleton />}
      {models.isError && <ErrorAlert error={models.error} />}
      {models.data && <DemoModelList models={models.data} />}
    </>
  );
}
