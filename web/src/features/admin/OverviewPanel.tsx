import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useAdminSystem } from '../../api/admin.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { LoadingScreen } from '../../ui/LoadingScreen.tsx';
import { Meter } from '../../ui/Meter.tsx';
import { useTexts } from './texts.tsx';

/** How full the machine is, and how much there is of everything. */
export function OverviewPanel() {
  const { t } = useTranslation('admin');
  const { when, bytes } = useTexts();
  const system = useAdminSystem();
  if (system.isError) return <ErrorAlert error={system.error} />;
  if (!system.data) return <LoadingScreen />;
  const { disk, memory, counts, version, database, mail, startedDate } = system.data;
  const figures = [
    ['overview.users', counts.users],
    ['overview.unconfirmed', counts.unconfirmedUsers],
    ['overview.projects', counts.projects],
    ['overview.openMessages', counts.openMessages],
  ] as const;
  const facts = [
    ['overview.projectFiles', bytes(disk.projectsBytes)],
    ['overview.database', `${bytes(disk.databaseBytes)} (${database})`],
    ['overview.outbox', bytes(disk.outboxBytes)],
    ['overview.mail', t(`overview.mailBy.${mail}`)],
    ['overview.version', version],
    ['overview.started', when(startedDate)],
  ] as const;
  const usage = (used: number, total: number) =>
    t('overview.used', { used: bytes(used), total: bytes(total) });
  const diskUsed = disk.totalBytes - disk.freeBytes;
  const memoryUsed = memory.totalBytes - memory.freeBytes;
  return (
    <Box sx={{ display: 'grid', gap: 4 }} data-testid="admin-overview">
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' }, gap: 2, m: 0 }}
      >
        {figures.map(([label, value]) => (
          <Card key={label} sx={{ p: 2, display: 'flex', flexDirection: 'column-reverse' }}>
            <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
              {t(label)}
            </Typography>
            <Typography component="dd" sx={{ m: 0, fontSize: '1.75rem', fontWeight: 600, lineHeight: 1.2 }}>
              {value}
            </Typography>
          </Card>
        ))}
      </Box>
      <Box sx={{ display: 'grid', gap: 2.5, maxWidth: 760 }}>
        <Meter
          label={t('overview.disk')}
          text={usage(diskUsed, disk.totalBytes)}
          fraction={diskUsed / disk.totalBytes}
          testId="admin-disk"
        />
        <Meter
          label={t('overview.memory')}
          text={usage(memoryUsed, memory.totalBytes)}
          fraction={memoryUsed / memory.totalBytes}
        />
      </Box>
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 2, m: 0, maxWidth: 760 }}
      >
        {facts.map(([label, value]) => (
          <div key={label}>
            <Typography component="dt" variant="overline" sx={{ color: 'text.secondary' }}>
              {t(label)}
            </Typography>
            <Typography component="dd" sx={{ m: 0 }}>
              {value}
            </Typography>
          </div>
        ))}
      </Box>
    </Box>
  );
}
