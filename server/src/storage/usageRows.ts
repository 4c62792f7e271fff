import type { RunStatus } from '@pace/contract';
import { and, count, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Database } from './database.ts';
import { projects, runs, uploads } from './schema.ts';

/** How much of everything a user has. */

/** Of a value in the database as it lies there; what is long lies there compressed. */
const sizeOf = (value: unknown) => sql<number>`coalesce(pg_column_size(${value}), 0)`;
const sum = (value: SQL) => sql<number>`coalesce(sum(${value}), 0)::float8`;

/** Every project, also one that is being deleted, with the size of its upload. */
export async function uploadSizesOf(db: Database, userId: string) {
  return db
    .select({ id: projects.id, fileSize: uploads.fileSize, completedAt: uploads.completedAt })
    .from(projects)
    .leftJoin(uploads, eq(uploads.projectId, projects.id))
    .where(eq(projects.ownerId, userId));
}

/** Bytes of the settings of projects and runs. */
export async function settingsBytesOf(db: Database, userId: string): Promise<number> {
  const { solverInput, materials, mesherOptions, coated } = projects;
  const [ofProjects] = await db
    .select({
      bytes: sum(
        sql`${sizeOf(solverInput)} + ${sizeOf(materials)} + ${sizeOf(mesherOptions)} + ${sizeOf(coated)} + ${sizeOf(uploads.ranges)}`,
      ),
    })
    .from(projects)
    .leftJoin(uploads, eq(uploads.projectId, projects.id))
    .where(eq(projects.ownerId, userId));
  const [ofRuns] = await db
    .select({ bytes: sum(sizeOf(runs.input)) })
    .from(runs)
    .innerJoin(projects, eq(projects.id, runs.projectId))
    .where(eq(projects.ownerId, userId));
  return (ofProjects?.bytes ?? 0) + (ofRuns?.bytes ?? 0);
}

export async function countRunsOf(
  db: Database,
  userId: string,
  statuses: readonly RunStatus[],
): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(runs)
    .innerJoin(projects, eq(projects.id, runs.projectId))
    .where(and(eq(projects.ownerId, userId), inArray(runs.status, [...statuses])));
  return row?.n ?? 0;
}

/** Variants of studies do not count. */
export async function countProjectsOf(db: Database, userId: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(projects)
    .where(and(eq(projects.ownerId, userId), isNull(projects.deletedAt), isNull(projects.studyId)));
  return row?.n ?? 0;
}
