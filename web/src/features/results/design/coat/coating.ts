import {
  coatingImpedance,
  LIMITS,
  meanRcsM2,
  predictedOnMesh,
  predictedOnMetal,
  type Amplitude,
  type MapPart,
  type MapsFile,
} from '@pace/contract';
import { firstOrderRange, numberOf, type LayerValues } from '../../data/mapsChoice.ts';

/** Why no part can be coated by a prediction of these maps. */
export type CoatLack = 'noResponses' | 'angles';

export function coatLack({ responses, illuminations }: MapsFile): CoatLack | undefined {
  if (!responses) return 'noResponses';
  return illuminations.length > LIMITS.coatAnglesMax ? 'angles' : undefined;
}

/** A part with sheets has no derivatives. */
export const isCoatable = ({ derivatives }: MapPart): boolean => derivatives !== undefined;

const MM_DIGITS = 2;

/** The thickest layer in the range of first order, to two digits [mm]. */
export function defaultThicknessMm(frequencyHz: number, layer: LayerValues): number {
  const { layerMm = 1 } = firstOrderRange(frequencyHz, layer, 'metal');
  return Math.min(
    LIMITS.coatThicknessMaxMm,
    Math.max(LIMITS.minThicknessMm, Number(layerMm.toPrecision(MM_DIGITS))),
  );
}

/** As typed [mm]; undefined if it is no thickness of a layer. */
export function thicknessOf(text: string): number | undefined {
  const value = numberOf(text);
  return value !== undefined && value >= LIMITS.minThicknessMm && value <= LIMITS.coatThicknessMaxMm
    ? value
    : undefined;
}

/** Mean RCS over the illuminations [m²] */
export interface CoatedRcs {
  now: number;
  /** The layer lies on the metal, which stays. */
  onMetal: number;
  /** Of the Coating project: the mesh is the outer face of the layer. */
  onMesh: number;
}

/** @returns undefined where a part has no derivatives */
export function coatedRcs(
  { parts, responses, frequencyHz }: MapsFile,
  numbers: ReadonlySet<number>,
  layer: LayerValues,
  thicknessMm: number,
): CoatedRcs | undefined {
  const coating = {
    places: parts.flatMap(({ number }, place) => (numbers.has(number) ? [place] : [])),
    thicknessMm,
    impedance: coatingImpedance(layer, thicknessMm, frequencyHz),
  };
  const isThere = (field: Amplitude | undefined): field is Amplitude => field !== undefined;
  const all = responses ?? [];
  const onMetal = all.map((response) => predictedOnMetal(response, coating)).filter(isThere);
  const onMesh = all.map((response) => predictedOnMesh(response, coating)).filter(isThere);
  if (all.length === 0 || onMetal.length < all.length || onMesh.length < all.length) return undefined;
  return {
    now: meanRcsM2(all.map(({ field }) => field)),
    onMetal: meanRcsM2(onMetal),
    onMesh: meanRcsM2(onMesh),
  };
}
