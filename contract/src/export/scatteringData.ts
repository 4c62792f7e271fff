import type { Complex } from '../complex.ts';
import { isBothPolarizations } from '../excitation.ts';
import { ANGLE_FACTOR } from '../run/fileNames.ts';
import { correctedRecord, type MonoStaticRcs } from '../run/monostatic.ts';
import { isScatteringMatrix, LINEAR_TERMS, matrixTerm, type ScatteredField } from '../run/scattering.ts';

/** The monostatic results of a whole run. */
export interface ScatteringData {
  /** Of the run */
  name: string;
  /** 0 horizontal, 1 vertical, 2 right circular, 3 left circular, 4 vertical and horizontal */
  polarization: number;
  converged: boolean;
  records: readonly MonoStaticRcs[];
}

/** A complex component of the scattered field. */
export interface ScatteringComponent {
  /** `S_VV`, or `E_theta` where a circular wave comes in */
  name: string;
  unit: 'm' | 'V';
  value: (field: ScatteredField) => Complex;
  /** Of the disc in which the exact value lies; undefined where no errors were estimated */
  radius: (field: ScatteredField) => number | undefined;
}

export const NOT_CONVERGED_SENTENCE =
  'NOT CONVERGED: the solver stopped before its residual error was reached.';

/** What files with such records say of them. */
export const INTERPOLATED_SENTENCE =
  'Adaptive sweep: where computed is 0 the frequency was not solved, but interpolated between solved ones; the radii hold the error of that.';

/** What a file of cuts of one such frequency says of it. */
export const INTERPOLATED_CUTS_SENTENCE =
  'Adaptive sweep: this frequency was not solved, but interpolated between solved ones.';

const POLARIZATION_NAMES = [
  'horizontal (along phi)',
  'vertical (along theta)',
  'right circular (IEEE)',
  'left circular (IEEE)',
  'vertical and horizontal',
] as const;

/** @throws Error if there is no such polarization */
export function polarizationName(polarization: number): string {
  const name = POLARIZATION_NAMES[polarization];
  if (name === undefined)
    throw new Error(
      `Polarization ${polarization} does not exist. Use 0, 1, 2, 3 or 4 (docs/conventions.md).`,
    );
  return name;
}

/** What every exported file says of its phases and signs (docs/conventions.md). */
export const PHASE_CONVENTIONS: readonly string[] = [
  'Time factor exp(+j*omega*t). Far field E(r) = F*exp(-j*k*r)/r, phase reference at the origin of coordinates.',
  'Incident wave of 1 V/m from the direction (theta, phi): E_inc = E0*exp(+j*k*u.r), u the unit vector towards (theta, phi).',
  'theta is measured from +z, phi from +x towards +y; V is along theta, H along phi, each at its own direction.',
];

const TERMS_OF_ONE: Readonly<Record<number, readonly [theta: string, phi: string]>> = {
  0: ['S_VH', 'S_HH'],
  1: ['S_VV', 'S_HV'],
};

/**
 * The components that a run has. A linear incident wave of 1 V/m has one column of the scattering matrix: of a vertical one
 * S_VV = E_θ and S_HV = E_φ; a circular one has E_θ and E_φ.
 */
export function scatteringComponents(polarization: number): ScatteringComponent[] {
  polarizationName(polarization);
  if (isBothPolarizations(polarization))
    return LINEAR_TERMS.map((term) => ({
      name: `S_${term}`,
      unit: 'm',
      value: (field) => matrixTerm(matrixOfRecord(field), term),
      radius: (field) => matrixOfRecord(field)[`s_${term}_Error`],
    }));
  const [theta, phi] = TERMS_OF_ONE[polarization] ?? ['E_theta', 'E_phi'];
  const unit = polarization in TERMS_OF_ONE ? 'm' : 'V';
  return [
    {
      name: theta,
      unit,
      value: (field) => {
        const { e_Theta_Real: real, e_Theta_Imag: imaginary } = fieldOfRecord(field);
        return { real, imaginary };
      },
      radius: (field) => fieldOfRecord(field).e_Theta_Error,
    },
    {
      name: phi,
      unit,
      value: (field) => {
        const { e_Phi_Real: real, e_Phi_Imag: imaginary } = fieldOfRecord(field);
        return { real, imaginary };
      },
      radius: (field) => fieldOfRecord(field).e_Phi_Error,
    },
  ];
}

/** The records with corrected fields in the place of the solved ones, all others as they are; undefined where none has any. */
export const correctedRecords = (records: readonly MonoStaticRcs[]): MonoStaticRcs[] | undefined =>
  records.some(({ corrected }) => corrected !== undefined) ? records.map(correctedRecord) : undefined;

function matrixOfRecord(field: ScatteredField) {
  if (!isScatteringMatrix(field))
    throw new Error('A record has the field of one incident wave, but the run is of both polarizations.');
  return field;
}

function fieldOfRecord(field: ScatteredField) {
  if (isScatteringMatrix(field))
    throw new Error('A record has a scattering matrix, but the run is of one polarization.');
  return field;
}

/** σ = 4π|F|² [dBsm]; −Infinity of no field. */
export const componentDbsm = ({ real, imaginary }: Complex): number =>
  10 * Math.log10(4 * Math.PI * (real * real + imaginary * imaginary));

export const degrees = (fileAngle: number): number => fileAngle / ANGLE_FACTOR;

/** What the components and their names mean. */
export function componentConventions(polarization: number): string[] {
  const isCircular = !isBothPolarizations(polarization) && !(polarization in TERMS_OF_ONE);
  return [
    `Incident polarization: ${polarizationName(polarization)}.`,
    isCircular
      ? 'E_theta and E_phi [V] are the components of F. RCS = 4*pi*|E|^2.'
      : 'S [m] is F over the incident field strength; first letter received, second incident. RCS = 4*pi*|S|^2.',
    'Radius, where there is one: the exact complex value is expected within that distance of the computed one.',
    'Corrected, where it is there: with the errors added that are known to first order, and the radius that is left.',
  ];
}

/** A name as text of one line. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** @throws Error without records */
export function checkRecords({ name, records }: ScatteringData): void {
  if (records.length === 0)
    throw new Error(`The run "${oneLine(name)}" has no monostatic results to export. Run the solver first.`);
}
