import { describe, expect, it } from 'vitest';
import { PALETTE_NAMES, paletteColor, paletteTexels, partColor } from '../../src/viewer/palettes.ts';
import {
  barLabels,
  displayedRange,
  displayedValues,
  positionsInRange,
  powerOfTen,
  rangeTicks,
  shortNumber,
} from '../../src/viewer/scalarRange.ts';

describe('palettes', () => {
  it('viridis runs from dark violet to yellow', () => {
    expect(paletteColor('viridis', 0)).toEqual([68, 1, 84]);
    expect(paletteColor('viridis', 1)).toEqual([253, 231, 37]);
  });

  it.each(PALETTE_NAMES)('%s gives bytes everywhere and holds its ends outside 0…1', (name) => {
    for (let i = 0; i <= 50; i++)
      for (const channel of paletteColor(name, i / 50)) {
        expect(Number.isInteger(channel)).toBe(true);
        expect(channel).toBeGreaterThanOrEqual(0);
        expect(channel).toBeLessThanOrEqual(255);
      }
    expect(paletteColor(name, -3)).toEqual(paletteColor(name, 0));
    expect(paletteColor(name, 7)).toEqual(paletteColor(name, 1));
    expect(paletteColor(name, NaN)).toEqual(paletteColor(name, 0));
    expect(paletteTexels(name, 16)).toHaveLength(64);
  });

  it('grayscale becomes brighter with every step', () => {
    const greys = Array.from({ length: 11 }, (_, i) => paletteColor('grayscale', i / 10)[0]);
    expect(greys).toEqual([...greys].sort((a, b) => a - b));
  });

  it('neighbouring parts differ', () => {
    expect(partColor(1)).not.toEqual(partColor(2));
    expect(partColor(13)).toEqual(partColor(1));
  });
});

describe('the range of the colour bar', () => {
  it('dB are 20 log10 of an amplitude and reach 60 dB below the maximum', () => {
    const shown = displayedValues(Float32Array.from([0, 1e-6, 1, 10]), true);
    expect(shown[3]).toBeCloseTo(20, 6);
    expect(displayedRange(shown, true)).toEqual([-40, 20]);
  });

  it('linear ranges are those of the finite values', () => {
    expect(displayedRange(Float32Array.from([3, NaN, -1, Infinity]), false)).toEqual([-1, 3]);
    expect(displayedRange(Float32Array.from([]), false)).toEqual([0, 1]);
  });

  it('a constant field has a range too', () => {
    const [low, high] = displayedRange(Float32Array.from([2, 2]), false);
    expect(high).toBeGreaterThan(low);
  });

  it('values outside lie at the ends, what is not a number at the low end', () => {
    expect([...positionsInRange(Float32Array.from([-1, 0.5, 9, NaN]), [0, 1])]).toEqual([0, 0.5, 1, 0]);
  });

  it('ticks hold both ends and numbers stay short', () => {
    expect(rangeTicks([0, 10], 3)).toEqual([0, 5, 10]);
    expect(shortNumber(0.00012345, 'en')).toBe('1.23e-4');
    expect(shortNumber(12.3456, 'tr')).toBe('12,35');
  });

  it('numbers of a bar share their decimals and one power of ten', () => {
    expect(barLabels([0.00043, 0.003, 0.00554], 'en')).toEqual({
      labels: ['0.43', '3.00', '5.54'],
      power: -3,
    });
    expect(barLabels([-60, -30, 0], 'tr')).toEqual({ labels: ['-60,0', '-30,0', '0,0'], power: 0 });
    expect(barLabels([0, 0], 'en')).toEqual({ labels: ['0.00', '0.00'], power: 0 });
    expect(powerOfTen(-12)).toBe('10⁻¹²');
  });
});
