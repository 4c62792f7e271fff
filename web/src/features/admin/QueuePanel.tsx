import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { AdminRun } from '@pace/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAdminQueue, useCancelAnyRun, useSetPriority } from '../../api/admin.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { LoadingScreen } from '../../ui/LoadingScreen.tsx';
import { ActiveRuns } from './ActiveRuns.tsx';
import { RecentRuns } from './RecentRuns.tsx';
import { WorkerTable } from './WorkerTable.tsx';

/** What waits, runs and has just ended, and who works. */
export function QueuePanel() {
  const { t } = useTranslation('admin');
  const queue = useAdminQueue();
  const cancel = useCancelAnyRun();
  const prioritize = useSetPriority();
  const [stopping, setStopping] = useState<AdminRun>();
  if (queue.isError) return <ErrorAlert error={queue.error} />;
  if (!queue.data) return <LoadingScreen />;
  const { active, recent, workers } = queue.data;
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {cancel.isError && <ErrorAlert error={cancel.error} />}
      {prioritize.isError && <ErrorAlert error={prioritize.error} />}
      <section>
        <Heading>{t('queue.active', { count: active.length })}</Heading>
        <ActiveRuns runs={active} prioritize={prioritize} onStop={setStopping} />
      </section>
      <section>
        <Heading>{t('queue.workers')}</Heading>
        <WorkerTable workers={workers} />
      </section>
      {recent.length > 0 && (
        <section>
          <Heading>{t('queue.recent')}</Heading>
          <RecentRuns runs={recent} />
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
