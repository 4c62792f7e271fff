import { SHARE_SCHEME, type Share } from '@pace/contract';
import { and, asc, count, eq, isNull, lt, or } from 'drizzle-orm';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { SharedReader } from '../policies/ownership.ts';
import { problem } from '../problem.ts';
import type { Database } from '../storage/database.ts';
import { projects, shares, users, type ShareRow } from '../storage/schema.ts';

const TOKEN_BYTES = 32;
/** The last use is written down no more often than this: a page makes many calls. */
const USE_NOTED_EVERY_MS = 60_000;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Makes a link's token; only its hash is kept, so it can not be told again. */
export async function issueShare(db: Database, projectId: string): Promise<Share & { token: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const [row] = await db
    .insert(shares)
    .values({ id: randomUUID(), projectId, hash: hashOf(token) })
    .returning();
  if (!row) throw new Error('the share was not stored');
  return { ...presented(row), token };
}

export async function sharesOf(db: Database, projectId: string): Promise<Share[]> {
  const rows = await db
    .select()
    .from(shares)
    .where(eq(shares.projectId, projectId))
    .orderBy(asc(shares.createdAt), asc(shares.id));
  return rows.map(presented);
}

export async function countShares(db: Database, projectId: string): Promise<number> {
  const [row] = await db.select({ all: count() }).from(shares).where(eq(shares.projectId, projectId));
  return row?.all ?? 0;
}

/** @returns false if the project has no such link */
export async function dropShare(db: Database, projectId: string, shareId: string): Promise<boolean> {
  const gone = await db
    .delete(shares)
    .where(and(eq(shares.id, shareId), eq(shares.projectId, projectId)))
    .returning({ id: shares.id });
  return gone.length > 0;
}

export async function isShareKept(db: Database, shareId: string): Promise<boolean> {
  const [row] = await db.select({ id: shares.id }).from(shares).where(eq(shares.id, shareId));
  return row !== undefined;
}

export const isShareHeader = (header: string | undefined): header is string =>
  header?.startsWith(`${SHARE_SCHEME} `) ?? false;

/** Who comes with a link. @throws Problem SHARE_INVALID: unknown, revoked, or of an account that is closed */
export async function checkShare(db: Database, header: string, now = new Date()): Promise<SharedReader> {
  const hash = hashOf(header.slice(SHARE_SCHEME.length + 1).trim());
  const [row] = await db
    .select({ share: shares })
    .from(shares)
    .innerJoin(projects, eq(projects.id, shares.projectId))
    .innerJoin(users, eq(users.id, projects.ownerId))
    .where(
      and(
        eq(shares.hash, hash),
        isNull(projects.deletedAt),
        isNull(users.disabledAt),
        isNull(users.deletedAt),
      ),
    );
  if (!row) throw problem('SHARE_INVALID');
  await db
    .update(shares)
    .set({ lastUsedAt: now })
    .where(
      and(
        eq(shares.id, row.share.id),
        or(isNull(shares.lastUsedAt), lt(shares.lastUsedAt, new Date(now.getTime() - USE_NOTED_EVERY_MS))),
      ),
    );
  return { shareId: row.share.id, sharedProjectId: row.share.projectId };
}

function presented({ id, createdAt, lastUsedAt }: ShareRow): Share {
  return { id, createdDate: createdAt.toISOString(), lastUsedDate: lastUsedAt?.toISOString() ?? null };
}
