import { and, count, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { checkQueued, checkStorage, quotasOf } from '../policies/quotas.ts';
import type { Services } from '../services.ts';
import { Turns } from '../storage/inTurn.ts';
import { projects, runs, uploads, type UserRow } from '../storage/schema.ts';

type Person = Pick<UserRow, 'id' | 'userType'>;

/** Checks and what they permit happen one after the other for each person, so that many at once gain nothing. */
export const personTurns = new Turns();

/** Settings of a usual project are smaller: they are counted, but the disk is not asked for them. */
const SMALL_SETTINGS_BYTES = 16 * 1024;

/** Of a value in the database as it lies there; what is long lies there compressed. */
const sizeOf = (value: unknown) => sql<number>`coalesce(pg_column_size(${value}), 0)`;
const sum = (value: SQL) => sql<number>`coalesce(sum(${value}), 0)::float8`;

/**
 * Bytes of a person's projects: what is on the disk, what uploads that have begun will bring, and the settings of projects
 * and runs in the database.
 */
export async function storedBytes(services: Services, userId: string): Promise<number> {
  const owned = await services.db
    .select({ id: projects.id, fileSize: uploads.fileSize, completedAt: uploads.completedAt })
    .from(projects)
    .leftJoin(uploads, eq(uploads.projectId, projects.id))
    .where(eq(projects.ownerId, userId));
  let total = await settingsBytes(services, userId);
  for (const { id, fileSize, completedAt } of owned) {
    const onDisk = await services.files.storedBytes(id);
    total += fileSize !== null && completedAt === null ? Math.max(onDisk, fileSize) : onDisk;
  }
  return total;
}

async function settingsBytes({ db }: Pick<Services, 'db'>, userId: string): Promise<number> {
  const { solverInput, materials, mesherOptions } = projects;
  const [ofProjects] = await db
    .select({
      bytes: sum(
        sql`${sizeOf(solverInput)} + ${sizeOf(materials)} + ${sizeOf(mesherOptions)} + ${sizeOf(uploads.ranges)}`,
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

/** @throws Problem QUOTA_STORAGE unless settings of this length fit */
export async function requireSettings(services: Services, user: Person, settings: unknown): Promise<void> {
  const bytes = JSON.stringify(settings).length;
  if (bytes > SMALL_SETTINGS_BYTES) await requireStorage(services, user, bytes);
}

export async function countRuns(
  services: Services,
  userId: string,
  statuses: ('Queued' | 'Starting' | 'Running')[],
) {
  const [row] = await services.db
    .select({ n: count() })
    .from(runs)
    .innerJoin(projects, eq(projects.id, runs.projectId))
    .where(and(eq(projects.ownerId, userId), inArray(runs.status, statuses)));
  return row?.n ?? 0;
}

export async function countProjects(services: Pick<Services, 'db'>, userId: string): Promise<number> {
  const [row] = await services.db
    .select({ n: count() })
    .from(projects)
    .where(and(eq(projects.ownerId, userId), isNull(projects.deletedAt)));
  return row?.n ?? 0;
}

/** What a person has used of what they may use. */
export async function usageOf(services: Services, user: Person) {
  const quotas = quotasOf(user.userType, services.config.quotas);
  return {
    storageBytes: await storedBytes(services, user.id),
    storageLimitBytes: quotas.storageBytes,
    projects: await countProjects(services, user.id),
    runningRuns: await countRuns(services, user.id, ['Starting', 'Running']),
    runningRunsLimit: quotas.running,
    queuedRuns: await countRuns(services, user.id, ['Queued']),
    queuedRunsLimit: quotas.queued,
  };
}

/** @throws Problem QUOTA_STORAGE unless a file of this size fits */
export async function requireStorage(services: Services, user: Person, moreBytes: number): Promise<void> {
  const { storageBytes } = quotasOf(user.userType, services.config.quotas);
  if (storageBytes !== null) checkStorage(await storedBytes(services, user.id), moreBytes, storageBytes);
}

/** Before a run is queued. @throws Problem QUOTA_STORAGE or QUOTA_RUNS */
export async function requireRun(services: Services, user: Person): Promise<void> {
  await requireStorage(services, user, 0);
  const { queued } = quotasOf(user.userType, services.config.quotas);
  if (queued !== null) checkQueued(await countRuns(services, user.id, ['Queued']), queued);
}
