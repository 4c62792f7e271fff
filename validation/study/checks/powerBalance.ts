import type { CheckOf } from '../caseFile.ts';
import { cutOf, type FarField } from '../field.ts';
import type { SolvedRun } from '../solvedRun.ts';
import type { Measure, Outcome } from './measure.ts';

const SPEED_OF_LIGHT = 299792458;

/**
 * A perfect conductor absorbs nothing: what it takes out of the incident wave is what it scatters.
 *   −(4π/k) Im(F(k̂)·ê*) = ∫ |F|² dΩ        (e^{+jωt}; ê the incident unit vector, k̂ forward)
 */
export function powerBalance(check: CheckOf<'power'>, run: SolvedRun): Outcome {
  const k = (2 * Math.PI * run.firstFrequencyHz) / SPEED_OF_LIGHT;
  const measures = run.illuminations.map((illumination): Measure => {
    const pattern = cutOf(run.cuts(illumination), '3d');
    const extinction = (-4 * Math.PI * forwardAmplitude(run, pattern, illumination)) / k;
    const scattered = powerOf(pattern, run.specification.sphereThetas);
    return {
      of: `from θ ${illumination.thetaDeg}°, φ ${illumination.phiDeg}°`,
      quantity: 'relative error',
      value: Math.abs(extinction / scattered - 1),
      limit: check.limits.relativeError,
    };
  });
  return { measures, runs: [check.run] };
}

/** Im(F·ê*) straight ahead of a linearly polarized wave. At (π − θ, φ + π), θ̂ is that of arrival and φ̂ its opposite. */
function forwardAmplitude(
  run: SolvedRun,
  pattern: FarField[],
  { thetaDeg, phiDeg }: { thetaDeg: number; phiDeg: number },
): number {
  const ahead = pattern.find(
    (f) =>
      Math.abs(f.thetaDeg - (180 - thetaDeg)) < 1e-6 && Math.abs(f.phiDeg - ((phiDeg + 180) % 360)) < 1e-6,
  );
  if (!ahead) throw new Error('The forward direction is not on the full sphere of the run');
  if (run.specification.polarization === 1) return ahead.eTheta.im;
  if (run.specification.polarization === 0) return -ahead.ePhi.im;
  throw new Error('The power balance is checked for linear polarization');
}

/** ∫ |F|² dΩ by Clenshaw–Curtis in cos θ: exact for patterns that the grid resolves. */
function powerOf(pattern: FarField[], thetas: number): number {
  const weights = clenshawCurtis(thetas);
  const phis = 2 * (thetas - 1);
  return pattern.reduce((sum, { eTheta, ePhi }, i) => {
    const power = eTheta.re ** 2 + eTheta.im ** 2 + ePhi.re ** 2 + ePhi.im ** 2;
    return sum + (weights[Math.floor(i / phis)] ?? NaN) * ((2 * Math.PI) / phis) * power;
  }, 0);
}

/** Weights of ∫ f(θ) sin θ dθ over 0…π for evenly spaced θ, both poles included. */
function clenshawCurtis(count: number): number[] {
  const last = count - 1;
  return Array.from({ length: count }, (_, i) => {
    let sum = 0;
    for (let m = 0; m <= last; m += 2) {
      const half = m === 0 || m === last ? 0.5 : 1;
      sum += (half * Math.cos((m * i * Math.PI) / last) * 2) / (1 - m * m);
    }
    return ((i === 0 || i === last ? 1 : 2) * sum) / last;
  });
}
