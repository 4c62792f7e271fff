import type { CheckOf } from '../caseFile.ts';
import { rcsDbsm } from '../field.ts';
import type { SolvedRun } from '../solvedRun.ts';
import type { Outcome } from './measure.ts';

const SPEED_OF_LIGHT = 299792458;
/** σλ²/a⁴ on the axis [Knott, Shaeffer, Tuley, Radar Cross Section, 2nd ed., 2004, table 6.1]; faces a × a. */
const FORMULAS: Record<CheckOf<'corner'>['shape'], number> = {
  dihedral: 8 * Math.PI,
  'square-trihedral': 12 * Math.PI,
  'triangular-trihedral': (4 * Math.PI) / 3,
};

/** The first illumination's backscatter against what returns by geometrical optics. */
export function corner(check: CheckOf<'corner'>, run: SolvedRun): Outcome {
  const wavelength = SPEED_OF_LIGHT / run.firstFrequencyHz;
  const formula = 10 * Math.log10((FORMULAS[check.shape] * check.sideM ** 4) / wavelength ** 2);
  const [back] = run.monostatic();
  if (!back) throw new Error(`${check.title}: the run has no backscatter`);
  const value = Math.abs(rcsDbsm(back.eTheta, back.ePhi) - formula);
  return {
    measures: [{ of: 'axis', quantity: 'max |ΔdB|', value, limit: check.limits.db }],
    runs: [check.run],
  };
}
