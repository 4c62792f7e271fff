import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { ThemeModeContext } from '../ui/themeMode.ts';
import { createPaceTheme, type ThemeMode } from './theme.ts';

const KEY = 'theme';

/** Dark unless the user chose light; the choice is kept in local storage. */
export function ThemeModeProvider({ children }: { children: ReactNode }) {
  const [mode, setMode] = useState<ThemeMode>(() =>
    localStorage.getItem(KEY) === 'light' ? 'light' : 'dark',
  );
  const theme = useMemo(() => createPaceTheme(mode), [mode]);
  const toggle = useCallback(() => setMode((old) => (old === 'dark' ? 'light' : 'dark')), []);
  useEffect(() => {
    localStorage.setItem(KEY, mode);
    document.documentElement.style.background = theme.palette.background.default;
    document.documentElement.style.colorScheme = mode;
  }, [mode, theme]);
  return (
    <ThemeModeContext value={useMemo(() => ({ mode, toggle }), [mode, toggle])}>
      <ThemeProvider theme={theme}>
        <CssBaseline />
        {children}
      </ThemeProvider>
    </ThemeModeContext>
  );
}
