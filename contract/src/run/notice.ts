import { z } from 'zod';

/** What the solver or the checks of a mesh have to say. */
export const NoticeSchema = z.object({
  code: z.string().min(1),
  sentence: z.string().describe('English'),
  message: z.string().optional().describe('key of the sentence in the catalogue of messages'),
  values: z.record(z.string(), z.unknown()).optional().describe('what the sentence has in its places'),
  where: z.string().optional().describe('a place in metres'),
});
export type Notice = z.infer<typeof NoticeSchema>;
