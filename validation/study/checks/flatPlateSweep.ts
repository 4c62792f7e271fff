import type { CheckOf } from '../caseFile.ts';
import { relativeError } from '../comparison.ts';
import type { Complex, FarField } from '../field.ts';
import { backscatterLevels } from '../levels.ts';
import type { SolvedRun } from '../solvedRun.ts';
import type { Outcome } from './measure.ts';

const SPEED_OF_LIGHT = 299792458;
const ZERO: Complex = { re: 0, im: 0 };
const sinc = (x: number) => (x === 0 ? 1 : Math.sin(x) / x);

/**
 * E = −(jk/2π) E0 |cos θ| ab sinc(ka sin θ cos φ) sinc(kb sin θ sin φ): the polarization stays and the phase is that of
 * the origin (docs/theory/physical-optics.md).
 */
export function flatPlateSweep(check: CheckOf<'flat-plate-sweep'>, run: SolvedRun): Outcome {
  const k = (2 * Math.PI * run.firstFrequencyHz) / SPEED_OF_LIGHT;
  const [a, b] = check.sidesM;
  const vertical = run.specification.polarization === 1;
  const fields = run.monostatic();
  const reference = fields.map((field): FarField => {
    const [theta, phi] = [(field.thetaDeg * Math.PI) / 180, (field.phiDeg * Math.PI) / 180];
    const value =
      ((-k * a * b) / (2 * Math.PI)) *
      Math.abs(Math.cos(theta)) *
      sinc(k * a * Math.sin(theta) * Math.cos(phi)) *
      sinc(k * b * Math.sin(theta) * Math.sin(phi));
    const scattered = { re: 0, im: value };
    return { ...field, eTheta: vertical ? scattered : ZERO, ePhi: vertical ? ZERO : scattered };
  });
  return {
    measures: [
      {
        of: 'backscatter',
        quantity: 'relative error',
        value: relativeError(fields, reference),
        limit: check.limits.relativeError,
      },
    ],
    runs: [check.run],
    curves: [backscatterLevels(fields, reference, 'formula')],
  };
}
