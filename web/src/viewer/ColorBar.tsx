import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { paletteGradient, type PaletteName } from './palettes.ts';
import { barLabels, powerOfTen, rangeTicks, shortNumber } from './scalarRange.ts';

interface ColorBarProps {
  palette: PaletteName;
  range: [number, number];
  label: string;
  unit: string;
}

/** Legend of the colours: gradient with numbers, largest on top. */
export function ColorBar({ palette, range, label, unit }: ColorBarProps) {
  const { t, i18n } = useTranslation('viewer');
  const { labels, power } = barLabels(rangeTicks(range).reverse(), i18n.language);
  return (
    <Box
      data-testid="color-bar"
      data-range={JSON.stringify(range)}
      role="img"
      aria-label={t('colorBar.description', {
        label,
        unit,
        low: shortNumber(range[0], i18n.language),
        high: shortNumber(range[1], i18n.language),
      })}
      sx={{
        position: 'absolute',
        top: 8,
        right: 8,
        p: 1,
        borderRadius: 1,
        pointerEvents: 'none',
        bgcolor: (theme) =>
          theme.palette.mode === 'dark' ? 'rgba(0 0 0 / 0.55)' : 'rgba(255 255 255 / 0.8)',
      }}
    >
      <Typography variant="caption" component="div" sx={{ fontWeight: 600, mb: 0.5 }}>
        {label} [{power === 0 ? unit : `${powerOfTen(power)} ${unit}`}]
      </Typography>
      <Box sx={{ display: 'flex', height: { xs: 130, sm: 200 } }}>
        <Box sx={{ width: 16, borderRadius: 0.5, background: paletteGradient(palette, 'to top') }} />
        <Box sx={{ display: 'flex', flexDirection: 'column', justifyContent: 'space-between', ml: 1 }}>
          {labels.map((text, i) => (
            <Typography
              key={i}
              variant="caption"
              sx={{ lineHeight: 1, fontVariantNumeric: 'tabular-nums', textAlign: 'right' }}
            >
              {text}
            </Typography>
          ))}
        </Box>
      </Box>
    </Box>
  );
}
