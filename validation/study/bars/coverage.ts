/** Of one component: how far it is from the reference, and its bar. */
export interface BarValue {
  error: number;
  bar: number;
  /** |reference| over the largest one of its run. */
  level: number;
}

export interface Coverage {
  values: number;
  /** Values whose bar holds the reference. */
  inside: number;
  /** Median of bar over error, of the values that are not next to nothing. */
  medianRatio: number;
}

/** Values below this level have no part in the ratio: what symmetry makes vanish has no error to speak of. */
const LEAST_LEVEL = 0.03;

export function coverageOf(values: readonly BarValue[], factor = 1): Coverage {
  const ratios = values
    .filter(({ level }) => level > LEAST_LEVEL)
    .map(({ error, bar }) => (factor * bar) / error);
  return {
    values: values.length,
    inside: values.filter(({ error, bar }) => error <= factor * bar).length,
    medianRatio: quantile(ratios, 0.5),
  };
}

/** By what the bars have to be multiplied so that a share of the values lies inside. */
export function factorFor(values: readonly BarValue[], share = 0.95): number {
  return quantile(
    values.map(({ error, bar }) => error / bar),
    share,
  );
}

function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}
