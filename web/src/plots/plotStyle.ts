import type { Theme } from '@mui/material/styles';

/** What a plot needs to know of the theme. */
export interface PlotStyle {
  text: string;
  faintText: string;
  grid: string;
  background: string;
  warning: string;
  accent: string;
  fontFamily: string;
  curves: readonly string[];
}

const DARK_CURVES = [
  '#4fd1b3',
  '#f0b35a',
  '#86c5ff',
  '#ff9287',
  '#c9a6ff',
  '#b6d94c',
  '#ff9ad5',
  '#5fd4ea',
  '#d9b38c',
  '#c7d0cf',
];
const LIGHT_CURVES = [
  '#0a6a58',
  '#b35c00',
  '#0b5cad',
  '#b3261e',
  '#6b3fa0',
  '#5a7a00',
  '#a8327d',
  '#00798c',
  '#7a5230',
  '#4a5c58',
];

export function plotStyle({ palette, typography }: Theme): PlotStyle {
  return {
    text: palette.text.primary,
    faintText: palette.text.secondary,
    grid: palette.divider,
    background: palette.background.paper,
    warning: palette.error.main,
    accent: palette.primary.main,
    fontFamily: String(typography.fontFamily),
    curves: palette.mode === 'dark' ? DARK_CURVES : LIGHT_CURVES,
  };
}

const DASHES = ['solid', 'dashed', 'dotted'] as const;
/** Lines that are not computed, whatever their number */
export const REFERENCE_DASH = [10, 4, 2, 4];
const SYMBOLS = ['circle', 'triangle', 'rect', 'diamond'] as const;

/** Ten colours times three dashes: thirty curves that can be distinguished. */
export function curveStyle(index: number, { curves }: PlotStyle) {
  return {
    color: curves[index % curves.length]!,
    dash: DASHES[Math.floor(index / curves.length) % DASHES.length]!,
    symbol: SYMBOLS[index % SYMBOLS.length]!,
  };
}
