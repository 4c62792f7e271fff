import { MaterialsSchema, type Materials } from '@pace/contract';
import type { RunSpecification } from './caseFile.ts';

/** The materials of a run as the job has them; undefined for a perfect conductor. */
export function materialsOfRun({ materials, frequencyHz }: RunSpecification): Materials | undefined {
  if (!materials) return undefined;
  const { media = {}, layers = {}, impedances = {}, outerMedia = {} } = materials;
  const pair = (value: readonly [number, number]) => ({ real: value[0], imaginary: value[1] });
  const one: [number, number] = [1, 0];
  const typed = Object.entries(impedances).map(([surface, [impedanceReal, impedanceImaginary]]) => ({
    impedanceSurface: Number(surface),
    impedanceReal,
    impedanceImaginary,
  }));
  return MaterialsSchema.parse({
    pecBack: true,
    isConstant: true,
    inputMaterials: Object.entries(media).map(([name, { epsilon, mu = one }]) => ({
      id: name,
      name,
      frequency: 0,
      permitivity: pair(epsilon),
      permeability: pair(mu),
    })),
    thicknesses: Object.entries(layers).flatMap(([surface, stack]) =>
      stack.map(([materialName, thickness], surfaceIndex) => ({
        id: `${surface}-${surfaceIndex}`,
        materialName,
        surface: Number(surface),
        surfaceIndex,
        thickness,
      })),
    ),
    impedances:
      typed.length > 0 ? [frequencyHz].flat().map((frequency) => ({ frequency, params: typed })) : [],
    outerMedias: Object.entries(outerMedia).map(([surface, [medium, outerMaterial]]) => ({
      surfaceApplied: Number(surface),
      outerMedia: medium,
      outerMaterial,
    })),
  });
}
