import { useTranslation } from 'react-i18next';
import { useProjects } from '../api/projects.ts';
import { ProjectList, ProjectListSkeleton } from '../features/projects/ProjectList.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorAlert } from '../ui/ErrorAlert.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

export function DemoProjectsPage() {
  const { t } = useTranslation('projects');
  const projects = useProjects();
  const demo = projects.data?.filter((project) => project.isDemo);
  return (
    <>
      <PageHeader title={t('demoTitle')} text={t('demoText')} />
      {projects.isPending && <ProjectListSkeleton />}
      {projects.isError && <ErrorAlert error={projects.error} />}
      {demo?.length === 0 && (
        <EmptyState icon="folder" title={t('demoEmptyTitle')} text={t('demoEmptyText')} />
      )}
      {demo && demo.length > 0 && <ProjectList projects={demo} readOnly />}
    </>
  );
}
