import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { saysOf } from './schemaMessages.ts';

/** What a key may do, each scope also all that those before it may: which call needs which is in callScopes.ts. */
export const ACCESS_KEY_SCOPES = ['read', 'run', 'full'] as const;
export const AccessKeyScopeSchema = z.enum(ACCESS_KEY_SCOPES);
export type AccessKeyScope = z.infer<typeof AccessKeyScopeSchema>;

/** Days from its creation to its expiry, one of these */
export const ACCESS_KEY_DAYS = [30, 90, 365] as const;

/** Every key begins with it, so that people and programs that look for leaked secrets recognise one. */
export const ACCESS_KEY_START = 'pace_';

/** A key for scripts as lists show it; the key itself is shown once, when it is created. */
export const AccessKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The first characters of the key, to recognise it */
  prefix: z.string(),
  scope: AccessKeyScopeSchema,
  createdDate: z.string(),
  expiresDate: z.string(),
  expired: z.boolean(),
  /** To a minute; null: never */
  lastUsedDate: z.string().nullable(),
});
export type AccessKey = z.infer<typeof AccessKeySchema>;

const isRequired = saysOf('name', 'validation.required');
export const CreateAccessKeySchema = z.object({
  name: z
    .string(isRequired)
    .trim()
    .min(1, isRequired)
    .max(
      LIMITS.accessKeyNameLength,
      saysOf('name', 'validation.tooLong', { most: LIMITS.accessKeyNameLength }),
    )
    .regex(/^[^\n\r\v\f\u0085\u2028\u2029]*$/, saysOf('name', 'validation.oneLine')),
  scope: AccessKeyScopeSchema,
  days: z.literal(ACCESS_KEY_DAYS),
});
export type CreateAccessKey = z.infer<typeof CreateAccessKeySchema>;
