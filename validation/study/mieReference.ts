import { paceOutput } from './programs.ts';
import type { Cuts, FarField, Plane } from './field.ts';

export interface SphereProblem {
  radiusM: number;
  centerM: readonly number[];
  frequencyHz: number;
  thetaDeg: number;
  phiDeg: number;
  polarization: number;
  cutPoints: number;
}

/** Exact series of `pace mie`, itself tested against published values in solver/test/reference. */
export function mieCuts(sphere: SphereProblem): Cuts {
  const table = paceOutput([
    'mie',
    ...['--radius', String(sphere.radiusM), '--frequency', String(sphere.frequencyHz)],
    ...['--theta', String(sphere.thetaDeg), '--phi', String(sphere.phiDeg)],
    ...['--polarization', String(sphere.polarization), '--points', String(sphere.cutPoints)],
    ...['--center', ...sphere.centerM.map(String)],
  ]);
  const cuts: Cuts = new Map();
  for (const line of table.trim().split('\n').slice(1)) {
    const [plane, ...numbers] = line.split(',');
    const [thetaDeg = NaN, phiDeg = NaN, a = NaN, b = NaN, c = NaN, d = NaN] = numbers.map(Number);
    const field: FarField = { thetaDeg, phiDeg, eTheta: { re: a, im: b }, ePhi: { re: c, im: d } };
    const cut = cuts.get(plane as Plane);
    if (cut) cut.push(field);
    else cuts.set(plane as Plane, [field]);
  }
  return cuts;
}
