import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { ComplexSchema } from './materials.ts';
import { INCIDENTS } from './run/fileNames.ts';
import { says, saysOf } from './schemaMessages.ts';

const tenths = z.number().describe('degrees × 10');
const wave = z.enum(INCIDENTS).optional();
const relative = ComplexSchema.describe("relative, ε' − jε''; either sign of the imaginary part");

/**
 * Which maps of a finished run are wanted: of one illumination, or means over those of a sector of the sweep. The same
 * question asked again is answered from memory, so `maps.json` and `maps.bin` are two calls of one question.
 */
export const DesignMapsRequestSchema = z.object({
  projectId: z.string().min(1, says('validation.required', { label: 'projectId' })),
  frequency: z
    .number(saysOf('frequency', 'validation.empty'))
    .gt(0, says('FREQUENCY_INVALID.range'))
    .max(LIMITS.frequencyMaxHz, says('FREQUENCY_INVALID.range'))
    .describe('Hz'),
  theta: tenths,
  phi: tenths,
  thetaTo: tenths.optional(),
  phiTo: tenths.optional(),
  incident: wave.describe('without it what the run has: of both V'),
  received: wave.describe('without it as incident'),
  radius: z
    .number()
    .gt(0)
    .optional()
    .describe('of the neighbourhood that maps sum over [m]; without it half a wavelength'),
  layer: z
    .object({
      permittivity: relative.refine(
        ({ real, imaginary }) => Math.hypot(real, imaginary) > 0,
        says('validation.aboveZero', { label: '|ε|' }),
      ),
      permeability: relative,
    })
    .optional()
    .describe('a thin layer on the conductor'),
});
export type DesignMapsRequest = z.infer<typeof DesignMapsRequestSchema>;
