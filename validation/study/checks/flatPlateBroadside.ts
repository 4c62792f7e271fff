import type { CheckOf } from '../caseFile.ts';
import { rcsDbsm } from '../field.ts';
import type { SolvedRun } from '../solvedRun.ts';
import type { Outcome } from './measure.ts';

const SPEED_OF_LIGHT = 299792458;

/** Backscatter of a flat plate at normal incidence against physical optics, σ = 4πA²/λ². */
export function flatPlateBroadside(check: CheckOf<'flat-plate-broadside'>, run: SolvedRun): Outcome {
  const wavelength = SPEED_OF_LIGHT / run.firstFrequencyHz;
  const opticsDbsm = 10 * Math.log10((4 * Math.PI * check.areaM2 ** 2) / wavelength ** 2);
  const wanted = check.illumination ?? run.illuminations[0];
  const back = run
    .monostatic()
    .find(({ thetaDeg, phiDeg }) => thetaDeg === wanted?.thetaDeg && phiDeg === wanted.phiDeg);
  if (!back) throw new Error(`${check.title}: the run has no such illumination`);
  const value = Math.abs(rcsDbsm(back.eTheta, back.ePhi) - opticsDbsm);
  return {
    measures: [{ of: 'broadside', quantity: 'max |ΔdB|', value, limit: check.limits.db }],
    runs: [check.run],
  };
}
