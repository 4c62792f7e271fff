import { ANGLE_FACTOR, type FarZoneField, type MonoStaticRcs } from '@pace/contract';
import { commentLine, textField } from '../../../plots/csv.ts';
import type { PlotSeries } from '../../../plots/index.ts';
import {
  curveOf,
  type Component,
  type FieldCurve,
  type Polarization,
  type Scale,
} from '../fields/farField.ts';

/** A drawn curve with the complex fields behind it. */
export interface RcsCurve extends FieldCurve {
  id: string;
  name: string;
  component: Component;
  polarization: Polarization;
  unconverged: boolean;
  styleIndex: number;
  fields: (FarZoneField | MonoStaticRcs)[];
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
  styleIndex: number;
}

export const hasNoPoint = ({ x }: { x: readonly number[] }): boolean => x.length === 0;

export function computedSeries(curve: RcsCurve, scale: Scale): PlotSeries {
  const { id, name, component, polarization, unconverged, styleIndex } = curve;
  return { id, name, unconverged, styleIndex, ...curveOf(curve, component, polarization, scale) };
}

export function referenceSeries({ id, name, x, dbsm, styleIndex }: ReferenceCurve, scale: Scale): PlotSeries {
  return {
    id,
    name,
    x,
    y: scale === 'dBsm' ? dbsm : dbsm.map((value) => 10 ** (value / 10)),
    isReference: true,
    styleIndex,
  };
}

/**
 * The complex far fields of the curves: one line a curve and direction, the wave and the direction in Hz and degrees,
 * E [V] for 1 V/m incident. Decimal points and full precision whatever the language.
 */
export function complexFieldsCsv(curves: readonly RcsCurve[], comments: readonly string[]): string {
  const titles = [
    'curve',
    'converged',
    'frequency_hz',
    'incident_theta_deg',
    'incident_phi_deg',
    'theta_deg',
    'phi_deg',
    'e_theta_real_V',
    'e_theta_imag_V',
    'e_phi_real_V',
    'e_phi_imag_V',
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
        frequencyHz,
        thetaDeg,
        phiDeg,
        theta,
        phi,
        field.e_Theta_Real,
        field.e_Theta_Imag,
        field.e_Phi_Real,
        field.e_Phi_Imag,
      ].join(',');
    }),
  );
  const warning = curves.some(({ unconverged }) => unconverged) ? ['NOT CONVERGED'] : [];
  return [...[...warning, ...comments].map(commentLine), titles.join(','), ...rows, ''].join('\n');
}
