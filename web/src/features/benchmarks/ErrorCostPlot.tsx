import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import { curveStyle, plotStyle } from '../../plots/plotStyle.ts';
import { useFigures } from './figures.ts';
import { axisOf, placeOn, tickText, ticksOf } from './logAxis.ts';

export interface CostPoint {
  key: string;
  coreSeconds: number;
  errorDb: number;
  /** Half the width of its error bar [dB] */
  bar?: number | undefined;
  /** What stands at the pointer */
  title: string;
  /** This solver's own */
  ours?: boolean;
}

export interface CostSeries {
  name: string;
  points: readonly CostPoint[];
}

const WIDTH = 720;
const HEIGHT = 400;
const FRAME = { left: 68, right: 34, top: 12, bottom: 48 };
const SIZE = 4.5;

/** Error against cost, both axes logarithmic: farther down is more exact, farther left is cheaper. Tables beside it have the numbers. */
export function ErrorCostPlot({
  series,
  label,
  xTitle,
  yTitle,
}: {
  series: readonly CostSeries[];
  label: string;
  xTitle: string;
  yTitle: string;
}) {
  const style = plotStyle(useTheme());
  const { short } = useFigures();
  const points = series.flatMap((one) => [...one.points]);
  if (points.length === 0) return null;
  const [xAxis, yAxis] = [axisOf(points.map((p) => p.coreSeconds)), axisOf(points.map((p) => p.errorDb))];
  const x = (value: number) => placeOn(xAxis, value, FRAME.left, WIDTH - FRAME.right);
  const y = (value: number) => placeOn(yAxis, value, HEIGHT - FRAME.bottom, FRAME.top);
  return (
    <Box component="figure" sx={{ m: 0, minWidth: 0, maxWidth: WIDTH }}>
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
        {yTitle}
      </Typography>
      <Box
        component="svg"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={label}
        sx={{
          display: 'block',
          width: '100%',
          height: 'auto',
          '& text': { fill: 'currentColor', fontSize: { xs: 20, sm: 13 }, fontFamily: style.fontFamily },
        }}
      >
        <Box component="g" sx={{ color: 'text.secondary' }}>
          {ticksOf(xAxis).map((value) => (
            <g key={value}>
              <line
                x1={x(value)}
                x2={x(value)}
                y1={FRAME.top}
                y2={HEIGHT - FRAME.bottom}
                stroke={style.grid}
              />
              <text x={x(value)} y={HEIGHT - FRAME.bottom + 18} textAnchor="middle">
                {tickText(value, short)}
              </text>
            </g>
          ))}
          {ticksOf(yAxis).map((value) => (
            <g key={value}>
              <line
                x1={FRAME.left}
                x2={WIDTH - FRAME.right}
                y1={y(value)}
                y2={y(value)}
                stroke={style.grid}
              />
              <text x={FRAME.left - 8} y={y(value) + 5} textAnchor="end">
                {tickText(value, short)}
              </text>
            </g>
          ))}
          <text x={(WIDTH + FRAME.left) / 2} y={HEIGHT - 8} textAnchor="middle">
            {xTitle}
          </text>
        </Box>
        {series.map(({ name, points: shown }, index) => {
          const { color, symbol } = curveStyle(index, style);
          return shown.map(({ key, coreSeconds, errorDb, bar, title, ours }) => (
            <g key={`${name} ${key}`} color={color}>
              <title>{title}</title>
              {bar !== undefined && (
                <line
                  x1={x(coreSeconds)}
                  x2={x(coreSeconds)}
                  y1={y(errorDb + bar)}
                  y2={y(Math.max(errorDb - bar, yAxis.low))}
                  stroke="currentColor"
                  strokeWidth="1.5"
                />
              )}
              <Mark symbol={symbol} x={x(coreSeconds)} y={y(errorDb)} filled={ours ?? false} />
            </g>
          ));
        })}
      </Box>
      <Box
        component="ul"
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          columnGap: 2,
          rowGap: 0.5,
          listStyle: 'none',
          p: 0,
          m: 0,
          mt: 1,
          fontSize: 13,
        }}
      >
        {series.map(({ name, points: shown }, index) => {
          const { color, symbol } = curveStyle(index, style);
          return (
            <Box component="li" key={name} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
              <svg width="14" height="14" viewBox="0 0 14 14" color={color} aria-hidden>
                <Mark symbol={symbol} x={7} y={7} filled={shown[0]?.ours ?? false} />
              </svg>
              {name}
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}

function Mark({ symbol, x, y, filled }: { symbol: string; x: number; y: number; filled: boolean }) {
  const paint = { fill: filled ? 'currentColor' : 'none', stroke: 'currentColor', strokeWidth: 2 };
  const s = SIZE;
  switch (symbol) {
    case 'triangle':
      return <path d={`M${x} ${y - s}l${s} ${1.8 * s}h${-2 * s}z`} {...paint} />;
    case 'rect':
      return <rect x={x - s} y={y - s} width={2 * s} height={2 * s} {...paint} />;
    case 'diamond':
      return (
        <path
          d={`M${x} ${y - 1.3 * s}l${1.3 * s} ${1.3 * s}l${-1.3 * s} ${1.3 * s}l${-1.3 * s} ${-1.3 * s}z`}
          {...paint}
        />
      );
    default:
      return <circle cx={x} cy={y} r={s} {...paint} />;
  }
}
