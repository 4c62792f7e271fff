/** What the browser holds: kept settings, and shapes that never travel. */
import { z } from 'zod';

export const THEMES = ['dark', 'light'] as const;
export const DEFAULT_THEME = 'dark';
export const LANGUAGES = ['en', 'tr'] as const;
export const DEFAULT_LANGUAGE = 'en';

/** Names in local storage besides those of ViewSettingsSchema. */
export const STORAGE_KEYS = { accessToken: 'accessToken', theme: 'theme' } as const;

/** Quick-action view settings, each kept in local storage under its own name. */
export const ViewSettingsSchema = z.object({
  isDrawEdge: z.boolean(),
  isFilled: z.boolean(),
  vertexColors: z.boolean(),
  opacity: z.number().gt(0).max(1),
  /** Palette of the colour bar */
  hotcolor: z.string(),
});
