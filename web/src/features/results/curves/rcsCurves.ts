import {
  ANGLE_FACTOR,
  isInterpolated,
  isScatteringMatrix,
  LINEAR_TERMS,
  matrixTerm,
  wholeBar,
  type FarZoneField,
  type MonoStaticRcs,
  type ScatteredField,
  type Component,
  type Polarization,
} from '@pace/contract';
import { commentLine, textField } from '../../../plots/csv.ts';
import type { PlotSeries } from '../../../plots/index.ts';
import { bandOf } from '../fields/errorBars.ts';
import { curveOf, type FieldCurve, type Scale } from '../fields/farField.ts';

/** A drawn curve with the complex fields behind it. */
export interface RcsCurve extends FieldCurve {
  id: string;
  name: string;
  component: Component;
  polarization: Polarization;
  unconverged: boolean;
  styleIndex: number;
  fields: (FarZoneField | MonoStaticRcs)[];
  /** All of it: the frequency of a bistatic curve was not solved, but interpolated by an adaptive sweep */
  interpolated?: boolean;
  /** Of a bistatic curve: Hz and degrees of the incident wave */
  incidence?: { frequencyHz: number; thetaDeg: number; phiDeg: number };
}

/** An exact curve lies on its computed one: it has the colour farthest from it in the list. */
export const EXACT_STYLE_OFFSET = 5;

/** A curve that the solver did not compute. */
export interface ReferenceCurve {
  id: string;
  name: string;
  x: readonly number[];
  dbsm: readonly number[];
  /** The one computed curve that it belongs to; all of them when absent */
  of?: string;
  /** An angle [°] in the place of dBsm */
  isPhase?: boolean;
  styleIndex: number;
}

/** Degrees, and drawn apart from radar cross sections. */
export const isPhase = ({ component }: Pick<RcsCurve, 'component'>): boolean => component === 'phase';

/** Not solved, but interpolated by an adaptive sweep. */
export const isPointInterpolated = ({ interpolated = false }: RcsCurve, field: ScatteredField): boolean =>
  interpolated || isInterpolated(field);

/** Whether errors were estimated. */
export const hasBars = (field: ScatteredField): boolean => wholeBar(field) !== undefined;

export const hasNoPoint = ({ x }: { x: readonly number[] }): boolean => x.length === 0;

/** @param bars  with the band of its error bars, where it has them */
export function computedSeries(curve: RcsCurve, scale: Scale, bars: boolean): PlotSeries {
  const { id, name, component, polarization, unconverged, styleIndex } = curve;
  const band = bars ? bandOf(curve, component, polarization, scale) : undefined;
  const interpolated = curve.fields.map((field) => isPointInterpolated(curve, field));
  return {
    ...{ id, name, unconverged, styleIndex },
    ...(interpolated.includes(true) && { interpolated }),
    ...curveOf(curve, component, polarization, scale),
    ...(band && { band }),
  };
}

export function referenceSeries(
  { id, name, x, dbsm, styleIndex, isPhase }: ReferenceCurve,
  scale: Scale,
): PlotSeries {
  return {
    id,
    name,
    x,
    y: scale === 'dBsm' || isPhase ? dbsm : dbsm.map((value) => 10 ** (value / 10)),
    isReference: true,
    styleIndex,
  };
}

const FIELD_TITLES = ['e_theta_real_V', 'e_theta_imag_V', 'e_phi_real_V', 'e_phi_imag_V'];
const FIELD_ERROR_TITLES = ['e_theta_error_V', 'e_phi_error_V'];
const MATRIX_ERROR_TITLES = LINEAR_TERMS.map((term) => `s_${term}_error_m`);
const MATRIX_TITLES = LINEAR_TERMS.flatMap((term) => [`s_${term}_real_m`, `s_${term}_imag_m`]);

/** Cells below the titles of one wave and, where there are matrices, of both; of what the field is not they are empty. */
function complexCells(
  field: ScatteredField,
  has: { fields: boolean; matrices: boolean; bars: boolean },
): (number | '')[] {
  const ofOne = isScatteringMatrix(field)
    ? FIELD_TITLES.map(() => '' as const)
    : [field.e_Theta_Real, field.e_Theta_Imag, field.e_Phi_Real, field.e_Phi_Imag];
  const ofBoth = isScatteringMatrix(field)
    ? LINEAR_TERMS.flatMap((term) => {
        const { real, imaginary } = matrixTerm(field, term);
        return [real, imaginary];
      })
    : MATRIX_TITLES.map(() => '' as const);
  const isMatrix = isScatteringMatrix(field);
  const errorsOfOne = isMatrix ? ['', ''] : [field.e_Theta_Error ?? '', field.e_Phi_Error ?? ''];
  const errorsOfBoth = LINEAR_TERMS.map((term) => (isMatrix ? (field[`s_${term}_Error`] ?? '') : ''));
  return [
    ...(has.fields ? ofOne : []),
    ...(has.matrices ? ofBoth : []),
    ...(has.bars && has.fields ? errorsOfOne : []),
    ...(has.bars && has.matrices ? errorsOfBoth : []),
  ] as (number | '')[];
}

/**
 * The complex far fields of the curves: one line a curve and direction, the wave and the direction in Hz and degrees,
 * E [V] for 1 V/m incident, of runs of both polarizations the scattering matrix [m] (first letter received, second incident),
 * and where errors were estimated the radius of each.
 * Decimal points and full precision whatever the language.
 */
export function complexFieldsCsv(curves: readonly RcsCurve[], comments: readonly string[]): string {
  const all = curves.flatMap(({ fields }): ScatteredField[] => fields);
  const has = {
    fields: all.length === 0 || all.some((field) => !isScatteringMatrix(field)),
    matrices: all.some(isScatteringMatrix),
    bars: all.some(hasBars),
  };
  const sampled = curves.some((curve) => curve.fields.some((field) => isPointInterpolated(curve, field)));
  const titles = [
    'curve',
    'converged',
    ...(sampled ? ['computed'] : []),
    'frequency_hz',
    'incident_theta_deg',
    'incident_phi_deg',
    'theta_deg',
    'phi_deg',
    ...(has.fields ? FIELD_TITLES : []),
    ...(has.matrices ? MATRIX_TITLES : []),
    ...(has.bars && has.fields ? FIELD_ERROR_TITLES : []),
    ...(has.bars && has.matrices ? MATRIX_ERROR_TITLES : []),
  ];
  const rows = curves.flatMap((curve) =>
    curve.fields.map((field) => {
      const [theta, phi] = [field.angleTheta / ANGLE_FACTOR, field.anglePhi / ANGLE_FACTOR];
      const { frequencyHz, thetaDeg, phiDeg } = curve.incidence ?? {
        frequencyHz: 'frequency' in field ? field.frequency : NaN,
        thetaDeg: theta,
        phiDeg: phi,
      };
      return [
        textField(curve.name),
        curve.unconverged ? 'NOT CONVERGED' : 'yes',
        ...(sampled ? [isPointInterpolated(curve, field) ? 'interpolated' : 'yes'] : []),
        frequencyHz,
        thetaDeg,
        phiDeg,
        theta,
        phi,
        ...complexCells(field, has),
      ].join(',');
    }),
  );
  const warning = curves.some(({ unconverged }) => unconverged) ? ['NOT CONVERGED'] : [];
  return [...[...warning, ...comments].map(commentLine), titles.join(','), ...rows, ''].join('\n');
}
