import {
  parametersFor,
  passive,
  type LayerMaterial,
  type LibraryMaterial,
  type MaterialParameters,
  type Materials,
} from '@pace/contract';

/** More entries than these would say no more than that the surfaces without layers are as good as metal. */
const MOST_IMPEDANCES = 50_000;

export interface CoatedSurfaces {
  /** Those with the layer, among all of the mesh */
  parts: readonly number[];
  surfaces: readonly number[];
  thicknessMm: number;
  /** Of the run, ascending */
  frequenciesHz: readonly number[];
}

/** What a layer is made of: of the library, or ε and μ that hold at every frequency. */
export type LayerSource =
  { name: string; library: LibraryMaterial } | { name: string; typed: LayerMaterial; frequencyHz: number };

/** Materials of a Coating project with one layer on some surfaces; the others are metal, which is 0 Ω. */
export function coatedMaterials(source: LayerSource, coated: CoatedSurfaces): Materials {
  const { parts, surfaces, thicknessMm, frequenciesHz } = coated;
  const entries = entriesOf(source, frequenciesHz);
  const withLayer = new Set(parts);
  const bare = surfaces.filter((surface) => !withLayer.has(surface));
  return {
    pecBack: true,
    isConstant: entries.length === 1,
    inputMaterials: entries.map((entry, i) => ({ id: i + 1, id_i: i + 1, name: source.name, ...entry })),
    thicknesses: parts.map((surface, i) => ({
      id: i + 1,
      materialName: source.name,
      surface,
      surfaceIndex: 0,
      thickness: Number((thicknessMm / 1000).toPrecision(12)),
    })),
    impedances:
      bare.length === 0 || bare.length * frequenciesHz.length > MOST_IMPEDANCES
        ? []
        : frequenciesHz.map((frequency) => ({ frequency, params: bare.map(metal) })),
    outerMedias: [],
  };
}

const metal = (surface: number) => ({ impedanceSurface: surface, impedanceReal: 0, impedanceImaginary: 0 });

function entriesOf(source: LayerSource, frequenciesHz: readonly number[]): MaterialParameters[] {
  if ('library' in source) {
    const [startHz, endHz] = [frequenciesHz[0]!, frequenciesHz.at(-1)!];
    return parametersFor(
      source.library.params,
      startHz === endHz ? { constantAtHz: startHz } : { startHz, endHz },
    );
  }
  const { typed, frequencyHz } = source;
  return [
    {
      frequency: frequencyHz,
      permitivity: passive(typed.permittivity),
      permeability: passive(typed.permeability),
    },
  ];
}
