import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { PageTitle } from './PageTitle.tsx';

/** Heading of a page, the title of the tab with it. */
export function PageHeader({ title, text, action }: { title: string; text?: string; action?: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        alignItems: 'flex-end',
        justifyContent: 'space-between',
        mb: 3,
      }}
    >
      <PageTitle page={title} />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h2" component="h1">
          {title}
        </Typography>
        {text !== undefined && (
          <Typography sx={{ color: 'text.secondary', mt: 0.5, maxWidth: '64ch' }}>{text}</Typography>
        )}
      </Box>
      {action}
    </Box>
  );
}
