import { describe, expect, it } from 'vitest';
import { curvesToCsv, unconvergedMark } from '../../src/plots/csv.ts';
import { init } from '../../src/plots/echarts.ts';
import { decadesAround, hoverText, lineOption } from '../../src/plots/lineOption.ts';
import { plotNumber } from '../../src/plots/plotNumber.ts';
import { curveStyle, type PlotStyle } from '../../src/plots/plotStyle.ts';
import { ORIENTATIONS, polarOption, polarPoints, radialRange } from '../../src/plots/polarOption.ts';
import { markersStandApart, pointsBetween, tableOf, type PlotSeries } from '../../src/plots/series.ts';

const style: PlotStyle = {
  text: '#fff',
  faintText: '#aaa',
  grid: '#333',
  background: '#000',
  warning: '#f00',
  accent: '#0f0',
  fontFamily: 'sans',
  curves: Array.from({ length: 10 }, (_, i) => `#00000${i}`),
};
const curve = (name: string, x: number[], y: number[], unconverged = false): PlotSeries => ({
  id: name,
  name,
  x,
  y,
  unconverged,
});
const ends = { low: 'lower end', high: 'upper end', solved: 'solved' };
const angle = { label: 'φ', unit: '°' };
const rcs = { label: 'RCS', unit: 'dBsm' };

describe('the table of a plot', () => {
  it('has every x once and leaves open what a curve does not have', () => {
    const { x, columns } = tableOf([curve('a', [0, 2], [1, 2]), curve('b', [1, 2], [3, 4])], ends);
    expect(x).toEqual([0, 1, 2]);
    expect(columns[0]!.values).toEqual([1, undefined, 2]);
    expect(columns[1]!.values).toEqual([undefined, 3, 4]);
  });
});

describe('CSV', () => {
  it('has titles with units, full precision and points whatever the language', () => {
    const text = curvesToCsv(
      [curve('1.3 GHz, θ 0°', [0, 0.5], [-12.3456789012345, -Infinity])],
      angle,
      rcs,
      [],
      ends,
    );
    expect(text.split('\n')).toEqual([
      'φ [°],"1.3 GHz, θ 0° [dBsm]"',
      '0,-12.3456789012345',
      '0.5,-Infinity',
      '',
    ]);
  });

  it('comments come first, one line each', () => {
    expect(
      curvesToCsv([], angle, rcs, ['NOT CONVERGED: a', 'two\nlines'], ends).split('\n').slice(0, 2),
    ).toEqual(['# NOT CONVERGED: a', '# two lines']);
  });
});

describe('CSV in a spreadsheet', () => {
  it.each(['=HYPERLINK("http://evil.example")', '+1+cmd|x', '-2+3', '@SUM(A1)', ' =1', '\t=1'])(
    'a curve named %j is a text, not a formula',
    (name) => {
      const [titles = ''] = curvesToCsv([curve(name, [0], [1])], angle, rcs, [], ends).split('\n');
      const cell = titles.slice(titles.indexOf(',') + 1).replace(/^"/, '');
      expect(cell.trimStart()).toMatch(/^'[=+\-@]/);
    },
  );

  it('nor is what stands behind a separator in a comment, or in a title where a semicolon separates', () => {
    const [comment, titles] = curvesToCsv([curve('a;=1', [0], [1])], angle, rcs, ['a,=1;@b\t+c'], ends).split(
      '\n',
    );
    expect(comment).toBe("# a,'=1;'@b\t'+c");
    expect(titles).toBe('φ [°],"a;=1 [dBsm]"');
  });

  it('numbers stay numbers', () => {
    expect(curvesToCsv([curve('a', [-1], [-2])], angle, rcs, [], ends)).toContain('\n-1,-2\n');
  });
});

describe('the mark of an unconverged run in files', () => {
  it('is English in every language, with the reader’s word after it', () => {
    expect(unconvergedMark('NOT CONVERGED')).toBe('NOT CONVERGED');
    expect(unconvergedMark('YAKINSAMADI')).toBe('NOT CONVERGED (YAKINSAMADI)');
  });
});

describe('a Cartesian plot', () => {
  const input = {
    series: [curve('a', [0, 1], [5, -Infinity])],
    x: angle,
    y: rcs,
    unconvergedTitle: 'NOT CONVERGED',
    zoomTitles: { zoom: 'z', back: 'b' },
  };
  const firstSeries = (option: ReturnType<typeof lineOption>) =>
    (option.series as { data: unknown[]; symbol: string }[])[0]!;

  it('leaves a gap where there is no finite value', () => {
    expect(firstSeries(lineOption(input, style)).data).toEqual(Float64Array.of(0, 5, 1, NaN));
  });

  it('leaves a gap at zero on a logarithmic axis', () => {
    const series = [curve('a', [0, 1], [0, 1e-3])];
    expect(firstSeries(lineOption({ ...input, series, logarithmicY: true }, style)).data).toEqual(
      Float64Array.of(0, NaN, 1, 1e-3),
    );
  });

  it('says NOT CONVERGED in the picture only when a curve is not', () => {
    const title = (series: PlotSeries[]) =>
      (lineOption({ ...input, series }, style).title as { text: string }).text;
    expect(title([curve('a', [0], [0])])).toBe('');
    expect(title([curve('a', [0], [0]), curve('b', [0], [0], true)])).toBe('NOT CONVERGED');
  });

  it('draws the level with its name', () => {
    const chart = init(null, null, { renderer: 'svg', ssr: true, width: 600, height: 400 });
    chart.setOption(
      lineOption(
        {
          ...input,
          series: [curve('a', [1, 10], [0.4, 5e-4])],
          logarithmicY: true,
          level: { value: 1e-3, label: 'tolerance' },
        },
        style,
      ),
    );
    expect(chart.renderToSVGString()).toContain('tolerance');
    chart.dispose();
  });

  it('hovering tells x and each curve with units', () => {
    const text = hoverText(
      [
        { seriesName: 'a <b>', marker: '', value: [45, -3.25] },
        { seriesName: 'gap', value: [45, '-'] },
      ],
      angle,
      rcs,
      { language: 'en' },
    );
    expect(text).toBe('φ: <b>45</b> °<br/>a &lt;b>: <b>-3.25</b> dBsm');
  });

  it('marks points that were solved, and says so in hover, table and file', () => {
    const swept = { ...curve('a', [1, 2, 3], [4, 5, 6]), interpolated: [false, true, false] };
    const line = (lineOption({ ...input, series: [swept] }, style).series as { symbolSize: unknown }[])[0]!;
    const size = line.symbolSize as (value: unknown, at: { dataIndex: number }) => number;
    expect([0, 1, 2].map((dataIndex) => size([], { dataIndex }) > 0)).toEqual([true, false, true]);
    const words = { language: 'en', series: [swept], interpolated: 'interpolated' };
    const hover = (at: number) =>
      hoverText([{ seriesId: 'a', seriesName: 'a', value: [at, 5] }], angle, rcs, words);
    expect(hover(2)).toContain('dBsm interpolated');
    expect(hover(3)).not.toContain('interpolated');
    expect(curvesToCsv([swept], angle, rcs, [], ends).split('\n')).toEqual([
      'φ [°],a [dBsm],"a, solved"',
      ...['1,4,1', '2,5,0', '3,6,1', ''],
    ]);
    expect(pointsBetween([swept], 1, 3)).toBe(2);
  });

  it('hovering over many curves names twelve and counts the rest', () => {
    const items = Array.from({ length: 30 }, (_, i) => ({ seriesName: `c${i}`, marker: '', value: [0, i] }));
    const lines = hoverText(items, angle, rcs, { language: 'en' }).split('<br/>');
    expect(lines).toHaveLength(14);
    expect(lines.at(-1)).toBe('… +18');
  });

  it('thirty curves differ in colour or dash', () => {
    const styles = Array.from({ length: 30 }, (_, i) => curveStyle(i, style)).map(
      ({ color, dash }) => `${color} ${dash}`,
    );
    expect(new Set(styles).size).toBe(30);
  });
});

describe('a logarithmic axis', () => {
  it('holds all values and the level in whole decades', () => {
    expect(decadesAround([curve('a', [0, 1], [0.9, 0.03])], 1e-3)).toEqual({ min: 1e-4, max: 1 });
  });

  it('gives a single value a decade to each side', () => {
    const { min, max } = decadesAround([curve('a', [0], [3.2e-15])]);
    expect(Math.log10(min)).toBeCloseTo(-16, 9);
    expect(Math.log10(max)).toBeCloseTo(-13, 9);
  });
});

describe('markers of computed points', () => {
  it('are drawn as long as they stand apart', () => {
    expect(markersStandApart(37, 600)).toBe(true);
    expect(markersStandApart(361, 600)).toBe(false);
  });

  it('count by the densest curve in view', () => {
    const x = Array.from({ length: 361 }, (_, i) => i);
    expect(pointsBetween([curve('a', x, x), curve('b', [10, 20], [0, 0])], 10, 40)).toBe(31);
  });
});

describe('a polar plot', () => {
  it('azimuth has 0° to the right and runs counter-clockwise; elevation has 0° up and runs clockwise', () => {
    expect(ORIENTATIONS.azimuth).toEqual({ startAngle: 0, clockwise: false });
    expect(ORIENTATIONS.elevation).toEqual({ startAngle: 90, clockwise: true });
    const option = polarOption(
      { series: [], angle, radius: rcs, orientation: 'azimuth', span: 40, unconvergedTitle: '' },
      style,
    );
    expect(option.angleAxis).toMatchObject({ min: 0, max: 360, startAngle: 0, clockwise: false });
  });

  it('rings end at the first mark above the largest value', () => {
    expect(radialRange([curve('a', [0], [12.3])], 40)).toEqual([-20, 20]);
    expect(radialRange([curve('a', [0], [-Infinity])], 40)).toEqual([-40, 0]);
  });

  it('what lies below the rings is drawn at the centre and keeps its value for hovering', () => {
    expect(polarPoints(curve('a', [0, 10], [-Infinity, 3]), [-20, 20])).toEqual([
      [-20, 0, -Infinity],
      [3, 10, 3],
    ]);
  });

  it('a full turn is closed, a sector is not', () => {
    const turn = Array.from({ length: 36 }, (_, i) => 10 * i);
    expect(polarPoints(curve('a', turn, turn), [0, 400]).at(-1)).toEqual([0, 360, 0]);
    expect(polarPoints(curve('a', [0, 10, 20], [1, 2, 3]), [0, 4])).toHaveLength(3);
    expect(polarPoints(curve('a', [0, 180, 360], [1, 2, 3]), [0, 4])).toHaveLength(3);
  });
});

describe('numbers', () => {
  it('follow the language and stay readable', () => {
    expect(plotNumber(-12.34567, 'en')).toBe('-12.346');
    expect(plotNumber(0.5, 'tr')).toBe('0,5');
    expect(plotNumber(3.2e-15, 'en')).toBe('3.200e-15');
    expect(plotNumber(-Infinity, 'en')).toBe('−∞');
    expect(plotNumber(undefined, 'en')).toBe('');
  });
});
