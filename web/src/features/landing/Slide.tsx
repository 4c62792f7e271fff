import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** One slide of the benchmarks: what is shown, the picture, where its numbers come from. */
export function Slide({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Box
      sx={{
        p: { xs: 2.5, md: 5 },
        height: '100%',
        display: 'grid',
        gap: { xs: 3, md: 6 },
        alignContent: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 4fr) minmax(0, 8fr)' },
      }}
    >
      <div>
        <Typography variant="h3">{title}</Typography>
        <Typography sx={{ color: 'text.secondary', mt: 1.5 }}>{text}</Typography>
      </div>
      <div>{children}</div>
    </Box>
  );
}
