import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { records, useNumbers } from './records.ts';
import { RecordNote, Section } from './Section.tsx';

const FEATURES: { key: string; icon: IconName; record?: string }[] = [
  { key: 'fullWave', icon: 'wave' },
  { key: 'large', icon: 'cube', record: records.largest.record },
  { key: 'angles', icon: 'angles', record: records.aircraft.record },
  { key: 'doctor', icon: 'search' },
  { key: 'checked', icon: 'check', record: records.cases.record },
  { key: 'yours', icon: 'shield' },
];

export function Features() {
  const { t } = useTranslation('landing');
  const figures = useFigures();
  return (
    <Section id="whypace" title={t('features.title')} text={t('features.text')}>
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          p: 0,
          m: 0,
          mt: 5,
          display: 'grid',
          gap: '1px',
          bgcolor: 'divider',
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          overflow: 'hidden',
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: 'repeat(3, 1fr)' },
        }}
      >
        {FEATURES.map(({ key, icon, record }) => (
          <Box
            component="li"
            key={key}
            sx={{
              bgcolor: 'background.default',
              p: { xs: 2.5, md: 3.5 },
              display: 'flex',
              flexDirection: 'column',
            }}
          >
            <Icon name={icon} sx={{ color: 'primary.main', mb: 1.5 }} />
            <Typography variant="h4" component="h3" gutterBottom>
              {t(`features.${key}.title`)}
            </Typography>
            <Typography sx={{ color: 'text.secondary' }}>
              {t(`features.${key}.text`, figures[key])}
            </Typography>
            {record !== undefined && <RecordNote>{t('record', { file: record })}</RecordNote>}
          </Box>
        ))}
      </Box>
    </Section>
  );
}

/** What is put into the texts, by feature. */
function useFigures(): Record<string, Record<string, string | number>> {
  const number = useNumbers();
  const { largest, aircraft, cases } = records;
  return {
    large: {
      unknowns: number(largest.unknowns),
      processors: largest.processors,
      minutes: number(largest.wallSeconds / 60, 1),
      memory: number(largest.bytesPerUnknown / 1000, 1),
    },
    angles: {
      unknowns: number(aircraft.unknowns),
      angles: number(aircraft.rightHandSides),
      hours: number(aircraft.coreHours, 2),
    },
    checked: { passed: cases.passed, total: cases.total },
  };
}
