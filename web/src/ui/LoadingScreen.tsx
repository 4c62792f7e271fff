import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { useTranslation } from 'react-i18next';

export function LoadingScreen() {
  const { t } = useTranslation();
  return (
    <Box
      role="status"
      aria-label={t('loading')}
      sx={{ display: 'grid', placeItems: 'center', minHeight: '40vh' }}
    >
      <CircularProgress size={32} aria-hidden />
    </Box>
  );
}
