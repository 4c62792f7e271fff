import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const SOLVER = process.env['PACE_SOLVER'] ?? join(import.meta.dirname, '../../build/solver/pace');

export interface MieQuestion {
  radiusM: number;
  centreM: [number, number, number];
  frequencyHz: number;
  thetaDeg: number;
  phiDeg: number;
  polarization: number;
  points: number;
  /** Of a sphere that is no conductor: surface impedance [ohm], or relative permittivity */
  impedance?: [number, number];
  permittivity?: [number, number];
}

export interface MiePoint {
  plane: string;
  thetaDeg: number;
  phiDeg: number;
  dbsm: number;
}

/** Exact radar cross section of a sphere, by the series. */
export async function mie(question: MieQuestion): Promise<MiePoint[]> {
  const { stdout } = await promisify(execFile)(SOLVER, [
    ...['mie', '--center', ...question.centreM.map(String), ...coreOf(question)],
    ...['--frequency', String(question.frequencyHz), '--theta', String(question.thetaDeg)],
    ...['--phi', String(question.phiDeg), '--polarization', String(question.polarization)],
    ...['--points', String(question.points)],
  ]);
  const [head = '', ...lines] = stdout.trim().split('\n');
  const columns = head.split(',');
  const number = (fields: string[], name: string) => Number(fields[columns.indexOf(name)]);
  return lines.map((line) => {
    const fields = line.split(',');
    return {
      plane: fields[columns.indexOf('plane')] ?? '',
      thetaDeg: number(fields, 'theta_deg'),
      phiDeg: number(fields, 'phi_deg'),
      dbsm: number(fields, 'rcs_dbsm'),
    };
  });
}

function coreOf({ radiusM, impedance, permittivity }: MieQuestion): string[] {
  if (permittivity)
    return [
      '--core',
      'dielectric',
      '--radius',
      '0',
      '--layer',
      ...[radiusM, ...permittivity, 1, 0].map(String),
    ];
  const conductor = ['--radius', String(radiusM)];
  return impedance
    ? [...conductor, '--core', 'impedance', '--impedance', ...impedance.map(String)]
    : conductor;
}

/** Mean of |ΔdB| between a cut read off the page, by its angle, and the exact one; every direction has to be there. */
export function meanDifference(
  shown: ReadonlyMap<number, number>,
  exact: readonly MiePoint[],
  plane: 'xy' | 'xz' | 'yz',
): number {
  const cut = exact.filter((point) => point.plane === plane);
  const errors = cut.map((point) => Math.abs((shown.get(cutAngleDeg(point)) ?? NaN) - point.dbsm));
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
}

/** Angle round a cut as its plot has it: φ in xy; from +z, through the side of φ = 0 or 90, in the vertical planes. */
function cutAngleDeg({ plane, thetaDeg, phiDeg }: MiePoint): number {
  if (plane === 'xy') return phiDeg;
  return phiDeg < 180 ? thetaDeg : 360 - thetaDeg;
}
