import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { says, saysOf } from './schemaMessages.ts';

/** A complex number as the product writes it. Passive ε and μ are stored as ε' − jε''. */
export const ComplexSchema = z.object({ real: z.number(), imaginary: z.number() });

export const MaterialParametersSchema = z.object({
  /** Hz */
  frequency: z.number().min(0),
  permitivity: ComplexSchema,
  permeability: ComplexSchema,
});

export const MaterialNameSchema = z
  .string(saysOf('name', 'validation.required'))
  .trim()
  .regex(/\S/, saysOf('name', 'validation.required'))
  .max(LIMITS.materialNameLength, saysOf('name', 'validation.tooLong', { most: LIMITS.materialNameLength }));

export const MaterialSchema = z.object({
  id: z.union([z.string(), z.number()]),
  id_i: z.number().int().optional(),
  name: MaterialNameSchema,
  frequency: z.number().min(0),
  permitivity: ComplexSchema,
  permeability: ComplexSchema,
  params: z.array(MaterialParametersSchema).max(LIMITS.materialFrequenciesMax).optional(),
});

/** Kinds of material by which the library is ordered. */
export const MATERIAL_CATEGORIES = [
  'reference',
  'foam',
  'polymer',
  'ceramic',
  'laminate',
  'building',
  'ground',
  'water',
  'absorber',
  'magnetic',
  'metal',
] as const;

export const LibraryMaterialSchema = z.object({
  name: MaterialNameSchema,
  id: z.union([z.string(), z.number()]),
  category: z.enum(MATERIAL_CATEGORIES),
  /** Where the numbers were published, with what else has to be known of them. */
  source: z.string().min(1),
  /** Ascending in frequency; one entry if only one frequency was published. */
  params: z.array(MaterialParametersSchema).min(1),
});
export type LibraryMaterial = z.infer<typeof LibraryMaterialSchema>;
export type MaterialParameters = z.infer<typeof MaterialParametersSchema>;

/** Outermost layer first; thickness in metres (the screen shows millimetres). */
export const ThicknessSchema = z.object({
  id: z.union([z.string(), z.number()]),
  materialName: z.string().trim().max(LIMITS.textLength),
  surface: z.int32(),
  surfaceIndex: z.int32(),
  thickness: z.number().min(LIMITS.minThicknessMm / 1000, says('validation.thickness')),
});

export const ImpedanceParameterSchema = z.object({
  impedanceSurface: z.int32(),
  /** Ohm, Z_s = R + jX */
  impedanceReal: z.number(),
  impedanceImaginary: z.number(),
});
export const ImpedanceSchema = z.object({
  frequency: z.number(),
  params: z.array(ImpedanceParameterSchema).max(LIMITS.surfacesMax),
});

/**
 * outerMedia: 0 vacuum, -1 interface, n the region inside surface n. outerMaterial: what the region inside the surface is
 * made of; empty for an interface, whose two sides are found from the geometry.
 */
export const OuterMediumSchema = z.object({
  surfaceApplied: z.int32(),
  outerMedia: z.int32().min(-1),
  outerMaterial: z.string().trim().max(LIMITS.textLength),
});

/** Body of `POST /api/solver/input-materials` without the project. */
export const MaterialsSchema = z.object({
  pecBack: z.boolean().default(true),
  isConstant: z.boolean().default(true),
  inputMaterials: z.array(MaterialSchema).max(LIMITS.materialsMax).default([]),
  thicknesses: z.array(ThicknessSchema).max(LIMITS.layersMax).default([]),
  impedances: z.array(ImpedanceSchema).max(LIMITS.impedanceFrequenciesMax).default([]),
  outerMedias: z.array(OuterMediumSchema).max(LIMITS.surfacesMax).default([]),
});
export type Materials = z.infer<typeof MaterialsSchema>;

/** What the material screens hold; the payload calls the impedances `impedances`. */
export const MaterialSettingsSchema = MaterialsSchema.omit({ impedances: true }).extend({
  calculatedImpedances: z.array(ImpedanceSchema).max(LIMITS.impedanceFrequenciesMax).default([]),
});

/** Frequencies over which the library samples a material, Hz. */
export const MaterialFrequencyRangeSchema = z
  .object({ start: z.number().min(0), end: z.number().min(0) })
  .refine(({ start, end }) => start <= end, {
    message: says('validation.frequencyOrder'),
    path: ['start'],
  });

export type Material = z.infer<typeof MaterialSchema>;
export type Thickness = z.infer<typeof ThicknessSchema>;
export type Impedance = z.infer<typeof ImpedanceSchema>;
export type OuterMedium = z.infer<typeof OuterMediumSchema>;

/** Material name that stands for a perfect conductor wherever a material is chosen. */
export const PEC_NAME = 'PEC';

export const OUTER_MEDIA = { vacuum: 0, interface: -1 } as const;

/** Of a surface without layers, which is flagged [ohm]. */
export const DEFAULT_IMPEDANCE_OHM = { real: 0.001, imaginary: 0 } as const;

/** A cell of the impedance table, "(real, imaginary)"; shown to 8 decimals while editing, 5 on the summary. */
export const IMPEDANCE_DECIMALS = { editing: 8, summary: 5 } as const;
export const IMPEDANCE_EXAMPLE = { real: 0, imaginary: 0 } as const;

/** "(377.0, -1.5)"; in Turkish "(377,0; -1,5)", because its numbers have a comma in them. */
export function impedanceText(
  value: z.infer<typeof ComplexSchema>,
  decimals: number,
  language = 'en',
): string {
  const text = `(${value.real.toFixed(decimals)}, ${value.imaginary.toFixed(decimals)})`;
  return language === 'tr' ? text.replace(',', ';').replaceAll('.', ',') : text;
}

/** Undefined if the text is not "(real, imaginary)" with two finite numbers, in one of the ways of impedanceText. */
export function parseImpedance(text: string): z.infer<typeof ComplexSchema> | undefined {
  const written = text.includes(';') ? text.replaceAll(',', '.').replace(';', ',') : text;
  const [, real, imaginary] = /^\s*\(([^(),;]+),([^(),;]+)\)\s*$/.exec(written) ?? [];
  if (!real?.trim() || !imaginary?.trim()) return undefined;
  const value = { real: Number(real), imaginary: Number(imaginary) };
  return Number.isFinite(value.real) && Number.isFinite(value.imaginary) ? value : undefined;
}
