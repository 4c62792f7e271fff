import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { INCIDENTS } from './run/fileNames.ts';
import { says } from './schemaMessages.ts';

const hertz = z
  .number()
  .gt(0, says('FREQUENCY_INVALID.range'))
  .max(LIMITS.frequencyMaxHz, says('FREQUENCY_INVALID.range'))
  .optional();
const tenths = z.number().optional();
const wave = z.enum(INCIDENTS).optional();

/**
 * Which part of a run's sweep is projected back onto its surface: a range without its end is one value, without both ends all that
 * the run has. `backprojection.json` and `backprojection.bin` are two calls of one question.
 */
export const BackProjectionRequestSchema = z.object({
  projectId: z.string().min(1, says('validation.required', { label: 'projectId' })),
  frequency: hertz.describe('from [Hz]'),
  frequencyTo: hertz.describe('to [Hz]'),
  theta: tenths.describe('from, degrees × 10'),
  thetaTo: tenths.describe('to, degrees × 10'),
  phi: tenths.describe('from, degrees × 10'),
  phiTo: tenths.describe('to, degrees × 10'),
  incident: wave.describe('without it what the run has: of both V'),
  received: wave.describe('without it as incident'),
});
export type BackProjectionRequest = z.infer<typeof BackProjectionRequestSchema>;
