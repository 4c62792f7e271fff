import { useTranslation } from 'react-i18next';
import { useDemoProjects } from '../api/projects.ts';
import { ProjectList, ProjectListSkeleton } from '../features/projects/ProjectList.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorAlert } from '../ui/ErrorAlert.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

export function DemoProjectsPage() {
  const { t } = useTranslation('projects');
  const projects = useDemoProjects();
  const toModels = (
    <LinkButton to="/demo/models" variant="outlined">
      {t('modelsTitle')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={t('demoTitle')} text={t('demoText')} action={toModels} />
      {projects.isPending && <ProjectListSkeleton />}
      {projects.isError && <ErrorAlert error={projects.error} />}
      {projects.data?.length === 0 && (
        <EmptyState icon="folder" title={t('demoEmptyTitle')} text={t('demoEmptyText')} />
      )}
      {projects.data && projects.data.length > 0 && <ProjectList projects={projects.data} readOnly />}
    </>
  );
}
