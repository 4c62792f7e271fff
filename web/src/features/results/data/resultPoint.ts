import { ANGLE_FACTOR, type Incident, type ResultKey } from '@pace/contract';

/** One frequency and one illumination, in Hz and degrees. */
export interface ResultPoint {
  frequencyHz: number;
  thetaDeg: number;
  phiDeg: number;
}

/** The same with the incident wave of a run of both polarizations. */
export interface WavePoint extends ResultPoint {
  incident?: Incident | undefined;
}

/** How the calls and the names of files put it: angles × 10, rounded. */
export function resultKeyOf({ frequencyHz, thetaDeg, phiDeg }: ResultPoint): ResultKey {
  return {
    frequency: frequencyHz,
    theta: Math.round(thetaDeg * ANGLE_FACTOR),
    phi: Math.round(phiDeg * ANGLE_FACTOR),
  };
}

/** The same as one word, for maps. */
export function resultKeyText(point: ResultPoint): string {
  const { frequency, theta, phi } = resultKeyOf(point);
  return `${frequency}/${theta}/${phi}`;
}
