import {
  isBothPolarizations,
  matrixOf,
  POLARIZATIONS,
  type Complex,
  type ComplexField,
  type FarZoneField,
  type SphereResult,
} from '@pace/contract';
import { engineError } from './errors.ts';
import { withoutSolver } from './missing.ts';
import { runProgram } from './process.ts';
import { solverCommand, solverEnvironment } from './programs.ts';

/** What the sphere is made of; ε and μ are relative, ε' − jε''. */
export type SphereBody =
  | { core: 'pec' }
  /** Surface impedance [ohm] */
  | { core: 'impedance'; impedance: Complex }
  /** Layers over a conductor of `radiusM`, or of a body all through (`radiusM` is not asked for), innermost first. */
  | { core: 'pec' | 'dielectric'; layers: readonly SphereLayer[] };

export interface SphereLayer {
  outerRadiusM: number;
  permittivity: Complex;
  permeability: Complex;
}

export interface MieQuestion {
  /** Of the core */
  radiusM: number;
  body: SphereBody;
  /** The phase is zero at the global origin, wherever the sphere is. */
  centreM: readonly [number, number, number];
  frequencyHz: number;
  thetaDeg: number;
  phiDeg: number;
  polarization: number;
  /** Of each cut; none is allowed */
  points: number;
}

export type MieField = Pick<SphereResult, 'back'> & { cuts: FarZoneField[] };

interface FieldOfOne {
  cuts: Extract<FarZoneField, ComplexField>[];
  back: Extract<SphereResult['back'], ComplexField>;
}

const TIMEOUT_MS = 60_000;
const PLANES = ['xy', 'xz', 'yz'] as const;
const HEAD = 'plane,theta_deg,phi_deg,e_theta_real,e_theta_imag,e_phi_real,e_phi_imag,';

/** `pace mie`: the exact far field of a sphere, of both polarizations its scattering matrix. @throws EngineError */
export async function exactSphere(question: MieQuestion): Promise<MieField> {
  if (!isBothPolarizations(question.polarization)) return fieldOfOne(question);
  const [vertical, horizontal] = await Promise.all([
    fieldOfOne({ ...question, polarization: POLARIZATIONS.vertical }),
    fieldOfOne({ ...question, polarization: POLARIZATIONS.horizontal }),
  ]);
  return {
    cuts: vertical.cuts.map((field, i) => ({
      plane: field.plane,
      angleTheta: field.angleTheta,
      anglePhi: field.anglePhi,
      ...matrixOf(field, horizontal.cuts[i]!),
    })),
    back: {
      angleTheta: vertical.back.angleTheta,
      anglePhi: vertical.back.anglePhi,
      ...matrixOf(vertical.back, horizontal.back),
    },
  };
}

async function fieldOfOne(question: MieQuestion): Promise<FieldOfOne> {
  const lines: string[] = [];
  const end = await runProgram({
    command: solverCommand(),
    args: argumentsOf(question),
    cwd: '/',
    env: solverEnvironment(1),
    timeoutMs: TIMEOUT_MS,
    onStdoutLine: (line) => lines.push(line),
  }).catch((error: unknown) => {
    throw withoutSolver(error);
  });
  const [head = '', ...rows] = lines;
  if (end.exitCode !== 0 || !head.startsWith(HEAD))
    throw engineError('SOLVER_FAILED.sphere', { last: end.stderrTail.split('\n').at(-1) ?? '' });
  return fieldsOf(rows);
}

function argumentsOf(question: MieQuestion): string[] {
  const { radiusM, body, centreM, frequencyHz, thetaDeg, phiDeg, polarization, points } = question;
  const numbers: [string, ...number[]][] = [
    ['--radius', body.core === 'dielectric' ? 0 : radiusM],
    ...bodyNumbers(body),
    ['--center', ...centreM],
    ['--frequency', frequencyHz],
    ['--theta', thetaDeg],
    ['--phi', phiDeg],
    ['--polarization', polarization],
    ['--points', points],
  ];
  return [
    'mie',
    '--core',
    body.core,
    ...numbers.flatMap(([name, ...values]) => [name, ...values.map(String)]),
  ];
}

function bodyNumbers(body: SphereBody): [string, ...number[]][] {
  if ('impedance' in body) return [['--impedance', body.impedance.real, body.impedance.imaginary]];
  if (!('layers' in body)) return [];
  return body.layers.map(({ outerRadiusM, permittivity, permeability }) => [
    '--layer',
    ...[outerRadiusM, permittivity.real, permittivity.imaginary, permeability.real, permeability.imaginary],
  ]);
}

function fieldsOf(rows: readonly string[]): FieldOfOne {
  const cuts: FieldOfOne['cuts'] = [];
  let back: FieldOfOne['back'] | undefined;
  for (const row of rows) {
    const [name, ...rest] = row.split(',');
    const [theta, phi, thetaReal, thetaImag, phiReal, phiImag] = rest.map(Number) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const field = {
      angleTheta: tenths(theta),
      anglePhi: tenths(phi),
      e_Theta_Real: thetaReal,
      e_Theta_Imag: thetaImag,
      e_Phi_Real: phiReal,
      e_Phi_Imag: phiImag,
    };
    const plane = PLANES.find((one) => one === name);
    if (plane) cuts.push({ plane, ...field });
    else if (name === 'back') back = field;
  }
  if (!back) throw engineError('SOLVER_FAILED.noBackward');
  return { cuts, back };
}

/** Degrees × 10, without the digits that a product of decimals leaves behind. */
const tenths = (degrees: number) => Number((10 * degrees).toPrecision(12));
