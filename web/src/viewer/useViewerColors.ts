import { alpha, useTheme } from '@mui/material/styles';
import type { PictureInk } from './pictureOverlay.ts';
import { WARNING_RED } from './ViewerNotes.tsx';

/** Colours of a view in the theme of the page, and of what is written on its saved picture. */
export function useViewerColors(): { dark: boolean; background: string; ink: PictureInk } {
  const { palette } = useTheme();
  const dark = palette.mode === 'dark';
  const background = dark ? '#111719' : '#eef2f1';
  return {
    dark,
    background,
    ink: { text: palette.text.primary, plate: alpha(background, 0.8), warning: WARNING_RED },
  };
}
