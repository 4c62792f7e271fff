import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useUsage } from '../../api/account.ts';
import { bytesText } from '../../ui/bytes.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Meter } from '../../ui/Meter.tsx';

/** What the user has used of what they may use. */
export function UsagePanel() {
  const { t, i18n } = useTranslation('account');
  const usage = useUsage();
  if (usage.isError) return <ErrorAlert error={usage.error} />;
  if (!usage.data) return null;
  const { data } = usage;
  const of = (used: number, limit: number | null, text: (value: number) => string) =>
    limit === null
      ? t('usage.noLimit', { used: text(used) })
      : t('usage.of', { used: text(used), limit: text(limit) });
  const bytes = (value: number) => bytesText(value, i18n.language);
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }} data-testid="usage">
      <Meter
        label={t('usage.storage')}
        text={of(data.storageBytes, data.storageLimitBytes, bytes)}
        fraction={share(data.storageBytes, data.storageLimitBytes)}
        testId="usage-storage"
      />
      <Meter
        label={t('usage.running')}
        text={of(data.runningRuns, data.runningRunsLimit, String)}
        fraction={share(data.runningRuns, data.runningRunsLimit)}
        testId="usage-running"
      />
      <Meter
        label={t('usage.queued')}
        text={of(data.queuedRuns, data.queuedRunsLimit, String)}
        fraction={share(data.queuedRuns, data.queuedRunsLimit)}
        testId="usage-queued"
      />
    </Box>
  );
}

const share = (used: number, limit: number | null) => (limit === null ? undefined : used / limit);
