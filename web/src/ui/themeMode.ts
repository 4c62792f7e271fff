import { createContext, useContext } from 'react';

export interface ThemeModeState {
  mode: 'dark' | 'light';
  toggle: () => void;
}

export const ThemeModeContext = createContext<ThemeModeState>({ mode: 'dark', toggle: () => undefined });
export const useThemeMode = () => useContext(ThemeModeContext);
