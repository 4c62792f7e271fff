import { paletteColor, type PaletteName } from './palettes.ts';
import { barLabels, powerOfTen, rangeTicks } from './scalarRange.ts';

/** Colours of what is written on a picture */
export interface PictureInk {
  text: string;
  /** Behind text that stands on the drawing */
  plate: string;
  warning: string;
}

export const PAPER_INK: PictureInk = {
  text: '#1a2224',
  plate: 'rgba(255, 255, 255, 0.85)',
  warning: '#b3261e',
};

export interface ColorKey {
  palette: PaletteName;
  range: [number, number];
  label: string;
  unit: string;
}

export interface PictureOverlay {
  ink: PictureInk;
  language: string;
  key?: ColorKey | undefined;
  /** Stands on top in white on red; nothing when absent */
  warning?: string | undefined;
  /** A length, drawn at the lower right [px of the picture at `pixelRatio` 1] */
  scale?: { widthPx: number; text: string } | undefined;
  /** Where x, y and z point in the picture (right, up), length 1 as seen from the side; drawn at the lower left */
  axes?: readonly (readonly [right: number, up: number])[] | undefined;
}

const FONT = 'Helvetica, Arial, sans-serif';
const BAR = { width: 16, height: 200 } as const;
const MARGIN_PX = 10;
const NARROW_PX = 560;

/** What stands over a 3D view, as a canvas has it: the key to the colours, the length, the warning. Lengths in px at `pixelRatio` 1. */
export function drawOverlay(
  context: CanvasRenderingContext2D,
  widthPx: number,
  heightPx: number,
  pixelRatio: number,
  overlay: PictureOverlay,
): void {
  const { ink, language, key, warning, scale, axes } = overlay;
  context.save();
  context.scale(pixelRatio, pixelRatio);
  context.textBaseline = 'middle';
  if (key) drawKey(context, widthPx, Math.min(BAR.height, heightPx - 80), key, ink, language);
  if (axes) drawAxes(context, heightPx, axes);
  if (scale) {
    const [right, bottom] = [widthPx - 12, heightPx - 12];
    context.strokeStyle = ink.text;
    context.beginPath();
    context.moveTo(right - scale.widthPx, bottom - 6);
    context.lineTo(right - scale.widthPx, bottom);
    context.lineTo(right, bottom);
    context.lineTo(right, bottom - 6);
    context.stroke();
    context.font = `12px ${FONT}`;
    context.fillStyle = ink.text;
    context.textAlign = 'right';
    context.fillText(scale.text, right, bottom - 16);
  }
  if (warning !== undefined) {
    context.font = `bold 14px ${FONT}`;
    const width = context.measureText(warning).width + 24;
    context.fillStyle = ink.warning;
    // Beside the key where the picture is narrow
    const left = widthPx < NARROW_PX ? MARGIN_PX : (widthPx - width) / 2;
    context.fillRect(left, MARGIN_PX, width, 28);
    context.fillStyle = '#ffffff';
    context.textAlign = 'center';
    context.fillText(warning, left + width / 2, MARGIN_PX + 14.5);
  }
  context.restore();
}

const AXIS_COLORS = ['#d9534f', '#2e9e42', '#2f6fd0'] as const;
const AXIS_PX = 30;

function drawAxes(
  context: CanvasRenderingContext2D,
  heightPx: number,
  axes: readonly (readonly [number, number])[],
): void {
  const [x, y] = [48, heightPx - 48];
  context.font = `bold 12px ${FONT}`;
  context.textAlign = 'center';
  context.lineWidth = 2;
  axes.forEach(([right, up], i) => {
    context.strokeStyle = AXIS_COLORS[i] ?? AXIS_COLORS[0];
    context.fillStyle = context.strokeStyle;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + AXIS_PX * right, y - AXIS_PX * up);
    context.stroke();
    const length = Math.hypot(right, up) || 1;
    context.fillText(
      'xyz'.charAt(i),
      x + AXIS_PX * right + (9 * right) / length,
      y - AXIS_PX * up - (9 * up) / length,
    );
  });
  context.lineWidth = 1;
}

/** Gradient with numbers, largest on top, at the upper right. */
function drawKey(
  context: CanvasRenderingContext2D,
  widthPx: number,
  barPx: number,
  { palette, range, label, unit }: ColorKey,
  ink: PictureInk,
  language: string,
): void {
  const { labels, power } = barLabels(rangeTicks(range).reverse(), language);
  const title = `${label} [${power === 0 ? unit : `${powerOfTen(power)} ${unit}`}]`;
  context.font = `bold 12px ${FONT}`;
  const titleWidth = context.measureText(title).width;
  context.font = `12px ${FONT}`;
  const numbersWidth = Math.max(...labels.map((text) => context.measureText(text).width));
  const inner = Math.max(titleWidth, BAR.width + 8 + numbersWidth);
  const left = widthPx - MARGIN_PX - inner - 8;
  const top = MARGIN_PX + 36;
  context.fillStyle = ink.plate;
  context.fillRect(left - 8, MARGIN_PX, inner + 16, top - MARGIN_PX + barPx + 14);
  context.fillStyle = ink.text;
  context.textAlign = 'left';
  context.font = `bold 12px ${FONT}`;
  context.fillText(title, left, MARGIN_PX + 14);
  for (let row = 0; row < barPx; row++) {
    context.fillStyle = `rgb(${paletteColor(palette, 1 - row / (barPx - 1)).join(', ')})`;
    context.fillRect(left, top + row, BAR.width, 1.5);
  }
  context.fillStyle = ink.text;
  context.font = `12px ${FONT}`;
  labels.forEach((text, i) =>
    context.fillText(text, left + BAR.width + 8, top + (barPx * i) / (labels.length - 1)),
  );
}

/** A drawn canvas with what stands over it, as one of its own. */
export function withOverlay(
  drawn: HTMLCanvasElement,
  pixelRatio: number,
  overlay: PictureOverlay,
): HTMLCanvasElement {
  const picture = document.createElement('canvas');
  picture.width = drawn.width;
  picture.height = drawn.height;
  const context = picture.getContext('2d');
  if (!context) return drawn;
  context.drawImage(drawn, 0, 0);
  drawOverlay(context, drawn.width / pixelRatio, drawn.height / pixelRatio, pixelRatio, overlay);
  return picture;
}
