/** One curve: computed points, joined by a line in the order given. */
export interface PlotSeries {
  id: string;
  /** Unique among the curves of a plot */
  name: string;
  x: readonly number[];
  /** Not finite (e.g. −∞ dB of no field): a gap */
  y: readonly number[];
  /** Between what each y lies, where that is known; −∞: no end below, NaN: not known */
  band?: { low: readonly number[]; high: readonly number[] };
  /** Of each point: not solved, but interpolated between points that were. Absent: all were solved */
  interpolated?: readonly boolean[];
  /** The solver stopped before its tolerance was met */
  unconverged?: boolean;
  /** Not computed by the solver: exact, measured or from elsewhere. Drawn as a line without markers */
  isReference?: boolean;
  /** Points with nothing between them: no line joins them */
  pointsOnly?: boolean;
  /** Number of its colour and dash; its place in the plot when absent */
  styleIndex?: number;
}

export interface PlotQuantity {
  label: string;
  unit: string;
}

export function axisTitle({ label, unit }: PlotQuantity): string {
  return unit === '' ? label : `${label} [${unit}]`;
}

/** Space a marker needs along the curve to be distinguished from its neighbour [px]. */
const MARKER_SPACING_PX = 8;

/** Computed points are marked as long as they stand apart. */
export function markersStandApart(pointsInView: number, lengthPx: number): boolean {
  return pointsInView * MARKER_SPACING_PX <= lengthPx;
}

/** Number of points of the densest curve between two x; interpolated ones have no mark. */
export function pointsBetween(series: readonly PlotSeries[], low: number, high: number): number {
  let most = 0;
  for (const { x, interpolated } of series) {
    let count = 0;
    x.forEach((value, i) => {
      if (value >= low && value <= high && !interpolated?.[i]) count++;
    });
    most = Math.max(most, count);
  }
  return most;
}

export interface PlotTableData {
  x: number[];
  /** One a curve, and after it the ends of its band; as long as x, undefined where the curve has no point at that x */
  columns: { name: string; end?: 'low' | 'high' | 'solved'; values: (number | undefined)[] }[];
}

/** What the columns of both ends of a band, and of what was solved (1) or interpolated (0), are called beside their curve. */
export interface BandEnds {
  low: string;
  high: string;
  solved: string;
}

/**
 * All curves over the union of their x values, ascending, behind each the ends of its band; what the table and the CSV file
 * show.
 */
export function tableOf(series: readonly PlotSeries[], ends: BandEnds): PlotTableData {
  const x = [...new Set(series.flatMap((curve) => [...curve.x]))].sort((a, b) => a - b);
  const columns = series.flatMap((curve) => {
    const at = new Map(curve.x.map((value, i) => [value, i]));
    const { name, y, band, interpolated } = curve;
    const ofEnd = (end: 'low' | 'high', of: readonly number[]) => ({
      name: `${name}, ${ends[end]}`,
      end,
      values: x.map((value) => {
        const i = at.get(value);
        return i === undefined || Number.isNaN(of[i]) ? undefined : of[i];
      }),
    });
    return [
      { name, values: x.map((value) => (at.has(value) ? y[at.get(value)!] : undefined)) },
      ...(band ? [ofEnd('low', band.low), ofEnd('high', band.high)] : []),
      ...(interpolated
        ? [
            {
              ...ofEnd(
                'low',
                interpolated.map((one) => (one ? 0 : 1)),
              ),
              name: `${name}, ${ends.solved}`,
              end: 'solved' as const,
            },
          ]
        : []),
    ];
  });
  return { x, columns };
}

/** The band of a curve at a point, if it has one. */
export function bandAt({ x, band }: PlotSeries, at: number): [low: number, high: number] | undefined {
  const i = band ? x.indexOf(at) : -1;
  return i < 0 || Number.isNaN(band!.low[i]) ? undefined : [band!.low[i]!, band!.high[i]!];
}

/** Smallest finite y of all curves; undefined without one. */
export function smallestValue(series: readonly PlotSeries[]): number | undefined {
  let smallest: number | undefined;
  for (const { y } of series)
    for (const value of y)
      if (Number.isFinite(value) && (smallest === undefined || value < smallest)) smallest = value;
  return smallest;
}

/** Largest finite y of all curves; undefined without one. */
export function largestValue(series: readonly PlotSeries[]): number | undefined {
  let largest: number | undefined;
  for (const { y } of series)
    for (const value of y)
      if (Number.isFinite(value) && (largest === undefined || value > largest)) largest = value;
  return largest;
}
