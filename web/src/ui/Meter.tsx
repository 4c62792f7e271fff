import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

/** How full something is: a name, the figures in words, a bar (none where there is no limit). */
export function Meter({
  label,
  text,
  fraction,
  testId,
}: {
  label: string;
  text: string;
  fraction: number | undefined;
  testId?: string;
}) {
  const id = useId();
  const percent = fraction === undefined ? undefined : Math.min(100, Math.max(0, 100 * fraction));
  return (
    <Box data-testid={testId}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1, mb: 0.5 }}>
        <Typography id={id} variant="body2">
          {label}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {text}
        </Typography>
      </Box>
      {percent !== undefined && (
        <LinearProgress
          variant="determinate"
          value={percent}
          aria-labelledby={id}
          color={percent >= 90 ? 'warning' : 'primary'}
          sx={{ height: 6, borderRadius: 3, bgcolor: 'divider' }}
        />
      )}
    </Box>
  );
}
