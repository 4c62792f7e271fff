import { paceOutput } from './programs.ts';
import type { CheckOf, SphereLayer } from './caseFile.ts';
import type { Cuts, FarField, Plane } from './field.ts';

export interface SphereProblem {
  radiusM: number;
  /** A perfect conductor if absent. */
  sphere?: CheckOf<'mie'>['sphere'];
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
    ...(sphere.sphere ? materialOptions(sphere.sphere) : []),
    ...['--radius', String(sphere.sphere?.core === 'dielectric' ? 0 : sphere.radiusM)],
    ...['--frequency', String(sphere.frequencyHz)],
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

function materialOptions(sphere: NonNullable<CheckOf<'mie'>['sphere']>): string[] {
  if (sphere.core === 'impedance')
    return ['--core', 'impedance', '--impedance', ...sphere.impedanceOhm.map(String)];
  return ['--core', sphere.core === 'coated' ? 'pec' : 'dielectric', ...sphere.layers.flatMap(layerOptions)];
}

const layerOptions = ({ outerRadiusM, epsilon, mu = [1, 0] }: SphereLayer): string[] => [
  '--layer',
  ...[outerRadiusM, ...epsilon, ...mu].map(String),
];
