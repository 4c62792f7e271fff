import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Logo } from '../../ui/Logo.tsx';
import { PolarCut } from './PolarCut.tsx';
import { WayIn } from './WayIn.tsx';

const PRODUCT = 'Pace';

export function Hero() {
  const { t } = useTranslation('landing');
  return (
    <Box
      sx={{
        maxWidth: 1180,
        mx: 'auto',
        px: { xs: 2.5, sm: 4 },
        py: { xs: 6, md: 9 },
        display: 'grid',
        gap: { xs: 5, md: 6 },
        alignItems: 'center',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1.05fr)' },
      }}
    >
      <div>
        <Logo markOnly height={44} />
        <Typography variant="h1" sx={{ mt: 2 }}>
          {PRODUCT}
        </Typography>
        <Typography
          lang="en"
          sx={{
            fontSize: 'clamp(1.25rem, 3vw, 1.625rem)',
            lineHeight: 1.3,
            mt: 2,
            color: 'primary.main',
            fontWeight: 550,
          }}
        >
          {t('subtitle')}
        </Typography>
        <Typography
          variant="subtitle1"
          component="p"
          sx={{ mt: 3, maxWidth: '52ch', color: 'text.secondary' }}
        >
          {t('intro')}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 4 }}>
          <WayIn large />
        </Box>
      </div>
      <PolarCut />
    </Box>
  );
}
