import { SOLVED_PROGRAM_TYPES } from '@pace/contract/limits';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useThemeMode } from '../../ui/themeMode.ts';
import { Badge } from './Badge.tsx';
import { Carousel } from './Carousel.tsx';
import { PICTURES, PICTURE_SIZE } from './pictures.ts';
import { Section } from './Section.tsx';

const SOLVERS = [
  { key: 'pec', programType: 1 },
  { key: 'coating', programType: 2 },
  { key: 'composite', programType: 3 },
] as const;

export function Solvers() {
  const { t, i18n } = useTranslation('landing');
  const { mode } = useThemeMode();
  const slides = PICTURES.map((name) => ({
    key: name,
    content: (
      <Box component="figure" sx={{ m: 0 }}>
        <Box
          component="img"
          src={`/landing/${name}-${mode}-${i18n.language}.webp`}
          alt={t(`solvers.pictures.${name}`)}
          {...PICTURE_SIZE}
          loading="lazy"
          sx={{ width: '100%', height: 'auto', display: 'block' }}
        />
        <Box
          component="figcaption"
          sx={{ px: 2.5, py: 1.5, borderTop: 1, borderColor: 'divider', fontSize: 14 }}
        >
          {t(`solvers.pictures.${name}`)}
        </Box>
      </Box>
    ),
  }));
  return (
    <Section id="solvers" title={t('solvers.title')} text={t('solvers.text')} raised>
      <Box
        sx={{
          mt: 5,
          display: 'grid',
          gap: { xs: 4, md: 5 },
          gridTemplateColumns: { xs: '1fr', md: 'repeat(3, 1fr)' },
        }}
      >
        {SOLVERS.map(({ key, programType }) => (
          <Box key={key} sx={{ borderTop: 2, borderColor: 'primary.main', pt: 2 }}>
            <Typography variant="h3">{t(`solvers.${key}.title`)}</Typography>
            <Box sx={{ mt: 1, mb: 1.5 }}>
              <State ready={SOLVED_PROGRAM_TYPES.includes(programType)} />
            </Box>
            <Typography sx={{ color: 'text.secondary' }}>{t(`solvers.${key}.text`)}</Typography>
          </Box>
        ))}
      </Box>
      <Carousel label={t('solvers.carousel')} slides={slides} />
    </Section>
  );
}

function State({ ready }: { ready: boolean }) {
  const { t } = useTranslation('landing');
  return (
    <Badge
      color={ready ? 'success' : 'text'}
      label={t(ready ? 'solvers.state.ready' : 'solvers.state.coming')}
    />
  );
}
