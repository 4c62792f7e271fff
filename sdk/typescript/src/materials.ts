/** Materials, layers of coatings, and what surfaces of composite models separate. */
import { nearestName, OUTER_MEDIA, PEC_NAME, type CALLS } from '@pace/contract';
import type { z } from 'zod';
import type { Complex } from './contractTypes.ts';
import { invalid } from './errors.ts';

type SavedMaterials = Omit<z.input<(typeof CALLS)['inputMaterials']['body']>, 'projectId'>;
type LibraryEntry = z.output<(typeof CALLS)['getMaterials']['result']>['materials'][number];

/** A complex number: a real one, or its parts. */
export type ComplexNumber = number | Complex;

/** ε and μ, relative, at a frequency [Hz]. Losses are negative imaginary parts, ε = ε' − jε''. */
export interface MaterialRow {
  frequency: number;
  permittivity: Complex;
  permeability: Complex;
}

/** A material: relative permittivity and permeability over frequency. */
export class Material {
  readonly name: string;
  /** Ascending in frequency. Between two the server takes straight lines over log f, outside the nearest one. */
  readonly table: readonly MaterialRow[];

  constructor(name: string, table: readonly MaterialRow[]) {
    this.name = name;
    this.table = table;
  }

  /** A material that is the same at all frequencies. */
  static constant(name: string, permittivity: ComplexNumber, permeability: ComplexNumber = 1): Material {
    return new Material(name, [
      { frequency: 0, permittivity: complexOf(permittivity), permeability: complexOf(permeability) },
    ]);
  }

  /** ε and μ at a frequency [Hz]. */
  at(frequency: number): Omit<MaterialRow, 'frequency'> {
    const above = this.table.findIndex((row) => frequency <= row.frequency);
    const [lower, upper] = [this.table[above - 1], this.table[above]];
    if (!lower || !upper) return above < 0 ? this.table.at(-1)! : this.table[0]!;
    const share =
      lower.frequency > 0
        ? Math.log(frequency / lower.frequency) / Math.log(upper.frequency / lower.frequency)
        : 1;
    const between = (a: Complex, b: Complex) => ({
      real: a.real + share * (b.real - a.real),
      imaginary: a.imaginary + share * (b.imaginary - a.imaginary),
    });
    return {
      permittivity: between(lower.permittivity, upper.permittivity),
      permeability: between(lower.permeability, upper.permeability),
    };
  }
}

const complexOf = (value: ComplexNumber): Complex =>
  typeof value === 'number' ? { real: value, imaginary: 0 } : value;

/** A layer of a coating. */
export interface Layer {
  /** A name of the library, a Material, or "PEC" */
  material: string | Material;
  /** [m] */
  thickness: number;
}

/** What a surface of a composite model separates. */
export interface Boundary {
  /**
   * What the region inside the surface is made of: a name of the library, a Material, or "PEC"; null of an interface, whose two sides are
   * found from the geometry
   */
  inside: string | Material | null;
  /** "vacuum" (the default), "interface", or the number of the surface inside which this one lies */
  outside?: 'vacuum' | 'interface' | number | undefined;
}

/** Layers, outermost first: of all surfaces, or by the number of the surface in the model file. */
export type Coating = readonly Layer[] | Readonly<Record<number, readonly Layer[]>>;

/** A material of the library of the server. @internal */
export const libraryMaterial = ({ name, params }: LibraryEntry): Material =>
  new Material(
    name,
    params.map(({ frequency, permitivity, permeability }) => ({
      frequency,
      permittivity: permitivity,
      permeability,
    })),
  );

/** @internal */
export interface MaterialsGiven {
  coating?: Coating | undefined;
  /** A conductor stands behind the coating */
  pecBack: boolean;
  boundaries?: Readonly<Record<number, Boundary>> | undefined;
  own: readonly Material[];
  library: readonly Material[];
  /** Numbers of the surfaces in the model file */
  surfaces: readonly number[];
  /** Of the run, ascending [Hz] */
  frequencies: readonly number[];
}

/** The materials of a project as the API saves them. @internal @throws InvalidInput for a material that is not there */
export function materialsInput(given: MaterialsGiven): SavedMaterials {
  const known = new Map([...given.library, ...given.own].map((one) => [one.name, one]));
  const used = new Map<string, Material>();
  const nameOf = (material: string | Material, place: string): string => {
    if (material instanceof Material) {
      used.set(material.name, material);
      return material.name;
    }
    const name = material.trim();
    if (name.toUpperCase() === PEC_NAME) return PEC_NAME;
    const found = known.get(name);
    if (!found) {
      const near = nearestName(name, [...known.keys()]);
      const hint = near === undefined ? 'Client.materials() lists the library.' : `Did you mean ${near}?`;
      throw invalid('MATERIAL_MISSING', place, `There is no material "${name}". ${hint}`);
    }
    used.set(name, found);
    return name;
  };
  const thicknesses = stacksOf(given).flatMap(([surface, layers]) =>
    layers.map(({ material, thickness }, index) => ({
      id: `${surface}-${index}`,
      materialName: nameOf(material, `/thicknesses/${surface}/${index}`),
      surface,
      surfaceIndex: index,
      thickness,
    })),
  );
  const outerMedias = Object.entries(given.boundaries ?? {}).map(([surface, { inside, outside }]) => ({
    surfaceApplied: Number(surface),
    outerMedia: outerMediumOf(outside, surface),
    outerMaterial: inside === null ? '' : nameOf(inside, `/outerMedias/${surface}`),
  }));
  return {
    pecBack: given.pecBack,
    isConstant: given.frequencies.length === 1,
    inputMaterials: [...used.values()].map((material) => wireOf(material, given.frequencies)),
    thicknesses,
    outerMedias,
  };
}

function stacksOf({ coating, surfaces }: MaterialsGiven): [surface: number, layers: readonly Layer[]][] {
  if (!coating) return [];
  if (isList(coating)) return surfaces.map((surface) => [surface, coating]);
  return Object.entries(coating).map(([surface, layers]) => [Number(surface), layers]);
}

const isList = (coating: Coating): coating is readonly Layer[] => Array.isArray(coating);

/** As the API has it: at the one frequency of a run, or what is needed between the first and the last. */
function wireOf(material: Material, frequencies: readonly number[]) {
  const [first = 0, last = first] = [frequencies[0], frequencies.at(-1)];
  const inside = material.table
    .map(({ frequency }) => frequency)
    .filter((frequency) => frequency > first && frequency < last);
  const entries = (first === last ? [first] : [first, ...inside, last]).map((frequency) => {
    const { permittivity, permeability } = material.at(frequency);
    return { frequency, permitivity: permittivity, permeability };
  });
  return {
    id: material.name,
    name: material.name,
    ...entries[0]!,
    ...(entries.length > 1 ? { params: entries } : {}),
  };
}

function outerMediumOf(outside: Boundary['outside'] = 'vacuum', surface: string): number {
  if (typeof outside === 'number') return outside;
  if (Object.hasOwn(OUTER_MEDIA, outside)) return OUTER_MEDIA[outside];
  throw invalid(
    'REGION_TABLE',
    `/outerMedias/${surface}`,
    `"${String(outside)}" is no outer medium: give "vacuum", "interface" or a surface number.`,
  );
}
