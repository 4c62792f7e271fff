import type { AdminRun } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { DataTable } from './DataTable.tsx';
import { useRunColumns } from './runColumns.tsx';
import { TwoLines, useTexts } from './texts.tsx';

/** What is said of a run that ended beside its state: nothing where that is only the state again. */
const beyond = ({ status, detail }: AdminRun) => (detail === status ? '' : detail);

/** Runs that have just ended. */
export function RecentRuns({ runs }: { runs: AdminRun[] }) {
  const { t } = useTranslation('admin');
  const { when } = useTexts();
  const runColumns = useRunColumns();
  return (
    <DataTable
      label={t('queue.recent')}
      testId="admin-recent"
      rows={runs}
      columns={[
        ...runColumns,
        {
          title: t('queue.ended'),
          cell: (row) => <TwoLines first={when(row.endedDate)} second={beyond(row)} />,
        },
      ]}
    />
  );
}
