import { useTranslation } from 'react-i18next';
import { useUsage } from '../../api/account.ts';
import { bytesText } from '../../ui/bytes.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Meter } from '../../ui/Meter.tsx';

/** How much of the storage is used. */
export function StorageMeter() {
  const { t, i18n } = useTranslation('account');
  const usage = useUsage();
  if (usage.isError) return <ErrorAlert error={usage.error} />;
  const used = usage.data?.storageBytes ?? 0;
  const limit = usage.data?.storageLimitBytes ?? null;
  const bytes = (value: number) => bytesText(value, i18n.language);
  const text =
    limit === null
      ? t('usage.noLimit', { used: bytes(used) })
      : t('usage.of', { used: bytes(used), limit: bytes(limit) });
  return (
    <Meter
      label={t('usage.storage')}
      text={usage.data ? text : '…'}
      fraction={limit === null ? undefined : used / limit}
      testId="home-storage"
    />
  );
}
