import { DEFAULT_SWEEP_EXCITATION, LIMITS } from '@pace/contract';
import { solverInputOf, type WizardDraft } from './draft.ts';

export type CutAxis = 'theta' | 'phi';

/** The curve that the preview shows for a draft with valid angles. */
export interface OpticsCut {
  axis: CutAxis;
  /** The other angle, which stands still [degrees] */
  held: number;
  /** As the call wants it */
  excitation: [number, number, number, number, 0 | 1 | 2 | 3 | 4, number, number];
  /** The direction of a single angle on this curve [degrees]; none for a sweep */
  chosen: number | undefined;
}

/** Finer curves than this take longer and look the same. */
const MOST_STEPS = 180;

/** Which angle a sweep goes over; theta for a single angle. */
export function sweptAxis(draft: WizardDraft): CutAxis {
  if (draft.anglesweep === 0) return 'theta';
  const [t0, t1] = [Number(draft.thetaStart), Number(draft.thetaEnd)];
  return t1 > t0 || Number(draft.phiStart) === Number(draft.phiEnd) ? 'theta' : 'phi';
}

/** A single angle lies on a whole turn of the axis; a sweep is shown over its own range, evenly and finely. */
export function opticsCut(draft: WizardDraft, axis: CutAxis): OpticsCut {
  const { excitation } = solverInputOf(draft, 0);
  const polarization = draft.polarization as OpticsCut['excitation'][4];
  const [, , , , , thetaStep, phiStep] = DEFAULT_SWEEP_EXCITATION;
  const single = draft.anglesweep === 0;
  const [theta, phi] = single ? [excitation[0]!, excitation[1]!] : [excitation[0]!, excitation[2]!];
  const most = axis === 'theta' ? LIMITS.thetaMaxDeg : LIMITS.phiMaxDeg;
  const ends = single ? undefined : axis === 'theta' ? excitation.slice(0, 2) : excitation.slice(2, 4);
  const [from, to] = ends && ends[1]! > ends[0]! ? [ends[0]!, ends[1]!] : [0, most];
  const step = (to - from) / MOST_STEPS;
  return axis === 'theta'
    ? {
        axis,
        held: phi,
        excitation: [from, to, phi, phi, polarization, step, phiStep],
        chosen: single ? theta : undefined,
      }
    : {
        axis,
        held: theta,
        excitation: [theta, theta, from, to, polarization, thetaStep, step],
        chosen: single ? phi : undefined,
      };
}
