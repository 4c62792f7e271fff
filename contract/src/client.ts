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

/** One part of the drawn mesh: nine coordinates and nine colour components a triangle. */
export const DrawnPartSchema = z.object({
  part: z.number().int(),
  vertices: z.array(z.number()),
  colors: z.array(z.number()),
});

/** One direction of an angle sweep in the form, degrees. */
export const AngleSettingsSchema = z.object({ min: z.number(), step: z.number(), max: z.number() });

export const CurrentDensitySchema = z.enum(['J', 'M']);
