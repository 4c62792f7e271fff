import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icons.tsx';
import { peakPoints, pointsNearX, type PlacedMarker, type PlotMarker } from './markers.ts';
import { plotNumber } from './plotNumber.ts';
import { axisTitle, type PlotQuantity, type PlotSeries } from './series.ts';

interface MarkerPanelProps {
  markers: readonly PlacedMarker[];
  series: readonly PlotSeries[];
  x: PlotQuantity;
  y: PlotQuantity;
  onChange: (markers: readonly PlotMarker[]) => void;
}

/** Markers by number, by the peak, or by a click into the plot; each with its value and its distance to the first. */
export function MarkerPanel({ markers, series, x, y, onChange }: MarkerPanelProps) {
  const { t, i18n } = useTranslation('plots');
  const [text, setText] = useState('');
  const at = Number(text.replace(',', '.'));
  const valid = text.trim() !== '' && Number.isFinite(at);
  const number = (value: number) => plotNumber(value, i18n.language, 6);
  const add = (more: readonly PlotMarker[]) => {
    const known = new Set(markers.map(keyOf));
    onChange([
      ...markers.map(({ seriesId, x: place }) => ({ seriesId, x: place })),
      ...more.filter((one) => !known.has(keyOf(one))),
    ]);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (valid) add(pointsNearX(series, at));
  };
  const first = markers[0];
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, mt: 1 }}>
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
      >
        <TextField
          size="small"
          fullWidth={false}
          label={axisTitle(x)}
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={text.trim() !== '' && !valid}
          slotProps={{ htmlInput: { inputMode: 'decimal', 'data-testid': 'marker-x' } }}
          sx={{ width: 190 }}
        />
        <Button type="submit" size="small" variant="outlined" disabled={!valid} data-testid="marker-add">
          {t('marker.add')}
        </Button>
        <Button
          size="small"
          variant="outlined"
          onClick={() => add(peakPoints(series))}
          data-testid="marker-peaks"
        >
          {t('marker.peaks')}
        </Button>
        {markers.length > 0 && (
          <Button size="small" onClick={() => onChange([])}>
            {t('marker.clear')}
          </Button>
        )}
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('marker.hint')}
        </Typography>
      </Box>
      {markers.length > 0 && (
        <Box tabIndex={0} role="region" aria-label={t('marker.title')} sx={{ overflowX: 'auto' }}>
          <Box component="table" data-testid="marker-table" sx={tableStyle}>
            <thead>
              <tr>
                <th scope="col">{t('marker.number')}</th>
                <th scope="col">{t('curve')}</th>
                <th scope="col">{axisTitle(x)}</th>
                <th scope="col">{axisTitle(y)}</th>
                <th scope="col">{`Δ ${axisTitle(x)}`}</th>
                <th scope="col">{`Δ ${axisTitle({ ...y, unit: y.unit === 'dBsm' ? 'dB' : y.unit })}`}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {markers.map((marker, i) => (
                <tr key={keyOf(marker)}>
                  <th scope="row">{i + 1}</th>
                  <td>{marker.name}</td>
                  <td data-value={marker.x}>{number(marker.x)}</td>
                  <td data-value={marker.y}>{number(marker.y)}</td>
                  <td>{i > 0 && first ? number(marker.x - first.x) : ''}</td>
                  <td>{i > 0 && first ? number(marker.y - first.y) : ''}</td>
                  <td>
                    <IconButton
                      size="small"
                      aria-label={t('marker.removeNumber', { number: i + 1 })}
                      onClick={() => onChange(markers.filter((_, k) => k !== i))}
                    >
                      <Icon name="close" fontSize="small" />
                    </IconButton>
                  </td>
                </tr>
              ))}
            </tbody>
          </Box>
        </Box>
      )}
    </Box>
  );
}

const keyOf = ({ seriesId, x }: PlotMarker) => `${x}/${seriesId}`;

/** Small tables under a plot. */
export const tableStyle = {
  borderCollapse: 'collapse',
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { px: 1.5, py: 0.5, textAlign: 'right', whiteSpace: 'nowrap' },
  '& td:nth-of-type(1), & th:nth-of-type(2)': { textAlign: 'left' },
  '& thead th': { borderBottom: 1, borderColor: 'divider' },
} as const;
