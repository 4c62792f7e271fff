import Chip from '@mui/material/Chip';
import type { RunStatus } from '@pace/contract';
import { useTranslation } from 'react-i18next';

const COLORS: Record<RunStatus, 'default' | 'info' | 'success' | 'error' | 'warning'> = {
  Queued: 'default',
  Starting: 'info',
  Running: 'info',
  Finished: 'success',
  Error: 'error',
  Cancelled: 'warning',
};

export function RunStatusChip({
  status,
  converged = null,
}: {
  status: RunStatus | '';
  /** Of a solver run that has finished */
  converged?: boolean | null;
}) {
  const { t } = useTranslation('admin');
  if (status === '') return '–';
  if (status === 'Finished' && converged === false)
    return <Chip size="small" variant="outlined" color="error" label={t('notConverged')} />;
  return <Chip size="small" variant="outlined" color={COLORS[status]} label={t(`runStatus.${status}`)} />;
}
