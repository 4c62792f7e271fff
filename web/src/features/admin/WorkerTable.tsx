import Alert from '@mui/material/Alert';
import Chip from '@mui/material/Chip';
import type { AdminWorker } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { DataTable } from './DataTable.tsx';
import { TwoLines, useTexts } from './texts.tsx';

/** Processes that work on runs: where, by what, since when, on what, and which of them have gone silent. */
export function WorkerTable({ workers }: { workers: AdminWorker[] }) {
  const { t } = useTranslation('admin');
  const { when, bytes } = useTexts();
  const place = ({ engine, version, isThisServer }: AdminWorker) =>
    [...(isThisServer ? [t('queue.thisServer')] : []), t('queue.engine', { engine, version })].join(', ');
  return (
    <>
      {workers.every(({ isSilent }) => isSilent) && (
        <Alert severity="warning" sx={{ mb: 1.5 }} data-testid="admin-no-worker">
          {t('queue.noWorker')}
        </Alert>
      )}
      {workers.length > 0 && (
        <DataTable
          label={t('queue.workers')}
          testId="admin-workers"
          minWidth={1040}
          rows={workers}
          columns={[
            {
              title: t('queue.worker'),
              cell: (worker) => <TwoLines first={worker.name} second={place(worker)} />,
            },
            {
              title: t('queue.status'),
              cell: ({ isSilent }) => (
                <Chip
                  size="small"
                  variant="outlined"
                  color={isSilent ? 'error' : 'success'}
                  label={t(isSilent ? 'queue.silent' : 'queue.alive')}
                />
              ),
            },
            {
              title: t('queue.worksOn'),
              cell: ({ runs }) =>
                runs.length === 0
                  ? '–'
                  : runs.map(({ id, kind, projectName }) => (
                      <TwoLines key={id} first={projectName} second={t(`kinds.${kind}`)} />
                    )),
            },
            {
              title: t('queue.capacity'),
              cell: ({ slots, cores, memory }) => (
                <TwoLines
                  first={
                    memory
                      ? t('queue.admits', {
                          cores: t('queue.cores', { count: cores }),
                          reserved: bytes(memory.reservedBytes),
                          budget: bytes(memory.budgetBytes),
                        })
                      : t('queue.admitsOnCluster', { cores: t('queue.cores', { count: cores }) })
                  }
                  second={t('queue.slots', { ...slots })}
                />
              ),
            },
            { title: t('queue.since'), cell: ({ startedDate }) => when(startedDate) },
            { title: t('queue.lastSeen'), cell: ({ lastSeenDate }) => when(lastSeenDate) },
          ]}
        />
      )}
    </>
  );
}
