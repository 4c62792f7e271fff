import { useCallback, useSyncExternalStore } from 'react';
import { isPaletteName, type PaletteName } from './palettes.ts';

/** View settings, kept in local storage under these names. */
export interface ViewSettings {
  isDrawEdge: boolean;
  isFilled: boolean;
  /** The colour bar of coloured vertices is shown */
  vertexColors: boolean;
  /** 1 is solid */
  opacity: number;
  /** Palette of the colour bar */
  hotcolor: PaletteName;
}

export const DEFAULT_VIEW_SETTINGS: ViewSettings = {
  isDrawEdge: true,
  isFilled: true,
  vertexColors: true,
  opacity: 1,
  hotcolor: 'viridis',
};
export const TRANSPARENT_OPACITY = 0.4;

/** Undefined without a browser, or where the user forbids storage. */
function storage(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

function parsed(text: string | null | undefined): unknown {
  try {
    return text === null || text === undefined ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

/** What is stored, each entry checked; defaults for the rest. */
export function readViewSettings(from: Pick<Storage, 'getItem'> | undefined): ViewSettings {
  const read = (key: keyof ViewSettings) => parsed(from?.getItem(key));
  const flag = (key: 'isDrawEdge' | 'isFilled' | 'vertexColors') => {
    const value = read(key);
    return typeof value === 'boolean' ? value : DEFAULT_VIEW_SETTINGS[key];
  };
  const opacity = read('opacity');
  const palette = read('hotcolor');
  return {
    isDrawEdge: flag('isDrawEdge'),
    isFilled: flag('isFilled'),
    vertexColors: flag('vertexColors'),
    opacity:
      typeof opacity === 'number' && opacity > 0 && opacity <= 1 ? opacity : DEFAULT_VIEW_SETTINGS.opacity,
    hotcolor: isPaletteName(palette) ? palette : DEFAULT_VIEW_SETTINGS.hotcolor,
  };
}

let current: ViewSettings | undefined;
const listeners = new Set<() => void>();

const snapshot = () => (current ??= readViewSettings(storage()));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(changes: Partial<ViewSettings>): void {
  current = { ...snapshot(), ...changes };
  try {
    for (const [key, value] of Object.entries(changes)) storage()?.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage only costs the memory of the choice.
  }
  for (const listener of listeners) listener();
}

/** The settings shared by all viewers of the page, and how to change them. */
export function useViewSettings(): [ViewSettings, (changes: Partial<ViewSettings>) => void] {
  const settings = useSyncExternalStore(subscribe, snapshot, snapshot);
  return [settings, useCallback(change, [])];
}
