import Alert, { type AlertColor } from '@mui/material/Alert';
import { closeSnackbar, SnackbarContent, type CustomContentProps } from 'notistack';
import { forwardRef } from 'react';

const COLORS: Record<string, AlertColor> = { success: 'success', error: 'error', warning: 'warning' };

/** A passing message at the edge of the screen, in the colours of the theme. */
export const Toast = forwardRef<HTMLDivElement, CustomContentProps>(function Toast(
  { id, message, variant },
  ref,
) {
  return (
    <SnackbarContent ref={ref} role="status">
      <Alert
        severity={COLORS[variant] ?? 'info'}
        onClose={() => closeSnackbar(id)}
        sx={{ width: '100%', bgcolor: 'background.paper', boxShadow: 8 }}
      >
        {message}
      </Alert>
    </SnackbarContent>
  );
});
