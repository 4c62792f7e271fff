import {
  complex,
  magnitude,
  plus,
  scaled,
  times,
  type Amplitude,
  type Complex,
  type MapPart,
  type MapsResponse,
} from '@pace/contract';
import type { LayerQuantity } from './materials/coatedParts.ts';
import { dbsmOf, rcsM2 } from './amplitude.ts';

export const AXES = ['x', 'y', 'z'] as const;
export type Axis = (typeof AXES)[number];

/** Between −size and +size: mm outward, mm moved along an axis, degrees turned about one through the middle of the part. */
export interface ShapeTolerance {
  /** Place of the part */
  part: number;
  kind: 'outward' | 'moved' | 'turned';
  axis?: Axis;
  size: number;
}

/** ε′, ε″, μ′ or μ″ of a material, ±size % of itself in every layer of it, all by the same factor. */
export interface MaterialTolerance {
  kind: 'material';
  material: string;
  quantity: LayerQuantity;
  size: number;
  /** What the upper end does to the surface impedances of the parts that have the material [Ω] */
  ohm: readonly { part: number; ohm: Complex }[];
}

/** Of one layer, ±size mm. The metal below it stays, so that the outer face moves outward. */
export interface ThicknessTolerance {
  kind: 'thickness';
  part: number;
  /** From 1, the outermost */
  layer: number;
  material: string;
  size: number;
  /** What the upper end does to the surface impedance [Ω] */
  ohm: Complex;
}

/** ε′, ε″, μ′ or μ″ of a material that fills parts of a composite, ±size % of itself. */
export interface MediumTolerance {
  kind: 'medium';
  material: string;
  quantity: LayerQuantity;
  size: number;
  /** Of the material */
  place: number;
  /** Of the relative permittivity or permeability, at the upper end */
  change: Complex;
}

export type Tolerance = ShapeTolerance | MaterialTolerance | ThicknessTolerance | MediumTolerance;

/** Independent: root of the sum of squares. Worst: all at their ends, all in the same direction. */
export const MEASURES = ['independent', 'worst'] as const;
export type Measure = (typeof MEASURES)[number];

/** ∂F of one unit of the tolerance; undefined where the part has none. */
function derivativeOf({ parts }: MapsResponse, { part, kind, axis = 'x' }: ShapeTolerance) {
  const response = parts[part];
  if (kind === 'outward') return response?.perMm;
  const axes = kind === 'moved' ? response?.perMmMoved : response?.perDegreeTurned;
  return axes?.[AXES.indexOf(axis)];
}

const complexOf = (amplitude: Amplitude | undefined): Complex => complex(...(amplitude ?? [0, 0]));

/** δF of a tolerance at its upper end. */
function changeOf(response: MapsResponse, tolerance: Tolerance): Complex {
  const { parts } = response;
  switch (tolerance.kind) {
    case 'material':
      return tolerance.ohm.reduce(
        (sum, { part, ohm }) => plus(sum, times(ohm, complexOf(parts[part]?.perOhm))),
        complex(0),
      );
    case 'medium': {
      const of = response.materials?.[tolerance.place];
      const by = tolerance.quantity.startsWith('epsilon') ? of?.perPermittivity : of?.perPermeability;
      return times(tolerance.change, complexOf(by));
    }
    case 'thickness': {
      const { part, ohm, size } = tolerance;
      return plus(times(ohm, complexOf(parts[part]?.perOhm)), scaled(complexOf(parts[part]?.perMm), size));
    }
    default:
      return scaled(complexOf(derivativeOf(response, tolerance)), tolerance.size);
  }
}

/** δσ = 8π Re(F̄ δF) [m²] of a tolerance at its upper end. */
export function changeM2(response: MapsResponse, tolerance: Tolerance): number {
  const { real, imaginary } = changeOf(response, tolerance);
  const [fieldReal, fieldImaginary] = response.field;
  return 8 * Math.PI * (fieldReal * real + fieldImaginary * imaginary);
}

export const combined = (changes: readonly number[], measure: Measure): number =>
  measure === 'worst' ? changes.reduce((sum, change) => sum + Math.abs(change), 0) : Math.hypot(...changes);

export interface ToleranceBand {
  /** dBsm; −∞ where the change is as large as the RCS */
  low: number[];
  high: number[];
  /** δσ/σ; 0 without an echo */
  relative: number[];
}

/** Between σ − δ and σ + δ; undefined without tolerances. */
export function toleranceBand(
  responses: readonly MapsResponse[],
  tolerances: readonly Tolerance[],
  measure: Measure,
): ToleranceBand | undefined {
  if (tolerances.length === 0) return undefined;
  const points = responses.map((response) => {
    const total = rcsM2(response.field);
    const change = combined(
      tolerances.map((one) => changeM2(response, one)),
      measure,
    );
    return { total, change };
  });
  return {
    low: points.map(({ total, change }) => (change < total ? dbsmOf(total - change) : -Infinity)),
    high: points.map(({ total, change }) => dbsmOf(total + change)),
    relative: points.map(({ total, change }) => (total > 0 ? change / total : 0)),
  };
}

/** Where the band is widest in decibels: where δσ/σ is largest. The first of several. */
export const widestAt = ({ relative }: ToleranceBand): number => relative.indexOf(Math.max(...relative));

export interface TolerancePart {
  tolerance: Tolerance;
  /** Rise of the RCS by this tolerance alone */
  aloneDb: number;
  /** Of the sum, or of the sum of squares; all of them are 1 */
  fraction: number;
}

/** What each tolerance has of the band at one illumination, the largest first. */
export function partsOfBand(
  response: MapsResponse,
  tolerances: readonly Tolerance[],
  measure: Measure,
): TolerancePart[] {
  const total = rcsM2(response.field);
  const power = measure === 'worst' ? 1 : 2;
  const changes = tolerances.map((one) => Math.abs(changeM2(response, one)));
  const sum = changes.reduce((all, change) => all + change ** power, 0);
  return tolerances
    .map((tolerance, i) => ({
      tolerance,
      aloneDb: total > 0 ? dbsmOf(1 + changes[i]! / total) : 0,
      fraction: sum > 0 ? changes[i]! ** power / sum : 0,
    }))
    .sort((a, b) => b.fraction - a.fraction);
}

/**
 * By how much the surface moves at most [mm]. Of a turned part the arm is not known: half the side of a square of its area
 * stands for it.
 */
export function displacementMm(tolerance: Tolerance, parts: readonly Pick<MapPart, 'area_m2'>[]): number {
  if (tolerance.kind === 'material' || tolerance.kind === 'medium') return 0;
  const { kind, size, part } = tolerance;
  if (kind !== 'turned') return size;
  return ((1000 * Math.sqrt(parts[part]!.area_m2)) / 2) * ((size * Math.PI) / 180);
}

/** The largest change of a surface impedance [Ω] */
export function impedanceChangeOhm(tolerance: Tolerance): number {
  if (tolerance.kind === 'material') return Math.max(0, ...tolerance.ohm.map(({ ohm }) => magnitude(ohm)));
  return tolerance.kind === 'thickness' ? magnitude(tolerance.ohm) : 0;
}
