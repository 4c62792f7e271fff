import { ACCESS_KEY_START, type AccessKey, type CreateAccessKey } from '@pace/contract';
import { createHash, randomBytes } from 'node:crypto';
import { problem } from '../problem.ts';
import {
  accessKeyRowsOf,
  insertAccessKey,
  noteAccessKeyUse,
  ownerOfAccessKey,
} from '../storage/accessKeyRows.ts';
import type { Database } from '../storage/database.ts';
import type { AccessKeyRow, UserRow } from '../storage/schema.ts';
import { bearerToken } from './accessTokens.ts';

const KEY_BYTES = 32;
/** Of the random part: enough to tell 20 keys apart, of no use to who guesses the rest */
const PREFIX_CHARACTERS = 6;
/** The last use is written down no more often than this: a script makes many calls. */
const USE_NOTED_EVERY_MS = 60_000;
const DAY_MS = 24 * 3600 * 1000;

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Makes a key; only its hash is kept, so it cannot be shown again. */
export async function issueAccessKey(
  db: Database,
  userId: string,
  { name, scope, days }: CreateAccessKey,
  now = new Date(),
): Promise<AccessKey & { key: string }> {
  const key = `${ACCESS_KEY_START}${randomBytes(KEY_BYTES).toString('base64url')}`;
  const row = await insertAccessKey(db, {
    userId,
    name,
    scope,
    prefix: key.slice(0, ACCESS_KEY_START.length + PREFIX_CHARACTERS),
    hash: hashOf(key),
    expiresAt: new Date(now.getTime() + days * DAY_MS),
  });
  return { ...presented(row, now), key };
}

export async function accessKeysOf(db: Database, userId: string, now = new Date()): Promise<AccessKey[]> {
  return (await accessKeyRowsOf(db, userId)).map((row) => presented(row, now));
}

/** The access key that an authorization header carries, if it is one. */
export function accessKeyIn(header: string | undefined): string | undefined {
  const token = bearerToken(header);
  return token.startsWith(ACCESS_KEY_START) ? token : undefined;
}

/** Asked of the database with every call, so revoking works at once. @throws Problem ACCESS_KEY_INVALID */
export async function checkAccessKey(
  db: Database,
  key: string,
  now = new Date(),
): Promise<{ user: UserRow; accessKey: AccessKeyRow }> {
  const found = await ownerOfAccessKey(db, hashOf(key));
  if (!found) throw problem('ACCESS_KEY_INVALID');
  const { user, accessKey } = found;
  if (accessKey.expiresAt <= now) throw problem('ACCESS_KEY_INVALID.expired');
  await noteAccessKeyUse(db, accessKey.id, now, new Date(now.getTime() - USE_NOTED_EVERY_MS));
  return { user, accessKey };
}

function presented(row: AccessKeyRow, now: Date): AccessKey {
  const { id, name, prefix, scope, createdAt, expiresAt, lastUsedAt } = row;
  return {
    id,
    name,
    prefix,
    scope,
    createdDate: createdAt.toISOString(),
    expiresDate: expiresAt.toISOString(),
    expired: expiresAt <= now,
    lastUsedDate: lastUsedAt?.toISOString() ?? null,
  };
}
