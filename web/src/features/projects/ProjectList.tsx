import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import type { ProjectRow } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { ProjectCard } from './ProjectCard.tsx';

const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 290px), 1fr))',
} as const;

export function ProjectList({ projects, readOnly = false }: { projects: ProjectRow[]; readOnly?: boolean }) {
  return (
    <Box sx={grid} data-testid="project-list">
      {projects.map((project) => (
        <ProjectCard key={project.id} project={project} readOnly={readOnly} />
      ))}
    </Box>
  );
}

export function ProjectListSkeleton() {
  const { t } = useTranslation();
  return (
    <Box sx={grid} role="status" aria-busy aria-label={t('loading')}>
      {[0, 1, 2].map((i) => (
        <Card key={i} sx={{ p: 2.25 }} aria-hidden>
          <Skeleton width="60%" height={28} />
          <Skeleton width="40%" />
          <Skeleton variant="rounded" height={24} width="55%" sx={{ my: 1.5 }} />
          <Skeleton width="80%" />
          <Skeleton variant="rounded" height={34} width={140} sx={{ mt: 2 }} />
        </Card>
      ))}
    </Box>
  );
}
