import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useProject, useProjects } from '../api/projects.ts';
import { Choice } from '../features/studies/form/Choice.tsx';
import { StudyForm } from '../features/studies/form/StudyForm.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorAlert } from '../ui/ErrorAlert.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

/** `/studies/new?project=`: which project varies, in what, and what is looked at. */
export function NewStudyPage() {
  const { t } = useTranslation('studies');
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const id = search.get('project') ?? '';
  const projects = useProjects();
  const project = useProject(id);
  const ready = (projects.data ?? []).filter(
    ({ state, stateLive }) => stateLive.mesherState.status === 'Finished' && state.solverInput !== null,
  );
  const isReady =
    project.data !== undefined &&
    project.data.state.mesherResultReady &&
    project.data.state.solverInput !== null;
  return (
    <>
      <PageHeader
        title={t('page.new')}
        text={t('page.newText')}
        action={
          <LinkButton to="/studies" variant="outlined">
            {t('page.all')}
          </LinkButton>
        }
      />
      {projects.isError && <ErrorAlert error={projects.error} />}
      {projects.data && ready.length === 0 && id === '' && (
        <EmptyState
          icon="folder"
          title={t('page.noBase')}
          text={t('page.noBaseText')}
          action={
            <LinkButton to="/projects" variant="contained">
              {t('page.toProjects')}
            </LinkButton>
          }
        />
      )}
      {ready.length > 0 && (
        <Box sx={{ maxWidth: 480, display: 'grid', mb: 3 }}>
          <Choice
            label={t('page.base')}
            value={ready.some((one) => one.id === id) ? id : ''}
            options={ready.map((one) => ({ value: one.id, label: one.name }))}
            onChange={(next) => setSearch({ project: next }, { replace: true })}
            testId="study-base"
          />
        </Box>
      )}
      {id !== '' && project.isPending && <LoadingScreen />}
      {project.isError && <ErrorAlert error={project.error} />}
      {project.data && !isReady && (
        <EmptyState icon="info" title={t('page.notReady')} text={t('page.notReadyText')} />
      )}
      {project.data && isReady && (
        <StudyForm
          key={id}
          project={project.data}
          onCreated={(study) => void navigate(`/studies/detail?id=${encodeURIComponent(study.id)}`)}
        />
      )}
    </>
  );
}
