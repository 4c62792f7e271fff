import {
  IMPEDANCE_DECIMALS,
  LIMITS,
  OUTER_MEDIA,
  PEC_NAME,
  impedanceText,
  isOutside,
  isPec,
  layersOf,
  parametersFor,
  passive,
  surfaceImpedances,
  surfacesWithoutLayers,
  tableOf,
  type Impedance,
  type LibraryMaterial,
  type Material,
  type MaterialParameters,
  type Materials,
  type OuterMedium,
  type Thickness,
} from '@pace/contract';

/** Changes of the material settings: each gives the settings afterwards and leaves those it was given alone. */

type Complex = MaterialParameters['permitivity'];

const newId = () => crypto.randomUUID();
const ONE: Complex = { real: 1, imaginary: 0 };

export interface NewMaterial {
  name: string;
  /** Hz */
  frequency: number;
  permitivity: Complex;
  permeability: Complex;
}

/** Adds materials; a name with a frequency that is there already is ignored. Stored as passive media. */
export function addMaterials(settings: Materials, added: readonly NewMaterial[]): Materials {
  const inputMaterials = [...settings.inputMaterials];
  for (const { name, frequency, permitivity, permeability } of added) {
    if (inputMaterials.some((known) => known.name === name && known.frequency === frequency)) continue;
    inputMaterials.push({
      id: newId(),
      id_i: inputMaterials.length + 1,
      name,
      frequency,
      permitivity: passive(permitivity),
      permeability: passive(permeability),
    });
  }
  return inputMaterials.length === settings.inputMaterials.length
    ? settings
    : { ...settings, inputMaterials };
}

export const PEC_MATERIAL: NewMaterial = {
  name: PEC_NAME,
  frequency: 0,
  permitivity: ONE,
  permeability: ONE,
};

/** The entries that a library material becomes: one at the run's frequency, or its table between two frequencies. */
export function libraryEntries(
  { name, params }: LibraryMaterial,
  range: { constantAtHz: number } | { startHz: number; endHz: number },
): NewMaterial[] {
  return parametersFor(params, range).map((entry) => ({ name, ...entry }));
}

export function removeMaterial(settings: Materials, id: Material['id']): Materials {
  return { ...settings, inputMaterials: settings.inputMaterials.filter((material) => material.id !== id) };
}

/** Names in the order of their first entry. */
export function materialNames({ inputMaterials }: Materials): string[] {
  return [...new Set(inputMaterials.map(({ name }) => name))];
}

/** True if this is the last entry of a material that a layer or a region is made of. */
export function isNeeded(settings: Materials, { id, name }: Material): boolean {
  const last = !settings.inputMaterials.some((other) => other.name === name && other.id !== id);
  return (
    last &&
    (settings.thicknesses.some(({ materialName }) => materialName === name) ||
      settings.outerMedias.some(({ outerMaterial }) => outerMaterial === name))
  );
}

/** A thickness [mm] as typed: what is not above 0 becomes 1; undefined if it is no number or below the least. */
export function thicknessMm(text: string): number | undefined {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return undefined;
  if (value <= 0) return 1;
  return value < LIMITS.minThicknessMm ? undefined : value;
}

const MM = 1000;
/** 3 mm is 0.003 m, not 0.003000…04. */
const metres = (mm: number) => Number((mm / MM).toPrecision(12));
export const millimetres = (m: number) => Number((m * MM).toPrecision(12));

/** Paints a layer on each of the surfaces, over what is there. */
export function addLayer(
  settings: Materials,
  surfaces: readonly number[],
  materialName: string,
  mm: number,
): Materials {
  const added: Thickness[] = surfaces.map((surface) => ({
    id: newId(),
    materialName,
    surface,
    surfaceIndex: -1,
    thickness: metres(mm),
  }));
  return numbered({ ...settings, thicknesses: [...added, ...settings.thicknesses] });
}

export function removeLayer(settings: Materials, id: Thickness['id']): Materials {
  return numbered({ ...settings, thicknesses: settings.thicknesses.filter((layer) => layer.id !== id) });
}

export function setLayerThickness(settings: Materials, id: Thickness['id'], mm: number): Materials {
  return {
    ...settings,
    thicknesses: settings.thicknesses.map((layer) =>
      layer.id === id ? { ...layer, thickness: metres(mm) } : layer,
    ),
  };
}

/** Moves a layer one place outward. */
export function moveOutward(settings: Materials, id: Thickness['id']): Materials {
  const layer = settings.thicknesses.find((one) => one.id === id);
  if (!layer) return settings;
  const stack = layersOf(settings.thicknesses, layer.surface);
  const above = stack[stack.indexOf(layer) - 1];
  if (!above) return settings;
  return numbered({
    ...settings,
    thicknesses: settings.thicknesses.map((one) =>
      one.id === layer.id
        ? { ...one, surfaceIndex: above.surfaceIndex }
        : one.id === above.id
          ? { ...one, surfaceIndex: layer.surfaceIndex }
          : one,
    ),
  });
}

/** Layers of every surface numbered from 0, outermost first. */
function numbered(settings: Materials): Materials {
  const surfaces = [...new Set(settings.thicknesses.map(({ surface }) => surface))].sort((a, b) => a - b);
  return {
    ...settings,
    thicknesses: surfaces.flatMap((surface) =>
      layersOf(settings.thicknesses, surface).map((layer, surfaceIndex) => ({ ...layer, surfaceIndex })),
    ),
  };
}

/** Layers of materials that are not in the list, or of PEC, which has no impedance of its own. */
export function layersWithoutMaterial(settings: Materials): Thickness[] {
  const names = new Set(materialNames(settings));
  return settings.thicknesses.filter(({ materialName }) => !names.has(materialName) || isPec(materialName));
}

/** Materials of the list whose table does not reach over the run's frequencies. */
export function materialsOutside(settings: Materials, frequencies: readonly number[]): string[] {
  if (settings.isConstant || frequencies.length === 0) return [];
  const ends = [frequencies[0]!, frequencies.at(-1)!];
  return materialNames(settings).filter((name) =>
    ends.some((hz) => isOutside(tableOf(settings.inputMaterials, name), hz)),
  );
}

export type Impedances = Record<string, Complex>;
export const impedanceKey = (surface: number, frequency: number) => `${surface}@${frequency}`;
export const editedSurfaces = (edits: Impedances): number[] =>
  Object.keys(edits).map((key) => Number(key.split('@')[0]));

/** Impedances of the run: those calculated from the layers, and over them those that the user typed. */
export function impedancesOf(
  settings: Materials,
  surfaces: readonly number[],
  frequencies: readonly number[],
  edits: Impedances,
): Impedance[] {
  return surfaceImpedances(settings, surfaces, frequencies).map(({ frequency, params }) => ({
    frequency,
    params: params.map((entry) => {
      const edit = edits[impedanceKey(entry.impedanceSurface, frequency)];
      return edit ? { ...entry, impedanceReal: edit.real, impedanceImaginary: edit.imaginary } : entry;
    }),
  }));
}

/** Of cells that were typed over layers, by their key: what the layers give. */
export function layersUnderEdits(
  settings: Materials,
  surfaces: readonly number[],
  edits: Impedances,
  frequencies: readonly number[],
): Map<string, Complex> {
  const bare = new Set(surfacesWithoutLayers(settings, surfaces));
  const under = new Map<string, Complex>();
  for (const { frequency, params } of surfaceImpedances(settings, surfaces, frequencies))
    for (const { impedanceSurface, impedanceReal: real, impedanceImaginary: imaginary } of params) {
      const key = impedanceKey(impedanceSurface, frequency);
      if (edits[key] && !bare.has(impedanceSurface)) under.set(key, { real, imaginary });
    }
  return under;
}

/** What of saved impedances was typed: where they say something else than the layers. */
export function impedanceEdits(settings: Materials): Impedances {
  const saved = settings.impedances;
  const surfaces = [
    ...new Set(saved.flatMap(({ params }) => params.map(({ impedanceSurface }) => impedanceSurface))),
  ];
  const calculated = surfaceImpedances(
    settings,
    surfaces,
    saved.map(({ frequency }) => frequency),
  );
  const edits: Impedances = {};
  saved.forEach(({ frequency, params }, i) => {
    for (const { impedanceSurface, impedanceReal: real, impedanceImaginary: imaginary } of params) {
      const own = calculated[i]!.params.find((entry) => entry.impedanceSurface === impedanceSurface)!;
      const text = (re: number, im: number) =>
        impedanceText({ real: re, imaginary: im }, IMPEDANCE_DECIMALS.editing);
      if (text(real, imaginary) !== text(own.impedanceReal, own.impedanceImaginary))
        edits[impedanceKey(impedanceSurface, frequency)] = { real, imaginary };
    }
  });
  return edits;
}

/** Gives surfaces their outer medium; an interface has neither medium nor material. */
export function addOuterMedia(
  settings: Materials,
  surfaces: readonly number[],
  outerMedia: number,
  outerMaterial: string,
): Materials {
  const added: OuterMedium[] = surfaces.map((surfaceApplied) => ({
    surfaceApplied,
    outerMedia,
    outerMaterial: outerMedia === OUTER_MEDIA.interface ? '' : outerMaterial,
  }));
  return { ...settings, outerMedias: [...settings.outerMedias, ...added] };
}

export function removeOuterMedium(settings: Materials, surface: number): Materials {
  return {
    ...settings,
    outerMedias: settings.outerMedias.filter(({ surfaceApplied }) => surfaceApplied !== surface),
  };
}

export function surfacesWithoutOuterMedium(settings: Materials, surfaces: readonly number[]): number[] {
  return surfaces.filter(
    (surface) => !settings.outerMedias.some(({ surfaceApplied }) => surfaceApplied === surface),
  );
}

/** `outermedia` of the solver input: one number a surface, in the order of the parts. */
export function outerMediaList(settings: Materials, surfaces: readonly number[]): number[] {
  return surfaces.map(
    (surface) =>
      settings.outerMedias.find(({ surfaceApplied }) => surfaceApplied === surface)?.outerMedia ??
      OUTER_MEDIA.vacuum,
  );
}
