import { type RcsSamples } from '@pace/contract';

/**
 * Distributions of a fluctuating target, all of them of σ over its mean: chi-square with 2 degrees of freedom (Swerling 1
 * and 2, many equal scatterers), with 4 (Swerling 3 and 4, one strong among small ones) and with as many as the samples
 * ask for [Swerling 1960, IRE Trans. Inf. Theory 6; Swerling 1997, IEEE Trans. AES 33].
 */
export const FLUCTUATION_MODELS = ['swerling1', 'swerling3', 'fitted'] as const;
export type FluctuationModel = (typeof FLUCTUATION_MODELS)[number];

export interface FluctuationFit {
  model: FluctuationModel;
  degrees: number;
  /** Share of points above σ [m²] */
  above: (sigma: number) => number;
  /** Largest difference of the two distributions (Kolmogorov–Smirnov), 0 to 1 */
  distance: number;
}

/**
 * Standard deviation over mean from which on samples fluctuate, 0.004 dB: below it lie rounding and the mesh of a body that looks
 * alike from all sides, and the sums of gammaShare would end before they have converged.
 */
const LEAST_DEVIATION = 1e-3;

/** Each model with the mean of the samples; none where they do not fluctuate. */
export function fluctuationFits(samples: RcsSamples): FluctuationFit[] {
  const { sigma, share } = samples;
  const mean = sigma.reduce((sum, value, i) => sum + share[i]! * value, 0);
  const variance = sigma.reduce((sum, value, i) => sum + share[i]! * (value - mean) ** 2, 0);
  if (!(mean > 0) || !(variance > (LEAST_DEVIATION * mean) ** 2)) return [];
  const degreesOf = { swerling1: 2, swerling3: 4, fitted: (2 * mean * mean) / variance };
  return FLUCTUATION_MODELS.map((model) => {
    const degrees = degreesOf[model];
    const below = (value: number) => gammaShare(degrees / 2, ((degrees / 2) * value) / mean);
    let [distance, reached] = [0, 0];
    sigma.forEach((value, i) => {
      const expected = below(value);
      distance = Math.max(distance, Math.abs(expected - reached));
      reached += share[i]!;
      distance = Math.max(distance, Math.abs(expected - reached));
    });
    return { model, degrees, above: (value) => 1 - below(value), distance };
  });
}

const MOST_TERMS = 10_000;
const SMALL = 1e-15;

/**
 * The regularised incomplete gamma function P(a, x): by its series up to x = a + 1, by Lentz's continued fraction of
 * 1 − P above [Abramowitz and Stegun 1964, 6.5.29 and 6.5.31].
 */
export function gammaShare(a: number, x: number): number {
  if (!(x > 0)) return 0;
  const factor = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let [term, sum] = [1 / a, 1 / a];
    for (let n = 1; n < MOST_TERMS && term > SMALL * sum; n++) {
      term *= x / (a + n);
      sum += term;
    }
    return Math.min(1, factor * sum);
  }
  let b = x + 1 - a;
  let [c, d] = [1e300, 1 / b];
  let fraction = d;
  for (let n = 1; n < MOST_TERMS; n++) {
    const numerator = n * (a - n);
    b += 2;
    d = 1 / (numerator * d + b);
    c = b + numerator / c;
    const change = c * d;
    fraction *= change;
    if (Math.abs(change - 1) < SMALL) break;
  }
  return 1 - factor * fraction;
}

const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** ln Γ(a) for a > 0 [Lanczos 1964, SIAM J. Numer. Anal. 1]. */
function logGamma(a: number): number {
  if (a < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * a)) - logGamma(1 - a);
  const [first = 1, ...rest] = LANCZOS;
  const sum = rest.reduce((part, coefficient, i) => part + coefficient / (a + i), first);
  const t = a + rest.length - 1.5;
  return 0.5 * Math.log(2 * Math.PI) + (a - 0.5) * Math.log(t) - t + Math.log(sum);
}
