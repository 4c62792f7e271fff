import { createTheme, type PaletteOptions, type Theme } from '@mui/material/styles';

export type ThemeMode = 'dark' | 'light';

/** Text on every one of these backgrounds reaches AA (4.5:1); test/contrast.test.ts measures it. */
export const PALETTES: Record<ThemeMode, PaletteOptions> = {
  dark: {
    mode: 'dark',
    background: { default: '#0d1214', paper: '#141b1e' },
    text: { primary: '#e8eeec', secondary: '#a3b4b1', disabled: '#7f908d' },
    primary: { main: '#4fd1b3', contrastText: '#05201a' },
    secondary: { main: '#f0b35a', contrastText: '#241500' },
    error: { main: '#ff9287', contrastText: '#2b0500' },
    warning: { main: '#f0b35a', contrastText: '#241500' },
    info: { main: '#86c5ff', contrastText: '#001b33' },
    success: { main: '#78d692', contrastText: '#03210d' },
    divider: 'rgba(164, 196, 190, 0.18)',
  },
  light: {
    mode: 'light',
    background: { default: '#f4f6f5', paper: '#ffffff' },
    text: { primary: '#12201d', secondary: '#4a5c58', disabled: '#6d7c79' },
    primary: { main: '#0a6a58', contrastText: '#ffffff' },
    secondary: { main: '#8a5200', contrastText: '#ffffff' },
    error: { main: '#b3261e', contrastText: '#ffffff' },
    warning: { main: '#8a5200', contrastText: '#ffffff' },
    info: { main: '#0b5cad', contrastText: '#ffffff' },
    success: { main: '#1c6b34', contrastText: '#ffffff' },
    divider: 'rgba(18, 32, 29, 0.16)',
  },
};

const SANS =
  '"Inter", "Segoe UI Variable Text", "Segoe UI", "Noto Sans", system-ui, -apple-system, "Helvetica Neue", Arial, sans-serif';
export const MONO =
  '"JetBrains Mono", "Cascadia Mono", ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';

export function createPaceTheme(mode: ThemeMode): Theme {
  return createTheme({
    palette: PALETTES[mode],
    shape: { borderRadius: 6 },
    breakpoints: { values: { xs: 0, sm: 600, md: 960, lg: 1280, xl: 1440 } },
    typography: {
      fontFamily: SANS,
      fontSize: 14,
      h1: {
        fontSize: 'clamp(2.75rem, 9vw, 5.5rem)',
        fontWeight: 650,
        letterSpacing: '-0.035em',
        lineHeight: 1,
      },
      h2: {
        fontSize: 'clamp(1.5rem, 3vw, 2rem)',
        fontWeight: 620,
        letterSpacing: '-0.02em',
        lineHeight: 1.2,
      },
      h3: { fontSize: '1.375rem', fontWeight: 620, letterSpacing: '-0.015em', lineHeight: 1.3 },
      h4: { fontSize: '1.0625rem', fontWeight: 620, letterSpacing: '-0.005em', lineHeight: 1.4 },
      subtitle1: { fontSize: '1.0625rem', lineHeight: 1.55 },
      body1: { fontSize: '0.9375rem', lineHeight: 1.6 },
      body2: { fontSize: '0.875rem', lineHeight: 1.55 },
      caption: { fontSize: '0.8125rem', lineHeight: 1.45 },
      // Small labels over values: the voice of an instrument panel.
      overline: {
        fontFamily: MONO,
        fontSize: '0.6875rem',
        letterSpacing: '0.08em',
        lineHeight: 1.6,
        fontWeight: 500,
      },
      button: { textTransform: 'none', fontWeight: 600, fontSize: '0.9375rem' },
    },
    components: {
      MuiCssBaseline: {
        styleOverrides: {
          html: { colorScheme: mode, background: 'none' },
          body: { fontVariantNumeric: 'tabular-nums', textRendering: 'optimizeLegibility' },
          '@media (prefers-reduced-motion: reduce)': {
            '*, *::before, *::after': {
              animationDuration: '0.01ms !important',
              animationIterationCount: '1 !important',
              transitionDuration: '0.01ms !important',
              scrollBehavior: 'auto !important',
            },
          },
        },
      },
      MuiButton: {
        defaultProps: { disableElevation: true },
        styleOverrides: {
          root: { minHeight: 40, paddingInline: 18 },
          sizeSmall: { minHeight: 34, paddingInline: 12 },
        },
      },
      MuiButtonBase: {
        styleOverrides: {
          root: ({ theme }) => ({
            '&.Mui-focusVisible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
          }),
        },
      },
      MuiLink: {
        styleOverrides: {
          root: ({ theme }) => ({
            '&:focus-visible': {
              outline: `2px solid ${theme.palette.primary.main}`,
              outlineOffset: 2,
              borderRadius: 2,
            },
          }),
        },
      },
      MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiCard: { defaultProps: { variant: 'outlined' } },
      MuiTextField: { defaultProps: { fullWidth: true, size: 'small' } },
      MuiTooltip: {
        defaultProps: { arrow: true, enterTouchDelay: 0, leaveTouchDelay: 4000 },
        styleOverrides: { tooltip: { fontSize: '0.8125rem', maxWidth: 320, lineHeight: 1.45 } },
      },
      MuiDialog: {
        defaultProps: { fullWidth: true, maxWidth: 'xs' },
        styleOverrides: { paper: { backgroundImage: 'none' } },
      },
      MuiDialogTitle: {
        styleOverrides: { root: { fontSize: '1.25rem', fontWeight: 620, letterSpacing: '-0.015em' } },
      },
      MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 20px' } } },
      MuiAlert: {
        defaultProps: { variant: 'outlined' },
        styleOverrides: { root: { alignItems: 'flex-start' } },
      },
      MuiFormHelperText: { styleOverrides: { root: { marginInline: 2 } } },
      MuiToggleButton: {
        styleOverrides: { root: { textTransform: 'none', fontWeight: 600, minHeight: 38 } },
      },
    },
  });
}
