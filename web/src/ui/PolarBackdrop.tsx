import Box from '@mui/material/Box';

const RINGS = [90, 170, 250, 330, 410, 490];
const SPOKES = Array.from({ length: 12 }, (_, i) => (i * Math.PI) / 6);

/** The grid of a polar plot, as a quiet decoration behind headings; `aside` leaves the left half to text. */
export function PolarBackdrop({ aside = false }: { aside?: boolean }) {
  return (
    <Box
      component="svg"
      aria-hidden
      viewBox={aside ? '-950 -300 1300 600' : '-500 -500 1000 1000'}
      sx={{
        position: 'absolute',
        inset: 0,
        width: '100%',
        height: '100%',
        color: 'primary.main',
        opacity: 0.16,
        pointerEvents: 'none',
      }}
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      stroke="currentColor"
    >
      {RINGS.map((r) => (
        <circle key={r} r={r} />
      ))}
      {SPOKES.map((angle) => (
        <line
          key={angle}
          x1={90 * Math.cos(angle)}
          y1={90 * Math.sin(angle)}
          x2={490 * Math.cos(angle)}
          y2={490 * Math.sin(angle)}
        />
      ))}
    </Box>
  );
}
