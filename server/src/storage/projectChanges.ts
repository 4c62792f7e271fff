import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';
import { projects, type ProjectRow } from './schema.ts';

/** Every change of a project's row. */

export type NewProject = Omit<typeof projects.$inferInsert, 'id' | 'deletedAt' | 'createdAt'>;

export async function insertProject(
  db: Database,
  project: NewProject,
  id: string = randomUUID(),
): Promise<ProjectRow> {
  const [row] = await db
    .insert(projects)
    .values({ ...project, id })
    .returning();
  if (!row) throw new Error('the database did not return the new project');
  return row;
}

export type ProjectChange = Partial<
  Pick<ProjectRow, 'name' | 'coreType' | 'solverInput' | 'materials' | 'mesherOptions' | 'studyId'>
>;

export async function updateProject(db: Database, id: string, change: ProjectChange): Promise<void> {
  await db.update(projects).set(change).where(eq(projects.id, id));
}

/** From now on nobody sees the project; its files go next. */
export async function markDeleted(db: Database, id: string): Promise<void> {
  await db.update(projects).set({ deletedAt: new Date() }).where(eq(projects.id, id));
}

/** @returns the ids of the projects */
export async function markAllDeletedOf(db: Database, ownerId: string, now: Date): Promise<string[]> {
  const rows = await db
    .update(projects)
    .set({ deletedAt: now })
    .where(eq(projects.ownerId, ownerId))
    .returning({ id: projects.id });
  return rows.map(({ id }) => id);
}

/** With its upload, its runs and its links. */
export async function removeProjectRow(db: Database, id: string): Promise<void> {
  await db.delete(projects).where(eq(projects.id, id));
}
