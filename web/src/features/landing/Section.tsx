import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** A part of the page that the bar's anchors lead to. */
export function Section({
  id,
  title,
  text,
  raised = false,
  children,
}: {
  id: string;
  title: string;
  text?: string;
  raised?: boolean;
  children: ReactNode;
}) {
  const heading = `${id}-title`;
  return (
    <Box
      component="section"
      id={id}
      aria-labelledby={heading}
      sx={{
        scrollMarginTop: 60,
        bgcolor: raised ? 'background.paper' : 'transparent',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ maxWidth: 1180, mx: 'auto', px: { xs: 2.5, sm: 4 }, py: { xs: 7, md: 11 } }}>
        <Typography id={heading} variant="h2">
          {title}
        </Typography>
        {text !== undefined && (
          <Typography
            variant="subtitle1"
            component="p"
            sx={{ mt: 1.5, maxWidth: '62ch', color: 'text.secondary' }}
          >
            {text}
          </Typography>
        )}
        {children}
      </Box>
    </Box>
  );
}

/** Which file of the repository a number was taken from. */
export function RecordNote({ children }: { children: string }) {
  return (
    <Typography
      variant="overline"
      component="p"
      sx={{ color: 'text.secondary', mt: 1, overflowWrap: 'anywhere', textTransform: 'none' }}
    >
      {children}
    </Typography>
  );
}
