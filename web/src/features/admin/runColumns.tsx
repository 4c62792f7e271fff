import type { AdminRun } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import type { Column } from './DataTable.tsx';
import { RunStatusChip } from './RunStatusChip.tsx';
import { TwoLines } from './texts.tsx';

/** What every table of runs begins with: which run, of what kind, in which state. */
export function useRunColumns(): Column<AdminRun>[] {
  const { t } = useTranslation('admin');
  return [
    {
      title: t('queue.run'),
      cell: ({ projectName, ownerEmail }) => <TwoLines first={projectName} second={ownerEmail} />,
    },
    { title: t('queue.kind'), cell: (row) => t(`kinds.${row.kind}`) },
    {
      title: t('queue.status'),
      cell: (row) => <RunStatusChip status={row.status} converged={row.converged} />,
    },
  ];
}
