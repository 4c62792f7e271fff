import type { z } from 'zod';

/** One call of the API. `result` is what stands under "result" in the answer; binary calls have none. */
export interface Call {
  method: 'GET' | 'POST';
  path: string;
  /**
   * reader: a logged-in user, or who holds a share link of the one project that is asked for; admin: a logged-in
   * administrator; everybody else is refused.
   */
  access: 'public' | 'reader' | 'user' | 'admin';
  summary: string;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Of the body; absent: LIMITS.bodyBytes. Only calls of users may take much more. */
  maxBodyBytes?: number;
  result?: z.ZodType;
  /** Of an answer that is no JSON; beside `result`, of what "Accept" with this type is answered with. */
  contentType?: ContentType;
}

export type ContentType = 'application/octet-stream' | 'application/zip' | 'text/event-stream';

export const call = <const C extends Call>(definition: C): C => definition;
