import {
  backingOf,
  DEFAULT_IMPEDANCE_OHM,
  isPec,
  layersOf,
  magnitude,
  minus,
  stackAt,
  stackImpedance,
  type Backing,
  type Complex,
  type Layer,
  type MapPart,
  type Materials,
} from '@pace/contract';
import type { TypedLayer } from '../../../data/mapsChoice.ts';

/** Parts whose surface impedance is that of their layers. */
export interface CoatedPart {
  /** Place of the part */
  part: number;
  /** Names, outermost first, as `stack` */
  materials: string[];
  stack: Layer[];
  backing: Backing;
}

/** Parts with layers */
export interface CoatedParts {
  ofLayers: CoatedPart[];
  /** Whose impedance was typed in place of the layers, which do not matter there */
  typed: number[];
  /** With open surfaces: what a change of a layer does there is not known */
  unknown: number[];
}

export function coatedPartsOf(
  materials: Materials | null,
  parts: readonly Pick<MapPart, 'number'>[],
  frequencyHz: number,
  hasDerivatives: (part: number) => boolean,
): CoatedParts {
  const coated: CoatedParts = { ofLayers: [], typed: [], unknown: [] };
  if (!materials) return coated;
  parts.forEach(({ number }, part) => {
    const stack = stackAt(materials, number, frequencyHz);
    if (!stack || stack.length === 0) return;
    const backing = backingOf(materials, number);
    if (isTyped(materials, number, frequencyHz, stackImpedance(stack, backing, { frequencyHz })))
      coated.typed.push(part);
    else if (!hasDerivatives(part)) coated.unknown.push(part);
    else {
      const names = layersOf(materials.thicknesses, number).map(({ materialName }) => materialName);
      const metal = names.findIndex(isPec);
      coated.ofLayers.push({ part, materials: metal < 0 ? names : names.slice(0, metal), stack, backing });
    }
  });
  return coated;
}

/** Frequencies are the same, and tables round impedances, by no more than this, relatively (solver/src/materials). */
const SAME_FREQUENCY = 1e-9;
const SAME_IMPEDANCE = 1e-3;

/** Whether a run takes the value of the impedance table in place of the layers. */
function isTyped(
  { impedances }: Materials,
  surface: number,
  frequencyHz: number,
  ofLayers: Complex,
): boolean {
  const typed = impedances
    .filter(({ frequency }) => Math.abs(frequency - frequencyHz) <= SAME_FREQUENCY * frequencyHz)
    .flatMap(({ params }) => params)
    .find(({ impedanceSurface }) => impedanceSurface === surface);
  if (!typed) return false;
  const value = { real: typed.impedanceReal, imaginary: typed.impedanceImaginary };
  if (magnitude(minus(value, DEFAULT_IMPEDANCE_OHM)) === 0) return false;
  return magnitude(minus(value, ofLayers)) > SAME_IMPEDANCE * (1 + magnitude(ofLayers));
}

export type LayerQuantity = keyof TypedLayer;

export function quantityOf({ permittivity, permeability }: Layer, quantity: LayerQuantity): number {
  const value = quantity.startsWith('epsilon') ? permittivity : permeability;
  return quantity.endsWith('Loss') ? Math.abs(value.imaginary) : value.real;
}

/** The layer with one of its numbers times a factor. */
export function withQuantity(layer: Layer, quantity: LayerQuantity, factor: number): Layer {
  const scaledValue = ({ real, imaginary }: Complex) =>
    quantity.endsWith('Loss') ? { real, imaginary: imaginary * factor } : { real: real * factor, imaginary };
  return quantity.startsWith('epsilon')
    ? { ...layer, permittivity: scaledValue(layer.permittivity) }
    : { ...layer, permeability: scaledValue(layer.permeability) };
}
