import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';

/** The first stop of the keyboard: past the menu, to the element `main`. */
export function SkipLink() {
  const { t } = useTranslation('shell');
  return (
    <Box
      component="a"
      href="#main"
      sx={{
        position: 'absolute',
        left: -9999,
        zIndex: 2000,
        p: 1,
        bgcolor: 'background.paper',
        color: 'text.primary',
        '&:focus': { left: 8, top: 8 },
      }}
    >
      {t('skip')}
    </Box>
  );
}
