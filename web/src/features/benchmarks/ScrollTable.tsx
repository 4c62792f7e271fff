import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** A table of figures that scrolls sideways within itself on narrow screens, by keyboard as well; its caption names it. */
export function ScrollTable({
  caption,
  captionHidden = false,
  minWidth = 640,
  testId,
  children,
}: {
  caption: string;
  captionHidden?: boolean;
  minWidth?: number;
  testId?: string;
  children: ReactNode;
}) {
  return (
    <Box
      tabIndex={0}
      role="region"
      aria-label={caption}
      sx={{
        overflowX: 'auto',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: 2 },
      }}
    >
      <Box
        component="table"
        data-testid={testId}
        sx={{
          borderCollapse: 'collapse',
          width: '100%',
          minWidth,
          fontSize: '0.8125rem',
          fontVariantNumeric: 'tabular-nums',
          '& caption': captionHidden
            ? { position: 'absolute', clipPath: 'inset(50%)', width: 1, height: 1, overflow: 'hidden' }
            : { textAlign: 'left', px: 1.5, py: 1.25, fontWeight: 600, fontSize: '0.875rem' },
          '& th, & td': { px: 1.5, py: 0.875, textAlign: 'right', verticalAlign: 'top' },
          '& th': { fontWeight: 600 },
          '& .text': { textAlign: 'left' },
          '& th, & .figure': { whiteSpace: 'nowrap' },
          '& .words': { whiteSpace: 'normal' },
          '& thead th': { color: 'text.secondary', verticalAlign: 'bottom' },
          '& tbody tr': { borderTop: 1, borderColor: 'divider' },
        }}
      >
        <caption>{caption}</caption>
        {children}
      </Box>
    </Box>
  );
}
