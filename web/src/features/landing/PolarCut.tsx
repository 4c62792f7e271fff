import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import hero from './hero.json';
import { useNumbers } from './records.ts';
import { RecordNote } from './Section.tsx';

const RADIUS = 300;
const STEP_DB = 10;
const RINGS = 4;
/** The ring over the strongest echo. */
const TOP_DB = 5 * Math.ceil(Math.max(...hero.cut.map(([, level]) => level!)) / 5);
const LEVELS = Array.from({ length: RINGS }, (_, i) => TOP_DB - i * STEP_DB);
const SPOKES = Array.from({ length: 12 }, (_, i) => (i * Math.PI) / 6);
/** Length of the aircraft in the picture [px]. */
const LENGTH = 262;
const WIDTH = (LENGTH * hero.widthM) / hero.heightM;

const radius = (levelDb: number) =>
  Math.max(0, (RADIUS * (levelDb - TOP_DB + RINGS * STEP_DB)) / (RINGS * STEP_DB));
/** The nose (−x) is at the top, y at the right. */
const at = (phiDeg: number, r: number) => {
  const phi = (phiDeg * Math.PI) / 180;
  return `${(r * Math.sin(phi)).toFixed(1)},${(r * Math.cos(phi)).toFixed(1)}`;
};
const CURVE = `M${hero.cut.map(([phi, level]) => at(phi!, radius(level!))).join('L')}Z`;

/** A computed monostatic cut, drawn around the aircraft that it belongs to. */
export function PolarCut() {
  const { t } = useTranslation('landing');
  const number = useNumbers();
  const values = {
    frequency: number(hero.frequencyMhz),
    angles: hero.cut.length,
    unknowns: number(hero.unknowns),
    step: STEP_DB,
    top: TOP_DB,
  };
  return (
    <Box component="figure" sx={{ m: 0, maxWidth: 560, width: '100%', justifySelf: 'center' }}>
      <Box
        component="svg"
        viewBox="-330 -330 660 660"
        role="img"
        aria-label={t('hero.alt', values)}
        sx={{ width: '100%', aspectRatio: '1', display: 'block', color: 'primary.main' }}
        fill="none"
        stroke="currentColor"
      >
        <g strokeWidth="1" opacity="0.28">
          {LEVELS.map((level) => (
            <circle key={level} r={radius(level)} />
          ))}
          {SPOKES.map((angle) => (
            <line key={angle} x2={RADIUS * Math.cos(angle)} y2={RADIUS * Math.sin(angle)} />
          ))}
        </g>
        <image href="/landing/aircraft.webp" x={-WIDTH / 2} y={-LENGTH / 2} width={WIDTH} height={LENGTH} />
        <Box
          component="path"
          d={CURVE}
          pathLength={1}
          strokeWidth="2.5"
          strokeLinejoin="round"
          sx={{
            fill: 'currentColor',
            fillOpacity: 0.08,
            strokeDasharray: 1,
            animation: 'sweep 1.6s ease-out',
            '@keyframes sweep': { from: { strokeDashoffset: 1 }, to: { strokeDashoffset: 0 } },
          }}
        />
        <Box
          component="g"
          sx={{ fontFamily: 'monospace', fontSize: 14, fill: 'currentColor', stroke: 'none' }}
          textAnchor="middle"
        >
          {LEVELS.map((level) => (
            <text key={level} x={radius(level) * Math.sin(2.62)} y={-radius(level) * Math.cos(2.62) + 5}>
              {level}
            </text>
          ))}
        </Box>
      </Box>
      <Box component="figcaption" sx={{ fontSize: 13, color: 'text.secondary', mt: 1, textAlign: 'center' }}>
        {t('hero.caption', values)}
        <RecordNote>{t('record', { file: hero.record })}</RecordNote>
      </Box>
    </Box>
  );
}
