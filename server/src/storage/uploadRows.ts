import { and, eq, isNull } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { addRange } from './byteRanges.ts';
import type { Database } from './database.ts';
import { uploads, type UploadRow } from './schema.ts';

/** Model files of projects: what has arrived of each, and what it says of itself. */

export type NewUpload = Omit<typeof uploads.$inferInsert, 'id' | 'createdAt'>;

export async function insertUpload(db: Database, upload: NewUpload): Promise<UploadRow> {
  const [row] = await db
    .insert(uploads)
    .values({ id: randomUUID(), ...upload })
    .returning();
  if (!row) throw new Error('the database did not return the new upload');
  return row;
}

export async function uploadOf(db: Database, projectId: string): Promise<UploadRow | undefined> {
  const [row] = await db.select().from(uploads).where(eq(uploads.projectId, projectId));
  return row;
}

/** Bytes [from, to) are kept. @returns all that are; undefined if the upload is complete, or another has taken its place */
export async function addUploadRange(
  db: Database,
  id: string,
  from: number,
  to: number,
): Promise<[number, number][] | undefined> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(uploads)
      .where(and(eq(uploads.id, id), isNull(uploads.completedAt)))
      .for('update');
    if (!row) return undefined;
    const ranges = addRange(row.ranges, from, to);
    await tx.update(uploads).set({ ranges }).where(eq(uploads.id, id));
    return ranges;
  });
}

export async function completeUpload(db: Database, id: string): Promise<void> {
  await db.update(uploads).set({ completedAt: new Date() }).where(eq(uploads.id, id));
}

/** @param metresPerUnit what the file itself says; none if it is silent */
export async function writeFileUnits(
  db: Database,
  id: string,
  metresPerUnit: number | null | undefined,
): Promise<void> {
  await db
    .update(uploads)
    .set({ fileMetresPerUnit: metresPerUnit ?? null })
    .where(eq(uploads.id, id));
}

export async function removeUpload(db: Database, id: string): Promise<void> {
  await db.delete(uploads).where(eq(uploads.id, id));
}
