import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { Badge } from './Badge.tsx';
import { records, useNumbers } from './records.ts';
import { RecordNote } from './Section.tsx';
import { Slide } from './Slide.tsx';

/** Headline sizes of the specification; design targets, not results. */
const TARGET_WAVELENGTHS = { pec: 1000, coating: 750, composite: 350 } as const;
const TARGET_MACHINES = [
  { memory: 256, cores: 64 },
  { memory: 128, cores: 32 },
] as const;

/** What the solver is designed for, set apart from what it has reached. */
export function TargetsSlide() {
  const { t } = useTranslation('landing');
  const number = useNumbers();
  const { largest } = records;
  return (
    <Slide title={t('benchmarks.targets.title')} text={t('benchmarks.targets.text')}>
      <Badge color="secondary" label={t('benchmarks.targets.badge')} />
      <Box
        component="dl"
        sx={{
          m: 0,
          mt: 2,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(3, 1fr)' },
        }}
      >
        {(['pec', 'coating', 'composite'] as const).map((key) => (
          <Fact
            key={key}
            label={`${t('benchmarks.targets.subject')}, ${t(`benchmarks.targets.${key}`)}`}
            value={t('benchmarks.targets.wavelengths', { number: number(TARGET_WAVELENGTHS[key]) })}
          />
        ))}
        <Fact
          label={t('benchmarks.targets.unknowns')}
          value={t('benchmarks.targets.hundredsOfMillions')}
          small
        />
        {TARGET_MACHINES.map((target) => (
          <Fact
            key={target.cores}
            label={t('benchmarks.targets.machines')}
            value={t('benchmarks.targets.machine', target)}
            small
          />
        ))}
      </Box>
      <Box sx={{ borderTop: 1, borderColor: 'divider', mt: 3, pt: 2.5 }}>
        <Badge color="success" label={t('benchmarks.targets.reached')} />
        <Box sx={{ mt: 1.5, fontSize: '1.125rem', fontWeight: 620 }}>
          {t('benchmarks.targets.largest', {
            unknowns: number(largest.unknowns),
            cores: largest.processors,
            memory: number((largest.unknowns * largest.bytesPerUnknown) / 1e9, 1),
          })}
        </Box>
        <RecordNote>{t('record', { file: largest.record })}</RecordNote>
      </Box>
    </Slide>
  );
}

function Fact({ label, value, small = false }: { label: string; value: string; small?: boolean }) {
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column-reverse', justifyContent: 'flex-end' }}>
      <Box component="dt" sx={{ fontSize: 13, color: 'text.secondary' }}>
        {label}
      </Box>
      <Box
        component="dd"
        sx={{ m: 0, fontSize: small ? '1.125rem' : '1.75rem', fontWeight: 620, lineHeight: 1.3 }}
      >
        {value}
      </Box>
    </Box>
  );
}
