import { describe, expect, it } from 'vitest';
import { createPaceTheme, type ThemeMode } from '../src/app/theme.ts';
import { DIMMED } from '../src/features/projects/ProjectCard.tsx';

const AA = 4.5;

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const channel = parseInt(hex.slice(i, i + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** As if seen through: a share of the text's colour over the background. */
function over(text: string, background: string, opacity: number): string {
  const mixed = [1, 3, 5].map((i) => {
    const [front, back] = [text, background].map((hex) => parseInt(hex.slice(i, i + 2), 16)) as [
      number,
      number,
    ];
    return Math.round(opacity * front + (1 - opacity) * back)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${mixed.join('')}`;
}

for (const mode of ['dark', 'light'] satisfies ThemeMode[]) {
  describe(`${mode} theme`, () => {
    const { palette } = createPaceTheme(mode);
    const colors = ['primary', 'secondary', 'error', 'warning', 'info', 'success'] as const;
    for (const background of [palette.background.default, palette.background.paper]) {
      it(`text and colours reach AA on ${background}`, () => {
        for (const text of [
          palette.text.primary,
          palette.text.secondary,
          ...colors.map((name) => palette[name].main),
        ])
          expect(contrast(text, background), text).toBeGreaterThanOrEqual(AA);
      });
    }
    it('text on the dimmed card of a failed project reaches AA', () => {
      const { text, background, primary, error } = palette;
      for (const color of [text.primary, text.secondary, primary.main, error.main])
        expect(
          contrast(over(color, background.default, DIMMED), background.default),
          color,
        ).toBeGreaterThanOrEqual(AA);
    });
    it('labels of filled buttons reach AA', () => {
      for (const name of colors)
        expect(contrast(palette[name].contrastText, palette[name].main), name).toBeGreaterThanOrEqual(AA);
    });
  });
}
