import { z } from 'zod';
import { INCIDENTS } from './fileNames.ts';
import { amount, count, frequencyHz } from './written.ts';

const place = z.tuple([z.number(), z.number(), z.number()]);

/** A place on the surface where the echoes of many directions and frequencies add up. */
export const HotSpotSchema = z.object({
  triangle: count.min(1).describe('of the mesh'),
  part: count.min(1).describe('index as in mesh.json'),
  position_m: place.describe('center of the triangle'),
  rcs_dBsm: z.number().describe('of a point there that scatters so in every direction of the sweep'),
});
export type HotSpot = z.infer<typeof HotSpotSchema>;

/** `backprojection.json`: what `pace backprojection` says of a finished run (docs/theory/hot-spots.md). */
export const BackProjectionFileSchema = z.object({
  schema: z.literal('pace-backprojection-1'),
  fingerprint: z.string().describe('of the results, as in result.json'),
  polarization: z.number().int().min(0).max(3).describe('of the incident wave'),
  received: z.enum(INCIDENTS),
  frequenciesHz: z.tuple([frequencyHz, frequencyHz]).describe('first and last'),
  frequencies: count.min(1),
  illuminations: count.min(1).describe('directions with a value at every frequency'),
  resolution_m: z
    .object({ downRange: amount.optional(), theta: amount.optional(), phi: amount.optional() })
    .describe(
      'shortest distance of two resolved places, without weights; absent where the sweep has fewer than three values',
    ),
  radius_m: amount.describe('around a hot spot there is no other one'),
  spots: z.array(HotSpotSchema).describe('strongest first'),
  seconds: amount,
});
export type BackProjectionFile = z.infer<typeof BackProjectionFileSchema>;
