import { and, asc, count, eq, isNull, lt, or } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';
import { projects, shares, studies, users, type ShareRow } from './schema.ts';

/** Read-only links to projects, each by the hash of its token. */

export async function insertShare(db: Database, projectId: string, hash: string): Promise<ShareRow> {
  const [row] = await db.insert(shares).values({ id: randomUUID(), projectId, hash }).returning();
  if (!row) throw new Error('the share was not stored');
  return row;
}

/** Of a project, oldest first. */
export async function shareRowsOf(db: Database, projectId: string): Promise<ShareRow[]> {
  return db
    .select()
    .from(shares)
    .where(eq(shares.projectId, projectId))
    .orderBy(asc(shares.createdAt), asc(shares.id));
}

export async function countShares(db: Database, projectId: string): Promise<number> {
  const [row] = await db.select({ all: count() }).from(shares).where(eq(shares.projectId, projectId));
  return row?.all ?? 0;
}

/** @returns false if the project has no such link */
export async function removeShare(db: Database, projectId: string, shareId: string): Promise<boolean> {
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

/**
 * Undefined also if the project or the account of its owner is closed.
 * @returns `studyId`: of the study whose model the project carries
 */
export async function findShare(
  db: Database,
  hash: string,
): Promise<{ share: ShareRow; studyId: string | null } | undefined> {
  const [row] = await db
    .select({ share: shares, studyId: studies.id })
    .from(shares)
    .innerJoin(projects, eq(projects.id, shares.projectId))
    .innerJoin(users, eq(users.id, projects.ownerId))
    .leftJoin(studies, eq(studies.carrierId, projects.id))
    .where(
      and(
        eq(shares.hash, hash),
        isNull(projects.deletedAt),
        isNull(users.disabledAt),
        isNull(users.deletedAt),
      ),
    );
  return row;
}

/** Writes down that a link is used now, unless that was done since `notedAfter`. */
export async function noteShareUse(db: Database, id: string, now: Date, notedAfter: Date): Promise<void> {
  await db
    .update(shares)
    .set({ lastUsedAt: now })
    .where(and(eq(shares.id, id), or(isNull(shares.lastUsedAt), lt(shares.lastUsedAt, notedAfter))));
}
