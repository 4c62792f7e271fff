import { describe, expect, it } from 'vitest';
import { init } from 'echarts';
import { HEAT_MARGINS, heatMapOption } from '../../src/plots/heatMapOption.ts';
import type { PlotStyle } from '../../src/plots/plotStyle.ts';

const STYLE: PlotStyle = {
  ...{ text: '#000', faintText: '#444', grid: '#ccc', background: '#fff', warning: '#b00', accent: '#060' },
  fontFamily: 'sans-serif',
  curves: ['#060'],
};
const quantity = { label: 'Range', unit: 'm' };
const optionOf = (xs: number[]) =>
  heatMapOption(
    {
      ...{ xs, ys: [0, 1], values: new Float64Array(2 * xs.length), range: [-40, 0] },
      ...{ x: quantity, y: quantity, z: quantity, unconvergedTitle: '', language: 'en' },
    },
    STYLE,
  );
type Axis = { type: string; show?: boolean; min?: number; max?: number; axisLabel?: { show?: boolean } };
const xAxesOf = (xs: number[]) => optionOf(xs).xAxis as [Axis, Axis];

describe('the labels of a heat map', () => {
  it('stand at round numbers where cells are many and of equal steps', () => {
    const xs = Array.from({ length: 181 }, (_, i) => -0.67 + (1.34 * i) / 180);
    const [cells, numbers] = xAxesOf(xs);
    expect(cells.axisLabel!.show).toBe(false);
    expect(numbers).toMatchObject({ type: 'value', show: true });
    // Half a cell beyond the middles of the outermost ones, so that a number stands where it is.
    expect(numbers.min).toBeCloseTo(-0.67 - 0.67 / 180, 12);
    expect(numbers.max).toBeCloseTo(0.67 + 0.67 / 180, 12);
  });

  it('stand at the cells where those are few, or of unequal steps', () => {
    const uneven = Array.from({ length: 64 }, (_, i) => (i < 63 ? i : 80));
    for (const xs of [[1, 1.5, 2], uneven]) {
      const [cells, numbers] = xAxesOf(xs);
      expect(cells.axisLabel!.show).toBe(true);
      expect(numbers.show).toBe(false);
    }
  });
});

describe('words over a heat map', () => {
  it('stand beside their places, in the units of the axes', () => {
    const [width, height] = [600, 400];
    const chart = init(null, undefined, { renderer: 'svg', ssr: true, width, height });
    const xs = Array.from({ length: 181 }, (_, i) => i);
    chart.setOption(
      heatMapOption(
        {
          ...{ xs, ys: [0, 1], values: new Float64Array(2 * xs.length), range: [-40, 0] },
          ...{ x: quantity, y: quantity, z: quantity, unconvergedTitle: '', language: 'en' },
          ...{ lines: [45, 0, 90, 0], words: [{ x: 45, y: 0, text: 'Nose' }] },
        },
        STYLE,
      ),
    );
    const svg = chart.renderToSVGString();
    chart.dispose();
    const [, left, top] = /<text[^>]*translate\(([\d.]+) ([\d.]+)\)[^>]*>Nose<\/text>/.exec(svg)!.map(Number);
    const inside = width - HEAT_MARGINS.left - HEAT_MARGINS.right;
    // The axis goes from −0.5 to 180.5.
    const place = HEAT_MARGINS.left + (45.5 / 181) * inside;
    expect(left! - place).toBeGreaterThan(0);
    expect(left! - place).toBeLessThan(12);
    // y = 0 is the middle of the lower of two rows.
    const row = height - HEAT_MARGINS.bottom - (height - HEAT_MARGINS.top - HEAT_MARGINS.bottom) / 4;
    expect(row - top!).toBeGreaterThan(0);
    expect(row - top!).toBeLessThan(16);
  });
});
