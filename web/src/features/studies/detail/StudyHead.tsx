import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { Study } from '@pace/contract';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangeStudy, useDeleteStudy } from '../../../api/studies.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Icon } from '../../../ui/icons.tsx';
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
  return (
    <>
      {status === 'Open' && (
        <Button
          size="small"
          variant="outlined"
          startIcon={<Icon name="close" />}
          loading={change.isPending}
          loadingPosition="start"
          onClick={() => change.mutate('cancel')}
          data-testid="study-cancel"
        >
          {t('actions.cancel')}
        </Button>
      )}
      {status === 'Cancelled' && (
        <Button
          size="small"
          variant="contained"
          startIcon={<Icon name="play" />}
          loading={change.isPending}
          loadingPosition="start"
          onClick={() => change.mutate('resume')}
          data-testid="study-resume"
        >
          {t('actions.resume')}
        </Button>
      )}
      <Button
        size="small"
        variant="outlined"
        startIcon={<Icon name="show" />}
        onClick={() => setDialog('share')}
        data-testid="study-share"
      >
        {t('actions.share')}
      </Button>
      <Button
        size="small"
        variant="outlined"
        startIcon={<Icon name="edit" />}
        onClick={() => setDialog('rename')}
      >
        {t('actions.rename')}
      </Button>
      <Button
        size="small"
        variant="outlined"
        color="error"
        startIcon={<Icon name="delete" />}
        onClick={() => setDialog('delete')}
        data-testid="study-delete"
      >
        {t('actions.delete')}
      </Button>
      {change.isError && <ErrorAlert error={change.error} />}
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
