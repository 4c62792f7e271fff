import { SHARE_SCHEME, type Share } from '@pace/contract';
import { createHash, randomBytes } from 'node:crypto';
import type { SharedReader } from '../policies/ownership.ts';
import { problem } from '../problem.ts';
import type { Database } from '../storage/database.ts';
import type { ShareRow } from '../storage/schema.ts';
import { findShare, insertShare, noteShareUse, shareRowsOf } from '../storage/shareRows.ts';

const TOKEN_BYTES = 32;
/** The last use is written down no more often than this: a page makes many calls. */
const USE_NOTED_EVERY_MS = 60_000;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Makes a link's token; only its hash is kept, so it cannot be shown again. */
export async function issueShare(db: Database, projectId: string): Promise<Share & { token: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const row = await insertShare(db, projectId, hashOf(token));
  return { ...presented(row), token };
}

export async function sharesOf(db: Database, projectId: string): Promise<Share[]> {
  return (await shareRowsOf(db, projectId)).map(presented);
}

export const isShareHeader = (header: string | undefined): header is string =>
  header?.startsWith(`${SHARE_SCHEME} `) ?? false;

/** Who comes with a link. @throws Problem SHARE_INVALID: unknown, revoked, or of an account that is closed */
export async function checkShare(db: Database, header: string, now = new Date()): Promise<SharedReader> {
  const hash = hashOf(header.slice(SHARE_SCHEME.length + 1).trim());
  const found = await findShare(db, hash);
  if (!found) throw problem('SHARE_INVALID');
  const { share, studyId } = found;
  await noteShareUse(db, share.id, now, new Date(now.getTime() - USE_NOTED_EVERY_MS));
  return {
    shareId: share.id,
    sharedProjectId: share.projectId,
    ...(studyId !== null && { sharedStudyId: studyId }),
  };
}

function presented({ id, createdAt, lastUsedAt }: ShareRow): Share {
  return { id, createdDate: createdAt.toISOString(), lastUsedDate: lastUsedAt?.toISOString() ?? null };
}
