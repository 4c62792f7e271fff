import { describe, expect, it } from 'vitest';
import { heatMapOption } from '../../src/plots/heatMapOption.ts';
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
