import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { records, useNumbers } from './records.ts';
import { RecordNote } from './Section.tsx';
import { Slide } from './Slide.tsx';

const WIDTH = 640;
const HEIGHT = 360;
const FRAME = { left: 56, right: 20, top: 16, bottom: 44 };
const GIGA = 1e9;

const points = records.scaling.map(({ unknowns, wallSeconds, bytesPerUnknown }) => ({
  unknowns,
  seconds: wallSeconds,
  gigabytes: (unknowns * bytesPerUnknown) / GIGA,
}));
const X = decades(points.map(({ unknowns }) => unknowns));
const Y = decades(points.flatMap(({ seconds, gigabytes }) => [seconds, gigabytes]));
const x = (value: number) => place(value, X, FRAME.left, WIDTH - FRAME.right);
const y = (value: number) => place(value, Y, HEIGHT - FRAME.bottom, FRAME.top);
const CURVES = [
  { key: 'time', color: 'primary.main', of: ({ seconds }: (typeof points)[number]) => seconds },
  { key: 'memory', color: 'secondary.main', of: ({ gigabytes }: (typeof points)[number]) => gigabytes },
] as const;

/** What MLFMA costs, both axes logarithmic. */
export function ScalingSlide() {
  const { t } = useTranslation('landing');
  const number = useNumbers();
  const { machine } = records;
  const text = t('benchmarks.scaling.text', {
    from: number(points[0]!.unknowns),
    to: number(points.at(-1)!.unknowns),
    processors: machine.processors,
    memory: machine.memoryGib,
  });
  return (
    <Slide title={t('benchmarks.scaling.title')} text={text}>
      <Box
        component="svg"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('benchmarks.scaling.alt')}
        sx={{
          width: '100%',
          height: 'auto',
          aspectRatio: `${WIDTH} / ${HEIGHT}`,
          display: 'block',
          '& text': { fill: 'currentColor', fontSize: { xs: 20, sm: 14 } },
        }}
      >
        <Box component="g" sx={{ color: 'text.secondary' }}>
          {powers(X).map((value) => (
            <g key={value}>
              <line
                x1={x(value)}
                x2={x(value)}
                y1={FRAME.top}
                y2={HEIGHT - FRAME.bottom}
                stroke="currentColor"
                opacity="0.25"
              />
              <text x={x(value)} y={HEIGHT - FRAME.bottom + 20} textAnchor="middle">
                {number(value)}
              </text>
            </g>
          ))}
          {powers(Y).map((value) => (
            <g key={value}>
              <line
                x1={FRAME.left}
                x2={WIDTH - FRAME.right}
                y1={y(value)}
                y2={y(value)}
                stroke="currentColor"
                opacity="0.25"
              />
              <text x={FRAME.left - 8} y={y(value) + 5} textAnchor="end">
                {number(value, Math.max(0, -Math.log10(value)))}
              </text>
            </g>
          ))}
          <text x={(WIDTH + FRAME.left) / 2} y={HEIGHT - 4} textAnchor="middle">
            {t('benchmarks.scaling.unknowns')}
          </text>
        </Box>
        {CURVES.map(({ key, color, of }) => (
          <Box key={key} component="g" sx={{ color }}>
            <polyline
              points={points.map((point) => `${x(point.unknowns)},${y(of(point))}`).join(' ')}
              fill="none"
              stroke="currentColor"
              strokeWidth="2.5"
            />
            {points.map((point) => (
              <circle
                key={point.unknowns}
                cx={x(point.unknowns)}
                cy={y(of(point))}
                r="4"
                fill="currentColor"
              />
            ))}
            <text x={x(points.at(-1)!.unknowns)} y={y(of(points.at(-1)!)) - 12} textAnchor="end">
              {t(`benchmarks.scaling.${key}`)}
            </text>
          </Box>
        ))}
      </Box>
      <RecordNote>{t('record', { file: machine.record })}</RecordNote>
    </Slide>
  );
}

/** The whole decades around some values, as exponents. */
function decades(values: number[]): [number, number] {
  return [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))];
}

function powers([low, high]: [number, number]): number[] {
  return Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i));
}

function place(value: number, [low, high]: [number, number], from: number, to: number): number {
  return from + ((Math.log10(value) - low) / (high - low)) * (to - from);
}
