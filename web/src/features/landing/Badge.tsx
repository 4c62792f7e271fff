import Box from '@mui/material/Box';

/** A word about the state of something. */
export function Badge({ label, color }: { label: string; color: 'success' | 'secondary' | 'text' }) {
  const main = color === 'text' ? 'text.secondary' : `${color}.main`;
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-block',
        border: 1,
        borderColor: main,
        borderRadius: 4,
        color: main,
        fontSize: 13,
        lineHeight: 1.4,
        px: 1.25,
        py: 0.25,
      }}
    >
      {label}
    </Box>
  );
}
