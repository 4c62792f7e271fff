import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import type { Study, Variant } from '@pace/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { plotStyle } from '../../../plots/plotStyle.ts';
import { toShown } from '../units.ts';
import { useStudyTexts } from '../useStudyTexts.ts';
import { valueOf } from './variants.ts';

interface Axis {
  title: string;
  ends: [string, string];
  /** From 0 (low) to 1 */
  at: (variant: Variant) => number | undefined;
}

const [WIDTH, HEIGHT, TOP, BOTTOM, SIDE] = [960, 320, 44, 28, 90];

interface Props {
  study: Study;
  best: Variant | undefined;
  shown: readonly number[];
  hovered: number | undefined;
}

/** One line a variant across an axis for every parameter and objective; what is chosen stands out. */
export function ParallelCoordinates({ study, best, shown, hovered }: Props) {
  const { t } = useTranslation('studies');
  const theme = useTheme();
  const style = plotStyle(theme);
  const axes = useAxes(study);
  const placeOf = (i: number) =>
    axes.length < 2 ? WIDTH / 2 : SIDE + ((WIDTH - 2 * SIDE) * i) / (axes.length - 1);
  const lines = study.variants.flatMap((variant) => {
    const places = axes.map(({ at }) => at(variant));
    if (places.some((place) => place === undefined)) return [];
    const points = places.map(
      (place, i) => `${placeOf(i)},${HEIGHT - BOTTOM - place! * (HEIGHT - TOP - BOTTOM)}`,
    );
    return [{ variant, points: points.join(' ') }];
  });
  const isStrong = ({ number }: Variant) => number === hovered || shown.includes(number);
  const ordered = [...lines].sort((a, b) => Number(isStrong(a.variant)) - Number(isStrong(b.variant)));
  return (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="group" aria-label={t('parallel.title')}>
      <Box
        component="svg"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('parallel.label', { count: lines.length })}
        data-testid="study-parallel"
        data-lines={lines.length}
        sx={{ width: '100%', minWidth: 560, display: 'block', fontFamily: style.fontFamily }}
      >
        {ordered.map(({ variant, points }) => (
          <polyline
            key={variant.number}
            points={points}
            fill="none"
            stroke={
              variant === best ? style.accent : style.curves[(variant.number - 1) % style.curves.length]
            }
            strokeWidth={variant.number === hovered || variant === best ? 3 : 1.5}
            strokeOpacity={isStrong(variant) || variant === best ? 1 : 0.25}
          />
        ))}
        {axes.map(({ title, ends }, i) => (
          <g key={i} fill={style.text} fontSize={12} textAnchor="middle">
            <line x1={placeOf(i)} x2={placeOf(i)} y1={TOP} y2={HEIGHT - BOTTOM} stroke={style.faintText} />
            <text x={placeOf(i)} y={14} fontWeight={600}>
              {title.length > 28 ? `${title.slice(0, 27)}…` : title}
              <title>{title}</title>
            </text>
            <text x={placeOf(i)} y={TOP - 8} fill={style.faintText}>
              {ends[1]}
            </text>
            <text x={placeOf(i)} y={HEIGHT - 10} fill={style.faintText}>
              {ends[0]}
            </text>
          </g>
        ))}
      </Box>
    </Box>
  );
}

const DIGITS = { maximumSignificantDigits: 5 };

function useAxes(study: Study): Axis[] {
  const { i18n } = useTranslation('studies');
  const { parameterTitle, objectiveName, valueText, dbsm } = useStudyTexts();
  return useMemo(() => {
    const { parameters, objectives } = study.definition;
    const share = (value: number, low: number, high: number) =>
      high > low ? (value - low) / (high - low) : 0.5;
    const ofParameters = parameters.map((parameter, i): Axis => {
      const all = study.variants.map(({ values }) => values[i]!);
      if (all.every((value) => typeof value === 'number')) {
        const [low, high] = [Math.min(...all), Math.max(...all)];
        const { kind } = parameter.target;
        return {
          title: parameterTitle(parameter),
          ends: [low, high].map((end) => toShown(kind, end).toLocaleString(i18n.language, DIGITS)) as [
            string,
            string,
          ],
          at: ({ values }) => share(values[i] as number, low, high),
        };
      }
      const names = [...new Set(all)];
      return {
        title: parameterTitle(parameter),
        ends: [valueText(parameter, names[0]!), valueText(parameter, names.at(-1)!)],
        at: ({ values }) => share(names.indexOf(values[i]!), 0, names.length - 1),
      };
    });
    const ofObjectives = objectives.map((objective, i): Axis => {
      const all = study.variants
        .map((variant) => valueOf(variant, i))
        .filter((value): value is number => value !== undefined && Number.isFinite(value));
      const [low, high] = [Math.min(...all), Math.max(...all)];
      return {
        title: `${objectiveName(objective)} [dBsm]`,
        ends: all.length > 0 ? [dbsm(low, 1), dbsm(high, 1)] : ['', ''],
        at: (variant) => {
          const value = valueOf(variant, i);
          return value === undefined ? undefined : share(Math.max(value, low), low, high);
        },
      };
    });
    return [...ofParameters, ...ofObjectives];
  }, [study, i18n.language, parameterTitle, objectiveName, valueText, dbsm]);
}
