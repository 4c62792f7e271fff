/** Colour palettes from number (0 to 1) to colour. */

export type Rgb = [red: number, green: number, blue: number];

export const PALETTE_NAMES = ['viridis', 'turbo', 'jet', 'hot', 'grayscale', 'coolwarm'] as const;
export type PaletteName = (typeof PALETTE_NAMES)[number];

export function isPaletteName(name: unknown): name is PaletteName {
  return PALETTE_NAMES.includes(name as PaletteName);
}

type Stop = [at: number, hex: string];

const evenly = (...hex: string[]): Stop[] => hex.map((color, i) => [i / (hex.length - 1), color]);

const STOPS: Record<Exclude<PaletteName, 'turbo'>, Stop[]> = {
  viridis: evenly(
    '440154',
    '482475',
    '414487',
    '355f8d',
    '2a788e',
    '21918c',
    '22a884',
    '44bf70',
    '7ad151',
    'bddf26',
    'fde725',
  ),
  jet: [
    [0, '000080'],
    [0.125, '0000ff'],
    [0.375, '00ffff'],
    [0.625, 'ffff00'],
    [0.875, 'ff0000'],
    [1, '800000'],
  ],
  hot: [
    [0, '0b0000'],
    [0.365, 'ff0000'],
    [0.746, 'ffff00'],
    [1, 'ffffff'],
  ],
  grayscale: evenly('101010', 'f5f5f5'),
  coolwarm: evenly('3b4cc0', '7b9ff9', 'c0d4f5', 'dddddd', 'f2cbb7', 'ee8468', 'b40426'),
};

const clamp01 = (value: number) => Math.min(1, Math.max(0, value));

const channels = (hex: string): Rgb => [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)) as Rgb;

/** Polynomial fit of Google's Turbo map (Mikhailov 2019), channels 0 to 255. */
function turbo(t: number): Rgb {
  return [
    34.61 + t * (1172.33 - t * (10793.56 - t * (33300.12 - t * (38394.49 - t * 14825.05)))),
    23.31 + t * (557.33 + t * (1225.33 - t * (3574.96 - t * (1073.77 + t * 707.56)))),
    27.2 + t * (3211.1 - t * (15327.97 - t * (27814 - t * (22569.18 - t * 6838.66)))),
  ].map((value) => Math.round(Math.min(255, Math.max(0, value)))) as Rgb;
}

/** Colour at t (clamped to 0…1; not a number counts as 0), channels 0 to 255. */
export function paletteColor(name: PaletteName, t: number): Rgb {
  const at = Number.isNaN(t) ? 0 : clamp01(t);
  if (name === 'turbo') return turbo(at);
  const stops = STOPS[name];
  const upper = Math.max(
    1,
    stops.findIndex(([position]) => position >= at),
  );
  const [lowAt, lowHex] = stops[upper - 1]!;
  const [highAt, highHex] = stops[upper]!;
  const fraction = (at - lowAt) / (highAt - lowAt);
  const high = channels(highHex);
  return channels(lowHex).map((low, i) => Math.round(low + fraction * (high[i]! - low))) as Rgb;
}

/** RGBA bytes of `size` steps, for a texture one pixel high. */
export function paletteTexels(name: PaletteName, size = 256): Uint8Array<ArrayBuffer> {
  const texels = new Uint8Array(size * 4);
  for (let i = 0; i < size; i++) texels.set([...paletteColor(name, i / (size - 1)), 255], 4 * i);
  return texels;
}

/** CSS gradient from the smallest value (at `from`) to the largest. */
export function paletteGradient(name: PaletteName, direction: 'to top' | 'to right'): string {
  const stops = Array.from(
    { length: 17 },
    (_, i) => `rgb(${paletteColor(name, i / 16).join(' ')}) ${(100 * i) / 16}%`,
  );
  return `linear-gradient(${direction}, ${stops.join(', ')})`;
}

const PART_COLORS = [
  '7aa6d6',
  'e0a458',
  '7fb77e',
  'c98bb9',
  'd9756c',
  '6cc0bd',
  'c5b358',
  '9a8fd1',
  'a9826a',
  '8fb3a0',
  'd48fa8',
  '9aa5b1',
];

/** The same as CSS. */
export const partCssColor = (part: number) => `rgb(${partColor(part).join(' ')})`;

const NEUTRAL: Rgb = [138, 143, 152];

/** Colour of a part (1-based); twelve, then again from the start. 0 is grey. */
export function partColor(part: number): Rgb {
  if (part === 0) return NEUTRAL;
  return channels(PART_COLORS[(Math.max(1, part) - 1) % PART_COLORS.length]!);
}
