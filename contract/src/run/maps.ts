import { z } from 'zod';
import { amount, count, frequencyHz } from './written.ts';

const angles = z.object({
  thetaDeg: z.number(),
  phiDeg: z.number(),
});
const complex = z.object({ real: z.number(), imag: z.number() });
const decibels = z.number().nullable().describe('dBsm; null for nothing at all');

const amplitude = z.tuple([z.number(), z.number()]).describe('[Re, Im]');
const axes = z.tuple([amplitude, amplitude, amplitude]).describe('x, y, z');

/**
 * What one part has to do with the far field of one illumination. Derivatives are absent where the part has sheets.
 */
const PartResponseSchema = z.object({
  share: amplitude.describe('of the far-field amplitude [V]'),
  perMm: amplitude.optional().describe('of the whole part outwards [V/mm]'),
  perOhm: amplitude
    .optional()
    .describe('of surface impedance, from what it is [V/Ω]; absent between two media'),
  perMmOfLayer: amplitude.optional().describe('of the layer asked for, from thickness 0 [V/mm]'),
  perMmMoved: axes.optional().describe('the part moved along an axis [V/mm]'),
  perDegreeTurned: axes.optional().describe('the part turned about its middle, right-handed [V/°]'),
});
export type PartResponse = z.infer<typeof PartResponseSchema>;

/** By the relative values of a material in all regions that it fills. */
const MaterialResponseSchema = z.object({
  perPermittivity: amplitude.describe("of ε' − jε'' [V]"),
  perPermeability: amplitude.describe("of μ' − jμ'' [V]"),
});

const ResponseSchema = z.object({
  field: amplitude.describe('far-field amplitude F along the received polarization [V]; the RCS is 4π|F|²'),
  parts: z.array(PartResponseSchema).describe('in the order of `parts`'),
  materials: z.array(MaterialResponseSchema).optional().describe('in the order of `materials`'),
});
export type MapsResponse = z.infer<typeof ResponseSchema>;

/** First-order derivatives of the mean RCS in decibels. */
const DerivativesSchema = z.object({
  displacement_dBPerMm: z.number().describe('of the whole part outwards'),
  resistance_dBPerOhm: z
    .number()
    .optional()
    .describe('of surface impedance, from what it is; absent between two media'),
  reactance_dBPerOhm: z.number().optional(),
  layer_dBPerMm: z.number().optional().describe('of the layer asked for, from thickness 0'),
});

export const MapPartSchema = z.object({
  index: count.min(1),
  number: z.number().int().describe('surface number in the file'),
  name: z.string(),
  outwards: z
    .object({ from: z.string(), into: z.string() })
    .optional()
    .describe('of a composite: the materials on both sides; absent where the part has several'),
  triangles: count.describe('that carry current'),
  area_m2: amount,
  middle_m: z.tuple([z.number(), z.number(), z.number()]).describe('that turning is about'),
  share_dBsm: decibels.describe('mean over the illuminations of 4π|F_part|²'),
  without_dBsm: decibels.describe('of the total without the share of this part'),
  phaseDeg: z.number().optional().describe('of the share against the total; where there is one illumination'),
  derivatives: DerivativesSchema.optional().describe('absent where the part has sheets'),
});

export type MapPart = z.infer<typeof MapPartSchema>;

/** Maps in `maps.bin`, in the order of `maps` in `maps.json`. */
export const MAP_NAMES = ['contribution', 'displacement', 'resistance', 'reactance', 'layer'] as const;

/** `maps.json`: what `pace maps` says of a finished run (docs/theory/design-maps.md). */
export const MapsFileSchema = z.object({
  schema: z.literal('pace-maps-1'),
  fingerprint: z.string().describe('of the results, as in result.json'),
  frequencyHz,
  incident: z.enum(['V', 'H']),
  received: z.enum(['V', 'H']),
  illuminations: z.array(angles).min(1).describe('over which powers are averaged'),
  receiver: angles.optional().describe('absent: back to where each wave comes from'),
  radius_m: amount.describe('of the neighbourhood that maps sum over'),
  layer: z.object({ permittivity: complex, permeability: complex }).optional(),
  rcs_dBsm: decibels.describe('mean over the illuminations'),
  sheetTriangles: count.describe('of open surfaces: shares, but no derivatives'),
  translationDefect: amount
    .optional()
    .describe(
      'how far the displacement map is from what moving the whole body does, relative; absent with sheets',
    ),
  parts: z.array(MapPartSchema),
  materials: z
    .array(z.object({ name: z.string(), permittivity: complex, permeability: complex }))
    .optional()
    .describe('of a composite: those none of whose regions has an open sheet in it, with their values'),
  responses: z
    .array(ResponseSchema)
    .optional()
    .describe('in the order of `illuminations`; absent where parts × illuminations exceed 50 000'),
  maps: z.array(z.object({ name: z.enum(MAP_NAMES), unit: z.enum(['m²', 'dB/mm', 'dB/Ω']) })).min(1),
  seconds: amount,
});
export type MapsFile = z.infer<typeof MapsFileSchema>;
