import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { PRIORITIES, PrioritySchema, type AdminRun } from '@pace/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAdminQueue, useCancelAnyRun, useSetPriority } from '../../api/admin.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { LoadingScreen } from '../../ui/LoadingScreen.tsx';
import { DataTable, type Column } from './DataTable.tsx';
import { RunStatusChip } from './RunStatusChip.tsx';
import { TwoLines, useTexts } from './texts.tsx';
import { WorkerTable } from './WorkerTable.tsx';

const PRIORITY_NAMES = { [-1]: 'low', 0: 'normal', 1: 'high' } as const;

/** What is said of a run that ended beside its state: nothing where that is only the state again. */
const beyond = ({ status, detail }: AdminRun) => (detail === status ? '' : detail);

/** What waits, runs and has just ended, and who works. */
export function QueuePanel() {
  const { t } = useTranslation('admin');
  const { when, percent, bytes } = useTexts();
  const queue = useAdminQueue();
  const cancel = useCancelAnyRun();
  const prioritize = useSetPriority();
  const [stopping, setStopping] = useState<AdminRun>();
  if (queue.isError) return <ErrorAlert error={queue.error} />;
  if (!queue.data) return <LoadingScreen />;
  const { active, recent, workers } = queue.data;
  const run: Column<AdminRun> = {
    title: t('queue.run'),
    cell: ({ projectName, ownerEmail }) => <TwoLines first={projectName} second={ownerEmail} />,
  };
  const kind: Column<AdminRun> = { title: t('queue.kind'), cell: (row) => t(`kinds.${row.kind}`) };
  const status: Column<AdminRun> = {
    title: t('queue.status'),
    cell: (row) => <RunStatusChip status={row.status} converged={row.converged} />,
  };
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {cancel.isError && <ErrorAlert error={cancel.error} />}
      {prioritize.isError && <ErrorAlert error={prioritize.error} />}
      <section>
        <Heading>{t('queue.active', { count: active.length })}</Heading>
        {active.length === 0 ? (
          <Typography sx={{ color: 'text.secondary' }}>{t('queue.idle')}</Typography>
        ) : (
          <DataTable
            label={t('queue.active', { count: active.length })}
            testId="admin-active"
            rows={active}
            columns={[
              run,
              kind,
              status,
              {
                title: t('queue.progress'),
                cell: ({ queuePosition, waitingFor, fraction, detail, estimate }) => (
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
                ),
              },
              {
                title: t('queue.priority'),
                cell: (row) => (
                  <TextField
                    select
                    size="small"
                    variant="standard"
                    disabled={row.status !== 'Queued' || prioritize.isPending}
                    value={row.priority}
                    onChange={({ target }) =>
                      prioritize.mutate({ id: row.id, priority: PrioritySchema.parse(Number(target.value)) })
                    }
                    slotProps={{
                      select: {
                        SelectDisplayProps: {
                          'aria-label': t('queue.priorityOf', { project: row.projectName }),
                        },
                      },
                    }}
                    data-testid={`run-priority-${row.id}`}
                  >
                    {PRIORITIES.map((priority) => (
                      <MenuItem key={priority} value={priority}>
                        {t(`queue.priorities.${PRIORITY_NAMES[priority]}`)}
                      </MenuItem>
                    ))}
                  </TextField>
                ),
              },
              { title: t('queue.worker'), cell: ({ worker }) => worker ?? '–' },
              { title: t('queue.begun'), cell: (row) => when(row.startedDate ?? row.createdDate) },
              {
                title: t('users.actions'),
                cell: (row) => (
                  <Button
                    size="small"
                    color="error"
                    onClick={() => setStopping(row)}
                    aria-label={t('queue.stopWhat', { project: row.projectName })}
                    data-testid={`run-cancel-${row.id}`}
                  >
                    {t('queue.stop')}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </section>
      <section>
        <Heading>{t('queue.workers')}</Heading>
        <WorkerTable workers={workers} />
      </section>
      {recent.length > 0 && (
        <section>
          <Heading>{t('queue.recent')}</Heading>
          <DataTable
            label={t('queue.recent')}
            testId="admin-recent"
            rows={recent}
            columns={[
              run,
              kind,
              status,
              {
                title: t('queue.ended'),
                cell: (row) => <TwoLines first={when(row.endedDate)} second={beyond(row)} />,
              },
            ]}
          />
        </section>
      )}
      {stopping && (
        <ConfirmDialog
          open
          destructive
          title={t('queue.stopTitle')}
          text={t('queue.stopText', { project: stopping.projectName, owner: stopping.ownerEmail })}
          confirmLabel={t('queue.stop')}
          testId="run-cancel-confirm"
          onCancel={() => setStopping(undefined)}
          onConfirm={() => {
            cancel.mutate({ id: stopping.id });
            setStopping(undefined);
          }}
        />
      )}
    </Box>
  );
}

function Heading({ children }: { children: string }) {
  return (
    <Typography variant="h4" component="h2" sx={{ mb: 1.5 }}>
      {children}
    </Typography>
  );
}
