import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { PolarBackdrop } from '../../ui/PolarBackdrop.tsx';
import { WayIn } from './WayIn.tsx';

export function CallToAction() {
  const { t } = useTranslation('landing');
  return (
    <Box
      component="section"
      aria-labelledby="begin"
      sx={{ position: 'relative', overflow: 'hidden', borderTop: 1, borderColor: 'divider' }}
    >
      <PolarBackdrop aside />
      <Box
        sx={{
          position: 'relative',
          maxWidth: 1180,
          mx: 'auto',
          px: { xs: 2.5, sm: 4 },
          py: { xs: 7, md: 11 },
        }}
      >
        <Typography id="begin" variant="h2">
          {t('call.title')}
        </Typography>
        <Typography
          variant="subtitle1"
          component="p"
          sx={{ mt: 1.5, mb: 4, maxWidth: '52ch', color: 'text.secondary' }}
        >
          {t('call.text')}
        </Typography>
        <WayIn />
      </Box>
    </Box>
  );
}
