import { useTheme } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { placedMarkers, type PlotMarker } from './markers.ts';
import { PlotFrame, type PlotFrameProps } from './PlotFrame.tsx';
import { plotStyle } from './plotStyle.ts';
import { polarOption, type PolarOrientation } from './polarOption.ts';

const SPANS_DB = [20, 40, 60, 80, 100] as const;
/** On a phone not much higher than wide */
const POLAR_HEIGHT = 'min(520px, 100cqw + 60px)';
const FULL_TURN: [number, number] = [0, 360];

export type PolarPlotProps = PlotFrameProps & { orientation: PolarOrientation };

/** Curves over an angle, laid as the angle lies in space; see PolarOrientation. */
export default function PolarPlot({ orientation, ...frame }: PolarPlotProps) {
  const { t, i18n } = useTranslation('plots');
  const theme = useTheme();
  const [span, setSpan] = useState<number>(SPANS_DB[1]);
  const { series, x, y } = frame;
  const inDecibel = frame.scale !== 'linear';
  const [wanted, setWanted] = useState<readonly PlotMarker[]>([]);
  const markers = useMemo(() => placedMarkers(wanted, series), [wanted, series]);
  const option = useMemo(
    () =>
      polarOption(
        {
          series,
          angle: x,
          radius: y,
          orientation,
          span: inDecibel ? span : undefined,
          markers,
          language: i18n.language,
          unconvergedTitle: t('notConverged'),
        },
        plotStyle(theme),
      ),
    [series, x, y, orientation, span, inDecibel, markers, theme, t, i18n.language],
  );
  const spanChoice = inDecibel && (
    <TextField
      select
      size="small"
      fullWidth={false}
      label={t('span')}
      value={span}
      onChange={(event) => setSpan(Number(event.target.value))}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      sx={{ minWidth: 130 }}
    >
      {SPANS_DB.map((value) => (
        <option key={value} value={value}>{`${value} dB`}</option>
      ))}
    </TextField>
  );
  return (
    <PlotFrame
      {...frame}
      {...{ option, markers }}
      onMarkers={setWanted}
      note={t('markersPolar')}
      height={frame.height ?? POLAR_HEIGHT}
      xRange={FULL_TURN}
      tools={spanChoice}
    />
  );
}
