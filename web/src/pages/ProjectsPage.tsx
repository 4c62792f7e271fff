import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useProjects } from '../api/projects.ts';
import { CreateProjectDialog } from '../features/projects/CreateProjectDialog.tsx';
import { ProjectList, ProjectListSkeleton } from '../features/projects/ProjectList.tsx';
import { ProjectSearch, useFoundProjects } from '../features/projects/ProjectSearch.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorAlert } from '../ui/ErrorAlert.tsx';
import { Icon } from '../ui/icons.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

export function ProjectsPage() {
  const { t } = useTranslation('projects');
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [creating, setCreating] = useState(query.has('create'));
  const projects = useProjects();
  const [search, setSearch] = useState('');
  const found = useFoundProjects(projects.data ?? [], search);
  const createButton = (testId: string) => (
    <Button
      variant="contained"
      startIcon={<Icon name="add" />}
      onClick={() => setCreating(true)}
      data-testid={testId}
    >
      {t('createTitle')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} action={createButton('project-create-open')} />
      {projects.isPending && <ProjectListSkeleton />}
      {projects.isError && <ErrorAlert error={projects.error} />}
      {projects.data?.length === 0 && (
        <EmptyState
          icon="folder"
          title={t('emptyTitle')}
          text={t('emptyText')}
          action={createButton('project-create-open-empty')}
        />
      )}
      {projects.data && projects.data.length > 0 && (
        <>
          <ProjectSearch value={search} onChange={setSearch} found={found.length} />
          <ProjectList projects={found} />
        </>
      )}
      {creating && (
        <CreateProjectDialog
          onClose={() => setCreating(false)}
          onCreated={({ id }) => void navigate(`/app/simulation?id=${encodeURIComponent(id)}`)}
        />
      )}
    </>
  );
}
