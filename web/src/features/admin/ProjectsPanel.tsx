import { useTranslation } from 'react-i18next';
import { useAdminProjects } from '../../api/admin.ts';
import { DataTable } from './DataTable.tsx';
import { ListFrame } from './ListFrame.tsx';
import { RunStatusChip } from './RunStatusChip.tsx';
import { useTexts } from './texts.tsx';

/** Everybody's projects: whose, how large, how far. */
export function ProjectsPanel() {
  const { t } = useTranslation('admin');
  const { when, bytes } = useTexts();
  return (
    <ListFrame id="projects" searchLabel={t('projects.search')} useList={useAdminProjects}>
      {({ projects }) => (
        <DataTable
          label={t('tabs.projects')}
          testId="admin-projects"
          minWidth={860}
          rows={projects}
          columns={[
            { title: t('projects.name'), cell: ({ name }) => name },
            { title: t('projects.owner'), cell: ({ ownerEmail }) => ownerEmail },
            { title: t('projects.type'), cell: ({ programType }) => t(`programTypes.${programType}`) },
            {
              title: t('projects.mesh'),
              cell: ({ mesherStatus }) => <RunStatusChip status={mesherStatus} />,
            },
            {
              title: t('projects.solver'),
              cell: ({ solverStatus, converged }) => (
                <RunStatusChip status={solverStatus} converged={converged} />
              ),
            },
            { title: t('projects.size'), align: 'right', cell: ({ sizeBytes }) => bytes(sizeBytes) },
            { title: t('users.created'), cell: ({ createdDate }) => when(createdDate) },
          ]}
        />
      )}
    </ListFrame>
  );
}
