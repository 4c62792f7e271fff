import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useThemeMode } from '../../ui/themeMode.ts';
import story from './design.json';
import { designFigures } from './designFigures.ts';
import { DESIGN_PICTURES, PICTURE_SIZE } from './pictures.ts';
import { RecordNote, Section } from './Section.tsx';

const LEVELS = ['before', 'predicted', 'computed'] as const;

/** The largest echo of an aircraft: the parts that make it, what a coating on them was predicted to do, and what it does. */
export function DesignStory() {
  const { t, i18n } = useTranslation('landing');
  const { mode } = useThemeMode();
  const figures = designFigures(story, i18n.language);
  return (
    <Section id="design" title={t('design.title')} text={t('design.text')}>
      <Typography sx={{ mt: 3, maxWidth: '78ch', color: 'text.secondary' }}>
        {t('design.story', figures)}
      </Typography>
      <Box
        component="dl"
        sx={{
          m: 0,
          mt: 4,
          display: 'grid',
          gap: { xs: 2, sm: 3 },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
        }}
      >
        {LEVELS.map((level) => (
          <Box
            key={level}
            sx={{
              display: 'flex',
              flexDirection: 'column-reverse',
              justifyContent: 'flex-end',
              borderTop: 2,
              borderColor: level === 'before' ? 'secondary.main' : 'primary.main',
              pt: 1.5,
            }}
          >
            <Box component="dt" sx={{ color: 'text.secondary', fontSize: 14 }}>
              {t(`design.levels.${level}`, figures)}
            </Box>
            <Box
              component="dd"
              data-testid={`design-${level}`}
              sx={{ m: 0, fontSize: '1.75rem', fontWeight: 620, lineHeight: 1.3 }}
            >
              {t('design.dbsm', { value: figures[level] })}
            </Box>
          </Box>
        ))}
      </Box>
      <Box
        sx={{
          mt: 4,
          display: 'grid',
          gap: { xs: 3, md: 4 },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {DESIGN_PICTURES.map((name) => (
          <Box
            component="figure"
            key={name}
            sx={{ m: 0, border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}
          >
            <Box
              component="img"
              src={`/landing/${name}-${mode}-${i18n.language}.webp`}
              alt={t(`design.pictures.${name}.alt`, figures)}
              {...PICTURE_SIZE}
              loading="lazy"
              sx={{ width: '100%', height: 'auto', display: 'block' }}
            />
            <Box
              component="figcaption"
              sx={{ px: 2.5, py: 1.5, borderTop: 1, borderColor: 'divider', fontSize: 14 }}
            >
              {t(`design.pictures.${name}.caption`, figures)}
            </Box>
          </Box>
        ))}
      </Box>
      <Typography sx={{ mt: 3, maxWidth: '78ch', color: 'text.secondary' }}>
        {t('design.range', figures)}
      </Typography>
      <RecordNote>{t('record', { file: story.record })}</RecordNote>
    </Section>
  );
}
