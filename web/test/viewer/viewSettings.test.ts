import { describe, expect, it } from 'vitest';
import { DEFAULT_VIEW_SETTINGS, readViewSettings } from '../../src/viewer/viewSettings.ts';

const stored = (entries: Record<string, string>) => ({ getItem: (key: string) => entries[key] ?? null });

describe('view settings', () => {
  it('come from local storage under the names of the specification', () => {
    const settings = readViewSettings(
      stored({
        isDrawEdge: 'false',
        isFilled: 'true',
        vertexColors: 'false',
        opacity: '0.4',
        hotcolor: '"hot"',
      }),
    );
    expect(settings).toEqual({
      isDrawEdge: false,
      isFilled: true,
      vertexColors: false,
      opacity: 0.4,
      hotcolor: 'hot',
    });
  });

  it('what is missing or makes no sense is the default', () => {
    expect(readViewSettings(undefined)).toEqual(DEFAULT_VIEW_SETTINGS);
    expect(readViewSettings(stored({ opacity: '-3', hotcolor: 'plaid', isFilled: '{' }))).toEqual(
      DEFAULT_VIEW_SETTINGS,
    );
  });
});
