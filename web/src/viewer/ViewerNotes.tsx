import Box from '@mui/material/Box';
import { alpha } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Rectangle } from './useBoxDrag.ts';

/** White on it can be read in both themes. */
export const WARNING_RED = '#b3261e';

/** Stands instead of the picture where the browser cannot draw it. */
export function NoWebgl() {
  const { t } = useTranslation('viewer');
  return (
    <Typography role="alert" sx={{ p: 2 }}>
      {t('noWebgl')}
    </Typography>
  );
}

/** Stands on top of the view, in white on red. */
export function ViewerWarning({ warning }: { warning: string }) {
  return (
    <Typography
      variant="body2"
      data-testid="viewer-warning"
      sx={{
        position: 'absolute',
        top: 10,
        left: 8,
        right: 8,
        mx: { xs: 0, sm: 'auto' },
        width: 'fit-content',
        maxWidth: 'calc(100% - 130px)',
        px: 1.5,
        py: 0.5,
        pointerEvents: 'none',
        textAlign: 'center',
        fontWeight: 700,
        color: '#ffffff',
        bgcolor: WARNING_RED,
        borderRadius: 0.5,
      }}
    >
      {warning}
    </Typography>
  );
}

/** How parts are chosen by a box, until one is drawn */
export function BoxHint() {
  const { t } = useTranslation('viewer');
  return (
    <Typography
      variant="caption"
      role="status"
      sx={{
        position: 'absolute',
        top: 8,
        right: 8,
        maxWidth: 'calc(100% - 16px)',
        px: 1,
        py: 0.25,
        pointerEvents: 'none',
        bgcolor: 'background.paper',
        borderRadius: 0.5,
      }}
    >
      {t('box.hint')}
    </Typography>
  );
}

/** The box that is being drawn */
export function BoxOutline({ rectangle }: { rectangle: Rectangle }) {
  return (
    <Box
      aria-hidden
      data-testid="viewer-box-drawn"
      style={rectangle}
      sx={{
        position: 'absolute',
        border: '1px dashed',
        borderColor: 'primary.main',
        bgcolor: (theme) => alpha(theme.palette.primary.main, 0.15),
        pointerEvents: 'none',
      }}
    />
  );
}
