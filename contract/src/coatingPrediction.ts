import type { Amplitude, Coated } from './coatParts.ts';
import { complex, plus, scaled, times, type Complex } from './complex.ts';
import { stackImpedance } from './layers.ts';
import { surfaceImpedances } from './materialModel.ts';
import { DEFAULT_IMPEDANCE_OHM, type Materials } from './materials.ts';
import type { MapsResponse } from './run/maps.ts';
import type { MonoStaticRcs } from './run/monostatic.ts';
import { isScatteringMatrix } from './run/scattering.ts';

/** First-order far fields of parts with a thin layer (docs/theory/design-maps.md). */

export interface Coating {
  /** Places of the coated parts in the list of a maps file */
  places: readonly number[];
  thicknessMm: number;
  /** Of the layer on the conductor [Ω] */
  impedance: Complex;
}

export interface LayerMaterial {
  permittivity: Complex;
  permeability: Complex;
}

/** Surface impedance of a layer on a conductor, as the run of a coating has it [Ω]. */
export const coatingImpedance = (
  { permittivity, permeability }: LayerMaterial,
  thicknessMm: number,
  frequencyHz: number,
): Complex =>
  stackImpedance([{ permittivity, permeability, thicknessM: thicknessMm / 1000 }], 'pec', { frequencyHz });

/**
 * F + Z_s Σ ∂F/∂Z_s: first order of what a Coating project on the same mesh computes, which is the outer face of the layer.
 * @returns undefined where a part has no derivatives
 */
export function predictedOnMesh(response: MapsResponse, coating: Coating): Amplitude | undefined {
  return changed(response, coating, 'perOhm', (of) => times(coating.impedance, of));
}

/**
 * F + d Σ ∂F/∂d: first order of the layer laid on the metal, which stays where it is.
 * @returns undefined where a part has no derivatives
 */
export function predictedOnMetal(response: MapsResponse, coating: Coating): Amplitude | undefined {
  return changed(response, coating, 'perMmOfLayer', (of) => scaled(of, coating.thicknessMm));
}

function changed(
  { field, parts }: MapsResponse,
  { places }: Coating,
  derivative: 'perOhm' | 'perMmOfLayer',
  change: (derivative: Complex) => Complex,
): Amplitude | undefined {
  let sum = complex(...field);
  for (const place of places) {
    const of = parts[place]?.[derivative];
    if (!of) return undefined;
    sum = plus(sum, change(complex(...of)));
  }
  return [sum.real, sum.imaginary];
}

/** σ = 4π|F|² [m²], the mean over illuminations. */
export const meanRcsM2 = (fields: readonly Amplitude[]): number =>
  (4 * Math.PI * fields.reduce((sum, [real, imaginary]) => sum + real * real + imaginary * imaginary, 0)) /
  fields.length;

/** Backscattered amplitude along one polarization [V, of a wave of 1 V/m]. */
export function backscatterOf(
  record: MonoStaticRcs,
  { incident, received }: Pick<Coated, 'incident' | 'received'>,
): Amplitude {
  if (isScatteringMatrix(record))
    return [record[`s_${received}${incident}_Real`], record[`s_${received}${incident}_Imag`]];
  return received === 'V'
    ? [record.e_Theta_Real, record.e_Theta_Imag]
    : [record.e_Phi_Real, record.e_Phi_Imag];
}

/** Impedances and frequencies this close, relatively, are the same. */
const SAME = 1e-6;

/** Whether materials still are what was predicted: the layer on its parts, metal elsewhere. */
export function isCoatedAsPredicted(
  materials: Materials,
  surfaces: readonly number[],
  { frequencyHz, impedance, parts }: Coated,
): boolean {
  const table = materials.impedances.find(
    ({ frequency }) => Math.abs(frequency - frequencyHz) <= SAME * frequencyHz,
  );
  const typed = new Map(table?.params.map((entry) => [entry.impedanceSurface, entry]));
  const coated = new Set(parts);
  return surfaceImpedances(materials, surfaces, [frequencyHz])[0]!.params.every((ofLayers) => {
    const { impedanceSurface, impedanceReal, impedanceImaginary } =
      typed.get(ofLayers.impedanceSurface) ?? ofLayers;
    const wanted = coated.has(impedanceSurface) ? impedance : complex(0);
    const away = Math.hypot(impedanceReal - wanted.real, impedanceImaginary - wanted.imaginary);
    return away <= DEFAULT_IMPEDANCE_OHM.real + SAME * Math.hypot(wanted.real, wanted.imaginary);
  });
}
