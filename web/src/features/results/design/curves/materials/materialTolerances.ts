import { complex, impedanceSlope, type Layer, type MapsFile } from '@pace/contract';
import { numberOf, TYPED_FIELDS } from '../../../data/mapsChoice.ts';
import type { MaterialTolerance, MediumTolerance, ThicknessTolerance } from '../tolerances.ts';
import { quantityOf, withQuantity, type CoatedPart, type LayerQuantity } from './coatedParts.ts';

/** As they stand in the form: % by material and quantity, mm by the key of a layer. */
export interface TypedMaterials {
  materials: Readonly<Record<string, Partial<Record<LayerQuantity, string>>>>;
  layers: Readonly<Record<string, string>>;
}
export const NO_MATERIALS: TypedMaterials = { materials: {}, layers: {} };

/** Of a layer of a part; `index` is that of the part in the file, which other questions about the run have too. */
export const layerKey = (index: number, layer: number): string => `${index}/${layer}`;

export const isAnyTyped = ({ materials, layers }: TypedMaterials): boolean =>
  [...Object.values(materials).flatMap((one) => Object.values(one)), ...Object.values(layers)].some(
    (text) => text.trim() !== '',
  );

export interface UsedMaterial {
  name: string;
  /** Those that are not zero; of μ none where it is 1 */
  quantities: readonly LayerQuantity[];
}

/** Materials of the layers, in the order in which they come first. */
export function usedMaterials(coated: readonly CoatedPart[]): UsedMaterial[] {
  const first = new Map<string, Layer>();
  for (const { materials, stack } of coated)
    materials.forEach((name, i) => {
      if (!first.has(name)) first.set(name, stack[i]!);
    });
  return [...first].map(([name, layer]) => ({ name, quantities: quantitiesOf(layer) }));
}

const quantitiesOf = (layer: Layer): LayerQuantity[] =>
  TYPED_FIELDS.filter((one) => quantityOf(layer, one) !== 0).filter(
    (one) => one !== 'muReal' || layer.permeability.real !== 1 || layer.permeability.imaginary !== 0,
  );

/** Materials of a composite whose derivatives are known. */
export const filledMaterials = ({ materials = [] }: Pick<MapsFile, 'materials'>): UsedMaterial[] =>
  materials.map((material) => ({ name: material.name, quantities: quantitiesOf(layerOf(material)) }));

/** Of a composite, those above zero. */
export function mediumTolerancesOf(
  typed: TypedMaterials,
  file: Pick<MapsFile, 'materials'>,
): MediumTolerance[] {
  return (file.materials ?? []).flatMap((material, place) => {
    const layer = layerOf(material);
    return quantitiesOf(layer).flatMap((quantity): MediumTolerance[] => {
      const size = numberOf(typed.materials[material.name]?.[quantity] ?? '') ?? 0;
      if (!(size > 0)) return [];
      const part = (quantityOf(layer, quantity) * size) / 100;
      const change = quantity.endsWith('Loss') ? complex(0, -part) : complex(part);
      return [{ kind: 'medium', material: material.name, quantity, size, place, change }];
    });
  });
}

type FilledMaterial = NonNullable<MapsFile['materials']>[number];
const layerOf = ({ permittivity, permeability }: FilledMaterial): Layer => ({
  permittivity: complex(permittivity.real, permittivity.imag),
  permeability: complex(permeability.real, permeability.imag),
  thicknessM: 0,
});

/** Of a coating, those above zero. */
export function materialTolerancesOf(
  typed: TypedMaterials,
  coated: readonly CoatedPart[],
  { parts, frequencyHz }: Pick<MapsFile, 'parts' | 'frequencyHz'>,
): (MaterialTolerance | ThicknessTolerance)[] {
  const ofMaterials = usedMaterials(coated).flatMap(({ name, quantities }) =>
    quantities.flatMap((quantity): MaterialTolerance[] => {
      const size = numberOf(typed.materials[name]?.[quantity] ?? '') ?? 0;
      return size > 0 ? [materialTolerance(name, quantity, size, coated, frequencyHz)] : [];
    }),
  );
  const ofLayers = coated.flatMap((of) =>
    of.materials.flatMap((_, i): ThicknessTolerance[] => {
      const size = numberOf(typed.layers[layerKey(parts[of.part]!.index, i + 1)] ?? '') ?? 0;
      return size > 0 ? [thicknessTolerance(of, i, size, frequencyHz)] : [];
    }),
  );
  return [...ofMaterials, ...ofLayers];
}

function materialTolerance(
  material: string,
  quantity: LayerQuantity,
  size: number,
  coated: readonly CoatedPart[],
  frequencyHz: number,
): MaterialTolerance {
  const ohm = coated
    .filter(({ materials }) => materials.includes(material))
    .map(({ part, materials, stack, backing }) => {
      const at = (s: number) =>
        stack.map((layer, i) =>
          materials[i] === material ? withQuantity(layer, quantity, 1 + (s * size) / 100) : layer,
        );
      return { part, ohm: impedanceSlope(at, backing, frequencyHz) };
    });
  return { kind: 'material', material, quantity, size, ohm };
}

function thicknessTolerance(
  { part, materials, stack, backing }: CoatedPart,
  place: number,
  size: number,
  frequencyHz: number,
): ThicknessTolerance {
  const at = (s: number) =>
    stack.map((layer, i) =>
      i === place ? { ...layer, thicknessM: layer.thicknessM + (s * size) / 1000 } : layer,
    );
  return {
    kind: 'thickness',
    part,
    layer: place + 1,
    material: materials[place]!,
    size,
    ohm: impedanceSlope(at, backing, frequencyHz),
  };
}
