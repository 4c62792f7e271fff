import type { LibraryMaterial } from '@pace/contract';
import { useMemo, useState } from 'react';
import { useMaterialLibrary } from '../../../api/materials.ts';
import {
  EMPTY_LAYER,
  layerMaterials,
  numberOf,
  TYPED_FIELDS,
  typedLayer,
  valuesOf,
  type LayerValues,
  type TypedLayer,
} from '../data/mapsChoice.ts';

type TypedField = keyof TypedLayer;

export interface LayerChoice {
  /** 'none', 'typed' or the name of a material */
  kind: string;
  kinds: readonly string[];
  setKind: (kind: string) => void;
  material: LibraryMaterial | undefined;
  typed: TypedLayer;
  type: (field: TypedField, text: string) => void;
  /** Fields whose text is no number */
  bad: readonly TypedField[];
  /** Undefined without a layer */
  values: LayerValues | undefined;
  /** A layer is wanted, but its values are not complete. */
  incomplete: boolean;
}

/** Which thin layer is asked about. */
export function useLayer(frequencyHz: number | undefined): LayerChoice {
  // A visitor by a link has no library; then values are typed.
  const library = useMaterialLibrary();
  const materials = useMemo(() => layerMaterials(library.data ?? []), [library.data]);
  const [kind, setKind] = useState('none');
  const [typed, setTyped] = useState(EMPTY_LAYER);
  const material = materials.find(({ name }) => name === kind);
  const typedValues = useMemo(() => (kind === 'typed' ? typedLayer(typed) : undefined), [kind, typed]);
  const values = useMemo(
    () => (material && frequencyHz !== undefined ? valuesOf(material, frequencyHz) : typedValues),
    [material, frequencyHz, typedValues],
  );
  return {
    kind,
    kinds: ['none', 'typed', ...materials.map(({ name }) => name)],
    setKind,
    material,
    typed,
    type: (field, text) => setTyped((old) => ({ ...old, [field]: text })),
    bad: TYPED_FIELDS.filter((field) => typed[field].trim() !== '' && numberOf(typed[field]) === undefined),
    values,
    incomplete: kind !== 'none' && values === undefined,
  };
}
