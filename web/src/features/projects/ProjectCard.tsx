import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { ProjectRow } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { isActive } from '../../api/liveState.ts';
import { RunErrorText } from '../../ui/ErrorAlert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { LinkButton, TextLink } from '../../ui/LinkButton.tsx';
import { useProjectName } from '../../ui/useProjectName.ts';
import { CopyDemoButton } from './CopyDemoButton.tsx';
import { ProjectMenu } from './ProjectMenu.tsx';
import { ProjectPicture } from './ProjectPicture.tsx';
import { isFailed, isUnconverged, projectStatus, type ProjectStatus } from './projectStatus.ts';
import { useProjectTexts } from './useProjectTexts.ts';

/** Of all on a card with an error but what says the error; text still reaches AA. */
export const DIMMED = 0.88;

const detailPath = (id: string) => `/projects/detail?id=${encodeURIComponent(id)}`;
const wizardPath = (id: string) => `/app/simulation?id=${encodeURIComponent(id)}`;

export function ProjectCard({ project, readOnly = false }: { project: ProjectRow; readOnly?: boolean }) {
  const { t } = useTranslation('projects');
  const texts = useProjectTexts();
  const name = useProjectName()(project);
  const status = projectStatus(project);
  const broken = status.kind === 'broken';
  const failed = isFailed(status);
  const hasRun = project.stateLive.solverState.status !== '';
  // A demo project may be somebody else's, to be looked at but not set up.
  const looksOnly = readOnly || hasRun;
  const target = looksOnly ? detailPath(project.id) : wizardPath(project.id);
  return (
    <Card
      component="article"
      aria-label={name}
      data-dimmed={failed || undefined}
      data-testid={`project-card-${project.id}`}
      sx={{
        p: 2.25,
        display: 'flex',
        flexDirection: 'column',
        gap: 1.5,
        borderColor: failed ? 'error.main' : 'divider',
        transition: 'border-color 120ms',
        '&:hover': { borderColor: failed ? 'error.main' : 'primary.main' },
        ...(failed && { bgcolor: 'background.default', '& > :not([role=status])': { opacity: DIMMED } }),
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography variant="h4" component="h2" sx={{ overflowWrap: 'anywhere' }}>
            <TextLink to={target} color="inherit" underline="hover">
              {name}
            </TextLink>
          </Typography>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {texts.created(project)}
          </Typography>
        </Box>
        {!readOnly && <ProjectMenu project={project} />}
      </Box>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <Chip size="small" variant="outlined" label={t(`type.${project.programType}`)} />
        <Chip
          size="small"
          variant="outlined"
          color={broken ? 'error' : 'default'}
          label={texts.frequency(project, status)}
        />
        {project.isDemo && <Chip size="small" variant="outlined" color="primary" label={t('demo')} />}
      </Box>
      <ProjectPicture project={project} />
      <StatusLine project={project} status={status} text={texts.status(status)} />
      <Box sx={{ mt: 'auto', display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {broken && hasRun ? (
          <AfterError id={project.id} mayTryAgain={!readOnly} />
        ) : (
          <Action kind={looksOnly ? 'solver' : status.kind} to={target} />
        )}
        {readOnly && <CopyDemoButton project={project} />}
      </Box>
    </Card>
  );
}

function StatusLine({ project, status, text }: { project: ProjectRow; status: ProjectStatus; text: string }) {
  const { t } = useTranslation('projects');
  const active = isActive(project.stateLive);
  const failed = isFailed(status);
  return (
    <Box role="status" data-testid={`project-status-${project.id}`}>
      <Typography
        variant="body2"
        sx={{ color: failed ? 'error.main' : active ? 'warning.main' : 'text.secondary' }}
      >
        {text}
      </Typography>
      {isUnconverged(status) && (
        <Typography
          variant="body2"
          sx={{ color: 'error.main', fontWeight: 700 }}
          data-testid={`project-unconverged-${project.id}`}
        >
          {t('notConverged')}
        </Typography>
      )}
      {failed && (status.kind === 'broken' || status.kind === 'mesher') && status.detail !== '' && (
        <Typography
          variant="caption"
          component="div"
          sx={{ color: 'text.secondary', mt: 0.5, overflowWrap: 'anywhere' }}
        >
          <RunErrorText {...status} />
        </Typography>
      )}
      {active && (
        <LinearProgress
          aria-label={text}
          sx={{ mt: 1, borderRadius: 1 }}
          {...(status.kind === 'solver' ? { variant: 'determinate', value: status.percent } : {})}
        />
      )}
    </Box>
  );
}

/** A run that failed is explained on its page, and can be changed and started again. */
function AfterError({ id, mayTryAgain }: { id: string; mayTryAgain: boolean }) {
  const { t } = useTranslation('projects');
  return (
    <>
      {mayTryAgain && (
        <LinkButton
          to={`${wizardPath(id)}&again=1`}
          size="small"
          variant="contained"
          data-testid="project-again"
        >
          {t('tryAgain')}
        </LinkButton>
      )}
      <LinkButton to={detailPath(id)} size="small" variant="outlined" data-testid="project-open">
        {t('seeError')}
      </LinkButton>
    </>
  );
}

function Action({ kind, to }: { kind: ProjectStatus['kind']; to: string }) {
  const { t } = useTranslation('projects');
  if (kind === 'new')
    return (
      <LinkButton
        to={to}
        size="small"
        variant="contained"
        startIcon={<Icon name="play" />}
        data-testid="project-start"
      >
        {t('startSimulation')}
      </LinkButton>
    );
  return (
    <LinkButton
      to={to}
      size="small"
      variant="outlined"
      endIcon={<Icon name="next" />}
      data-testid="project-open"
    >
      {t(kind === 'mesher' ? 'continue' : 'open')}
    </LinkButton>
  );
}
