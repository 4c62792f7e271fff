import Box from '@mui/material/Box';

/**
 * The wordmark: three parallel wavefronts meeting a target, then "pace" drawn with one pen.
 * Colours follow the text around it and the primary colour of the theme.
 */
export function Logo({ height = 28, markOnly = false }: { height?: number; markOnly?: boolean }) {
  const width = markOnly ? 34 : 128;
  return (
    <Box
      component="svg"
      viewBox={`0 0 ${width} 40`}
      role="img"
      aria-label="Pace"
      sx={{ height, width: (height * width) / 40, display: 'block', flex: 'none' }}
      fill="none"
      strokeLinecap="round"
    >
      <Box component="g" sx={{ color: 'primary.main' }} stroke="currentColor" strokeWidth="3.4">
        <path d="M4 31 14 9" opacity="0.45" />
        <path d="M12 31 22 9" opacity="0.72" />
        <path d="M20 31 30 9" />
      </Box>
      {!markOnly && (
        <g stroke="currentColor" strokeWidth="3.4">
          <path d="M45 13.5V36" />
          <circle cx="52.6" cy="21" r="7.6" />
          <circle cx="73.4" cy="21" r="7.6" />
          <path d="M81 13.4v15.2" />
          <path d="M101.2 15.4a7.6 7.6 0 1 0 0 11.2" />
          <path d="M108 21h14.8a7.5 7.5 0 1 0-2.4 5.6" />
        </g>
      )}
    </Box>
  );
}
