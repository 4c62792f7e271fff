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

export function RunStatusChip({ status }: { status: RunStatus | '' }) {
  const { t } = useTranslation('admin');
  if (status === '') return '–';
  return <Chip size="small" variant="outlined" color={COLORS[status]} label={t(`runStatus.${status}`)} />;
}
