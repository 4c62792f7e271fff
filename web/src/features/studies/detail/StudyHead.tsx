import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { Study } from '@pace/contract';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangeStudy, useDeleteStudy, type StudyChange } from '../../../api/studies.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Icon, type IconName } from '../../../ui/icons.tsx';
import { TextLink } from '../../../ui/LinkButton.tsx';
import { useMessage } from '../../../ui/useMessage.ts';
import { RenameStudyDialog } from './RenameStudyDialog.tsx';
import { ShareStudyDialog } from './ShareStudyDialog.tsx';

interface Props {
  study: Study;
  /** What its owner can do; absent: who looks at it cannot change anything */
  onDeleted?: (() => void) | undefined;
  /** The menu of its files */
  downloads: ReactNode;
}

/** How far the study is, and what can be done with all of it. */
export function StudyHead({ study, onDeleted, downloads }: Props) {
  const { t } = useTranslation('studies');
  const said = useMessage();
  const { counts, runs, status, waiting, baseName, baseProjectId, definition } = study;
  const ended = counts.finished + counts.failed + counts.cancelled;
  const share = Math.min(100, (100 * ended) / Math.max(1, runs));
  const waits = waiting && said({ ...waiting, sentence: waiting.message });
  return (
    <Card sx={{ p: 2, display: 'grid', gap: 1.5, minWidth: 0 }} data-testid="study-head" data-status={status}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography sx={{ flex: 1, minWidth: 200 }} aria-live="polite" data-testid="study-progress">
          {t(`progress.${status}`, { ended, runs })}
          {counts.failed > 0 && ` ${t('progress.failed', { count: counts.failed })}`}
        </Typography>
        {downloads}
        {onDeleted && <OwnerActions {...{ study, onDeleted }} />}
      </Box>
      <LinearProgress variant="determinate" value={share} aria-label={t('progress.label')} />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t(`sampling.${definition.sampling.kind}`)} · {t('page.base')}{' '}
        {onDeleted ? (
          <TextLink to={`/projects/detail?id=${encodeURIComponent(baseProjectId)}`}>{baseName}</TextLink>
        ) : (
          baseName
        )}
      </Typography>
      {waits && <Alert severity="info">{waits.text}</Alert>}
    </Card>
  );
}

function OwnerActions({ study, onDeleted }: { study: Study; onDeleted: () => void }) {
  const { t } = useTranslation('studies');
  const change = useChangeStudy(study.id);
  const remove = useDeleteStudy();
  const [dialog, setDialog] = useState<'rename' | 'delete' | 'share'>();
  const { status } = study;
  const action = (name: 'share' | 'rename' | 'delete', icon: IconName) => (
    <Button
      size="small"
      variant="outlined"
      {...(name === 'delete' && { color: 'error' })}
      startIcon={<Icon name={icon} />}
      onClick={() => setDialog(name)}
      data-testid={`study-${name}`}
    >
      {t(`actions.${name}`)}
    </Button>
  );
  const changing = (name: StudyChange, icon: IconName) => (
    <Button
      size="small"
      variant={name === 'resume' ? 'contained' : 'outlined'}
      startIcon={<Icon name={icon} />}
      loading={change.isPending}
      loadingPosition="start"
      onClick={() => change.mutate(name)}
      data-testid={`study-${name}`}
    >
      {t(`actions.${name}`)}
    </Button>
  );
  return (
    <>
      {status === 'Open' && changing('cancel', 'close')}
      {status === 'Cancelled' && changing('resume', 'play')}
      {action('share', 'show')}
      {action('rename', 'edit')}
      {action('delete', 'delete')}
      {change.isError && <ErrorAlert error={change.error} sx={{ width: '100%' }} />}
      {dialog === 'rename' && <RenameStudyDialog study={study} onClose={() => setDialog(undefined)} />}
      <ConfirmDialog
        open={dialog === 'delete'}
        destructive
        title={t('delete.title')}
        text={
          <>
            {t('delete.text', { name: study.name, count: study.variants.length })}
            {remove.isError && <ErrorAlert error={remove.error} sx={{ mt: 1 }} />}
          </>
        }
        confirmLabel={t('actions.delete')}
        busy={remove.isPending}
        testId="study-delete-confirm"
        onConfirm={() => remove.mutate(study.id, { onSuccess: onDeleted })}
        onCancel={() => setDialog(undefined)}
      />
      {dialog === 'share' && <ShareStudyDialog study={study} onClose={() => setDialog(undefined)} />}
    </>
  );
}
