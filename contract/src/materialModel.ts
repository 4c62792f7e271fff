/** What the materials of a project are at a frequency, and the surface impedances that follow. */
import type { Complex } from './complex.ts';
import { stackImpedance, type Backing, type Layer } from './layers.ts';
import {
  DEFAULT_IMPEDANCE_OHM,
  PEC_NAME,
  type Impedance,
  type Material,
  type MaterialParameters,
  type Materials,
  type Thickness,
} from './materials.ts';

/** A passive value as it is stored, ε' − jε'': a person may type either sign of the imaginary part. */
export function passive({ real, imaginary }: Complex): Complex {
  return { real, imaginary: imaginary === 0 ? 0 : -Math.abs(imaginary) };
}

export const isPec = (materialName: string): boolean => materialName.trim().toUpperCase() === PEC_NAME;

/**
 * Parameters at a frequency: straight lines over log f between the published frequencies, the nearest ones outside.
 * @param table ascending in frequency, not empty
 */
export function parametersAt(table: readonly MaterialParameters[], frequencyHz: number): MaterialParameters {
  const above = table.findIndex(({ frequency }) => frequency >= frequencyHz);
  if (above <= 0) return { ...table.at(above)!, frequency: frequencyHz };
  const [low, high] = [table[above - 1]!, table[above]!];
  // A table that begins at 0 Hz has no logarithm there: its first stretch is level.
  const share =
    low.frequency > 0 ? Math.log(frequencyHz / low.frequency) / Math.log(high.frequency / low.frequency) : 1;
  const between = (a: Complex, b: Complex): Complex => ({
    real: a.real + share * (b.real - a.real),
    imaginary: a.imaginary + share * (b.imaginary - a.imaginary),
  });
  return {
    frequency: frequencyHz,
    permitivity: between(low.permitivity, high.permitivity),
    permeability: between(low.permeability, high.permeability),
  };
}

/** Parameters of a library material for a run: at its one frequency, or the table between two and at both of them. */
export function parametersFor(
  table: readonly MaterialParameters[],
  range: { constantAtHz: number } | { startHz: number; endHz: number },
): MaterialParameters[] {
  if ('constantAtHz' in range) return [parametersAt(table, range.constantAtHz)];
  const { startHz, endHz } = range;
  const between = table.filter(({ frequency }) => frequency > startHz && frequency < endHz);
  const ends = startHz === endHz ? [startHz] : [startHz, endHz];
  return [...ends.map((hz) => parametersAt(table, hz)), ...between].sort((a, b) => a.frequency - b.frequency);
}

/** True if a frequency lies outside what was published; a single entry speaks for all frequencies. */
export function isOutside(table: readonly MaterialParameters[], frequencyHz: number): boolean {
  return table.length > 1 && (frequencyHz < table[0]!.frequency || frequencyHz > table.at(-1)!.frequency);
}

/** The entries of one material in a project: those of its name, ascending in frequency; all entries of `params` of one that has them. */
export function tableOf(inputMaterials: readonly Material[], name: string): MaterialParameters[] {
  return inputMaterials
    .filter((material) => material.name === name)
    .flatMap(({ frequency, permitivity, permeability, params }) =>
      params && params.length > 0 ? params : [{ frequency, permitivity, permeability }],
    )
    .sort((a, b) => a.frequency - b.frequency);
}

/** Layers of a surface, outermost first. */
export function layersOf(thicknesses: readonly Thickness[], surface: number): Thickness[] {
  return thicknesses
    .filter((layer) => layer.surface === surface)
    .sort((a, b) => a.surfaceIndex - b.surfaceIndex);
}

/**
 * The stack of a surface at a frequency, down to the first layer of PEC, which is a conductor and no layer; undefined if
 * it has no layers or one of a material that is not there.
 */
export function stackAt(
  {
    inputMaterials,
    thicknesses,
    isConstant,
  }: Pick<Materials, 'inputMaterials' | 'thicknesses' | 'isConstant'>,
  surface: number,
  frequencyHz: number,
): Layer[] | undefined {
  const entries = layersOf(thicknesses, surface);
  if (entries.length === 0) return undefined;
  const layers: Layer[] = [];
  for (const { materialName, thickness } of entries) {
    if (isPec(materialName)) break;
    const table = tableOf(inputMaterials, materialName);
    if (table.length === 0) return undefined;
    const { permitivity, permeability } = isConstant ? table[0]! : parametersAt(table, frequencyHz);
    layers.push({
      permittivity: passive(permitivity),
      permeability: passive(permeability),
      thicknessM: thickness,
    });
  }
  return layers;
}

/** What stands behind the layers of a surface: a conductor if the project says so or one of its layers is PEC. */
export const backingOf = (
  { pecBack, thicknesses }: Pick<Materials, 'pecBack' | 'thicknesses'>,
  surface: number,
): Backing =>
  pecBack || layersOf(thicknesses, surface).some(({ materialName }) => isPec(materialName))
    ? 'pec'
    : 'vacuum';

/** Surface impedances at normal incidence of every surface and frequency; a surface without layers gets 0.001 Ω. */
export function surfaceImpedances(
  materials: Pick<Materials, 'inputMaterials' | 'thicknesses' | 'isConstant' | 'pecBack'>,
  surfaces: readonly number[],
  frequenciesHz: readonly number[],
): Impedance[] {
  return frequenciesHz.map((frequency) => ({
    frequency,
    params: surfaces.map((surface) => {
      const layers = stackAt(materials, surface, frequency);
      const { real, imaginary } = layers
        ? stackImpedance(layers, backingOf(materials, surface), { frequencyHz: frequency })
        : DEFAULT_IMPEDANCE_OHM;
      return { impedanceSurface: surface, impedanceReal: real, impedanceImaginary: imaginary };
    }),
  }));
}

/** Surfaces that no layer lies on: they are treated as PEC, and a notice says so. */
export function surfacesWithoutLayers(
  { thicknesses }: Pick<Materials, 'thicknesses'>,
  surfaces: readonly number[],
): number[] {
  return surfaces.filter((surface) => !thicknesses.some((layer) => layer.surface === surface));
}
