import { useTheme } from '@mui/material/styles';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lineOption, type LinePlotInput } from './lineOption.ts';
import { placedMarkers, type PlotMarker } from './markers.ts';
import { PlotFrame, type PlotFrameProps } from './PlotFrame.tsx';
import { plotStyle } from './plotStyle.ts';
import type { PlotSeries } from './series.ts';

export type LinePlotProps = PlotFrameProps &
  Pick<LinePlotInput, 'xRange' | 'xMarks' | 'wholeX' | 'logarithmicY' | 'level'>;

function dataRange(series: readonly PlotSeries[]): [number, number] {
  const ends = series.flatMap(({ x }) => [x[0] ?? 0, x.at(-1) ?? 0]);
  return ends.length > 0 ? [Math.min(...ends), Math.max(...ends)] : [0, 1];
}

/** Curves over x: zoom (box, slider, pinch, Ctrl + wheel), hover, legend, exports, table. */
export default function LinePlot({ xRange, xMarks, wholeX, logarithmicY, level, ...frame }: LinePlotProps) {
  const { t, i18n } = useTranslation('plots');
  const theme = useTheme();
  const { series, x, y } = frame;
  const [wanted, setWanted] = useState<readonly PlotMarker[]>([]);
  const markers = useMemo(() => placedMarkers(wanted, series), [wanted, series]);
  const option = useMemo(
    () =>
      lineOption(
        {
          series,
          x,
          y,
          language: i18n.language,
          unconvergedTitle: t('notConverged'),
          interpolatedText: t('interpolated'),
          zoomTitles: { zoom: t('zoom'), back: t('zoomBack') },
          markers,
          ...(xRange && { xRange }),
          ...(xMarks !== undefined && { xMarks }),
          ...(wholeX && { wholeX }),
          ...(logarithmicY && { logarithmicY }),
          ...(level && { level }),
        },
        plotStyle(theme),
      ),
    [series, x, y, markers, xRange, xMarks, wholeX, logarithmicY, level, theme, t, i18n.language],
  );
  const range = useMemo(() => xRange ?? dataRange(series), [xRange, series]);
  return (
    <PlotFrame {...frame} {...{ option, markers }} onMarkers={setWanted} note={t('markers')} xRange={range} />
  );
}
