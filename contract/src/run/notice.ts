import { z } from 'zod';
import { MESSAGE_FIELDS } from '../messages.ts';

/** What the solver or the checks of a mesh have to say. */
export const NoticeSchema = z.object({
  code: z.string().min(1),
  sentence: z.string().describe('English'),
  ...MESSAGE_FIELDS,
  where: z.string().optional().describe('a place in metres'),
});
export type Notice = z.infer<typeof NoticeSchema>;
