import { isBothPolarizations } from '../excitation.ts';
import type { FarZoneField } from '../run/farZone.ts';
import { INCIDENTS } from '../run/fileNames.ts';
import { isScatteringMatrix, type ComplexField, type ScatteredField } from '../run/scattering.ts';
import {
  degrees,
  INTERPOLATED_CUTS_SENTENCE,
  NOT_CONVERGED_SENTENCE,
  oneLine,
  PHASE_CONVENTIONS,
  polarizationName,
} from './scatteringData.ts';

/** The bistatic far field of one illumination. */
export interface BistaticData {
  /** Of the run */
  name: string;
  polarization: number;
  converged: boolean;
  /** Interpolated by an adaptive sweep */
  computed?: false | undefined;
  frequencyHz: number;
  /** Direction that the wave comes from [degrees] */
  thetaDeg: number;
  phiDeg: number;
  fields: readonly FarZoneField[];
}

/** A polarization that comes in, and what it scatters. */
interface IncidentWave {
  name: string;
  fieldOf: (field: ScatteredField) => ComplexField;
}

const TITLES = [
  'Theta',
  'Phi',
  'Re(Etheta)',
  'Im(Etheta)',
  'Re(Ephi)',
  'Im(Ephi)',
  'RCS(Theta)',
  'RCS(Phi)',
  'RCS(Total)',
];
const DIGITS_BEHIND_POINT = 15;

/**
 * The bistatic cuts of one illumination as a far-field file of Feko (`.ffe`, format 3; Altair Feko User Guide, appendix "Far
 * Fields (.FFE)"). A block is a grid of θ and φ, so a vertical cut has one for each of its half planes; of both polarizations
 * each incident wave has its own blocks. Feko, too, has e^{+jωt}, E = lim r e^{jkr} E [V], waves that come from (θ, φ), and
 * 4π|E|² [m²] in its columns of RCS.
 * @throws Error without cuts
 */
export function ffeFile(data: BistaticData): string {
  const { name, polarization, converged, computed, fields } = data;
  const cuts = cutsOf(fields);
  if (cuts.length === 0)
    throw new Error(`The run "${oneLine(name)}" has no bistatic cuts of this illumination to export.`);
  const header = [
    '##File Type: Far field',
    '##File Format: 3',
    `##Source: ${oneLine(name)}`,
    '** File exported by Pace',
    ...[
      ...(converged ? [] : [NOT_CONVERGED_SENTENCE]),
      ...(computed === false ? [INTERPOLATED_CUTS_SENTENCE] : []),
      ...PHASE_CONVENTIONS,
    ].map((line) => `** ${line}`),
    '** RCS in square metres, 4*pi*|E|^2.',
    '',
  ];
  const blocks = incidentWaves(polarization).flatMap((wave) =>
    cuts.flatMap((cut) => [...blockHeader(data, wave, cut), ...cut.fields.map((one) => row(one, wave)), '']),
  );
  return [...header, ...blocks].join('\n');
}

function incidentWaves(polarization: number): IncidentWave[] {
  if (!isBothPolarizations(polarization))
    return [{ name: polarizationName(polarization), fieldOf: fieldOfOne }];
  return INCIDENTS.map((incident) => ({
    name: polarizationName(incident === 'V' ? 1 : 0),
    fieldOf: (field) => {
      if (!isScatteringMatrix(field))
        throw new Error('A cut has the field of one incident wave, but the run is of both polarizations.');
      return {
        e_Theta_Real: field[`s_V${incident}_Real`],
        e_Theta_Imag: field[`s_V${incident}_Imag`],
        e_Phi_Real: field[`s_H${incident}_Real`],
        e_Phi_Imag: field[`s_H${incident}_Imag`],
      };
    },
  }));
}

function fieldOfOne(field: ScatteredField): ComplexField {
  if (isScatteringMatrix(field))
    throw new Error('A cut has a scattering matrix, but the run is of one polarization.');
  return field;
}

interface Cut {
  name: string;
  thetaSamples: number;
  phiSamples: number;
  fields: FarZoneField[];
}

/** θ ascends within a half plane, φ within the plane xy. */
function cutsOf(fields: readonly FarZoneField[]): Cut[] {
  const xy = fields.filter(({ plane }) => plane === 'xy').sort((a, b) => a.anglePhi - b.anglePhi);
  const vertical = (['xz', 'yz'] as const).flatMap((plane) => {
    const cut = fields.filter((field) => field.plane === plane);
    return [...new Set(cut.map(({ anglePhi }) => anglePhi))]
      .sort((a, b) => a - b)
      .map((phi): Cut => {
        const half = cut
          .filter(({ anglePhi }) => anglePhi === phi)
          .sort((a, b) => a.angleTheta - b.angleTheta);
        return {
          name: `${plane}_phi_${degrees(phi)}`,
          thetaSamples: half.length,
          phiSamples: 1,
          fields: half,
        };
      });
  });
  return [
    ...(xy.length > 0 ? [{ name: 'xy', thetaSamples: 1, phiSamples: xy.length, fields: xy }] : []),
    ...vertical,
  ];
}

const number = (value: number) => value.toExponential(DIGITS_BEHIND_POINT).toUpperCase();

function blockHeader(data: BistaticData, wave: IncidentWave, cut: Cut): string[] {
  return [
    `#Configuration Name: ${wave.name}`,
    `#Request Name: ${cut.name}`,
    `#Frequency: ${number(data.frequencyHz)}`,
    '#Coordinate System: Spherical',
    `#No. of Theta Samples: ${cut.thetaSamples}`,
    `#No. of Phi Samples: ${cut.phiSamples}`,
    '#Result Type: RCS',
    `#Incident Wave Direction: (${number(data.thetaDeg)}, ${number(data.phiDeg)})`,
    '#No. of Header Lines: 1',
    `# ${TITLES.map((title) => `"${title}"`).join(' ')}`,
  ];
}

function row(field: FarZoneField, { fieldOf }: IncidentWave): string {
  const { e_Theta_Real: a, e_Theta_Imag: b, e_Phi_Real: c, e_Phi_Imag: d } = fieldOf(field);
  const [theta, phi] = [4 * Math.PI * (a * a + b * b), 4 * Math.PI * (c * c + d * d)];
  return [degrees(field.angleTheta), degrees(field.anglePhi), a, b, c, d, theta, phi, theta + phi]
    .map(number)
    .join(' ');
}
