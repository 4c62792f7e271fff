import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { records, useNumbers } from './records.ts';
import { RecordNote } from './Section.tsx';
import { Slide } from './Slide.tsx';

const LARGEST_DB = Math.max(...records.austin.map(({ limitDb }) => limitDb));
const percent = (db: number) => `${(100 * db) / LARGEST_DB}%`;

/** Published cases: what was measured as a bar, the limit as a mark. */
export function AccuracySlide() {
  const { t } = useTranslation('landing');
  const number = useNumbers();
  return (
    <Slide title={t('benchmarks.accuracy.title')} text={t('benchmarks.accuracy.text')}>
      <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: 1.75 }}>
        {records.austin.map(({ id, unknowns, meanDb, limitDb }) => (
          <li key={id}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, fontSize: 14 }}>
              <span>{t(`benchmarks.accuracy.names.${id}`)}</span>
              <Box component="span" sx={{ color: 'text.secondary', flex: 1, minWidth: 'max-content' }}>
                {t('benchmarks.accuracy.unknowns', { number: number(unknowns) })}
              </Box>
              <span>
                <Box component="strong" sx={{ fontWeight: 620 }}>
                  {t('benchmarks.accuracy.value', { value: number(meanDb, 2) })}
                </Box>
                <Box component="span" sx={{ color: 'text.secondary', ml: 1 }}>
                  {t('benchmarks.accuracy.limit', { value: number(limitDb, 2) })}
                </Box>
              </span>
            </Box>
            <Box
              aria-hidden
              sx={{
                position: 'relative',
                height: 8,
                mt: 0.75,
                bgcolor: 'divider',
                borderRadius: 1,
                overflow: 'hidden',
              }}
            >
              <Box sx={{ width: percent(meanDb), height: 1, bgcolor: 'primary.main' }} />
              <Box
                sx={{
                  position: 'absolute',
                  top: 0,
                  bottom: 0,
                  left: `calc(${percent(limitDb)} - 3px)`,
                  width: 3,
                  bgcolor: 'secondary.main',
                }}
              />
            </Box>
          </li>
        ))}
      </Box>
      <RecordNote>{t('record', { file: 'validation/results.json' })}</RecordNote>
    </Slide>
  );
}
