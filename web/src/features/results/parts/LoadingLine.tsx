import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { Received } from '../data/queries.ts';

/** A download under way; with a share if its length is known. */
export function LoadingLine({ label, received }: { label: string; received?: Received }) {
  return (
    <Box role="status" data-testid="loading-line" sx={{ py: 3 }}>
      <Typography variant="body2" sx={{ mb: 1 }}>
        {label}
      </Typography>
      <LinearProgress
        aria-label={label}
        {...(received === undefined ? {} : { variant: 'determinate' as const, value: 100 * received })}
      />
    </Box>
  );
}
