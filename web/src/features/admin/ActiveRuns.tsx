import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { PRIORITIES, PrioritySchema, type AdminRun } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import type { useSetPriority } from '../../api/admin.ts';
import { DataTable } from './DataTable.tsx';
import { useRunColumns } from './runColumns.tsx';
import { TwoLines, useTexts } from './texts.tsx';

const PRIORITY_NAMES = { [-1]: 'low', 0: 'normal', 1: 'high' } as const;

type Prioritize = ReturnType<typeof useSetPriority>;

interface ActiveRunsProps {
  runs: AdminRun[];
  prioritize: Prioritize;
  onStop: (run: AdminRun) => void;
}

/** What waits and runs: how far each is, its priority, and a button that stops it. */
export function ActiveRuns({ runs, prioritize, onStop }: ActiveRunsProps) {
  const { t } = useTranslation('admin');
  const { when } = useTexts();
  const runColumns = useRunColumns();
  if (runs.length === 0) return <Typography sx={{ color: 'text.secondary' }}>{t('queue.idle')}</Typography>;
  return (
    <DataTable
      label={t('queue.active', { count: runs.length })}
      testId="admin-active"
      rows={runs}
      columns={[
        ...runColumns,
        { title: t('queue.progress'), cell: (row) => <RunProgress run={row} /> },
        { title: t('queue.priority'), cell: (row) => <PrioritySelect run={row} prioritize={prioritize} /> },
        { title: t('queue.worker'), cell: ({ worker }) => worker ?? '–' },
        { title: t('queue.begun'), cell: (row) => when(row.startedDate ?? row.createdDate) },
        {
          title: t('users.actions'),
          cell: (row) => (
            <Button
              size="small"
              color="error"
              onClick={() => onStop(row)}
              aria-label={t('queue.stopWhat', { project: row.projectName })}
              data-testid={`run-cancel-${row.id}`}
            >
              {t('queue.stop')}
            </Button>
          ),
        },
      ]}
    />
  );
}

/** The place in the queue or the share that is done, and what the run is estimated to take. */
function RunProgress({ run }: { run: AdminRun }) {
  const { t } = useTranslation('admin');
  const { percent, bytes } = useTexts();
  const { queuePosition, waitingFor, fraction, detail, estimate } = run;
  return (
    <TwoLines
      first={
        queuePosition === null
          ? `${percent(fraction ?? 0)} ${detail}`
          : [
              t('queue.position', { position: queuePosition }),
              ...(waitingFor ? [t(`queue.waiting.${waitingFor}`)] : []),
            ].join(', ')
      }
      second={
        estimate === null
          ? ''
          : t('queue.estimate', {
              seconds: Math.ceil(estimate.seconds),
              memory: bytes(estimate.memoryBytes),
            })
      }
    />
  );
}

/** Open to change while the run waits. */
function PrioritySelect({ run, prioritize }: { run: AdminRun; prioritize: Prioritize }) {
  const { t } = useTranslation('admin');
  return (
    <TextField
      select
      size="small"
      variant="standard"
      disabled={run.status !== 'Queued' || prioritize.isPending}
      value={run.priority}
      onChange={({ target }) =>
        prioritize.mutate({ id: run.id, priority: PrioritySchema.parse(Number(target.value)) })
      }
      slotProps={{
        select: {
          SelectDisplayProps: {
            'aria-label': t('queue.priorityOf', { project: run.projectName }),
          },
        },
      }}
      data-testid={`run-priority-${run.id}`}
    >
      {PRIORITIES.map((priority) => (
        <MenuItem key={priority} value={priority}>
          {t(`queue.priorities.${PRIORITY_NAMES[priority]}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}
