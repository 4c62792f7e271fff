import { and, asc, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Database } from './database.ts';
import { projects, runs, uploads, type ProjectRow, type RunRow, type UploadRow } from './schema.ts';

export interface ProjectRecords {
  project: ProjectRow;
  upload: UploadRow | undefined;
  /** The latest mesher or import run of this upload. */
  mesherRun: RunRow | undefined;
  /** The latest solver run; not one that should have gone on with a finished run and did not: that run still stands. */
  solverRun: RunRow | undefined;
  /** The run whose results the result calls answer. */
  resultRun: RunRow | undefined;
  /** The latest solver run, if it should have gone on with a finished one and did not. */
  failedContinuation: RunRow | undefined;
}

export async function findProject(db: Database, id: string): Promise<ProjectRow | undefined> {
  const [project] = await db.select().from(projects).where(eq(projects.id, id));
  return project;
}

const ownedBy = (personId: string) => and(eq(projects.ownerId, personId), isNull(projects.deletedAt));
const OLDEST_FIRST = [asc(projects.createdAt), asc(projects.id)];

export async function projectsOf(db: Database, ownerId: string): Promise<ProjectRow[]> {
  return db
    .select()
    .from(projects)
    .where(ownedBy(ownerId))
    .orderBy(...OLDEST_FIRST);
}

/** Projects of a person with what belongs to them, oldest first. */
export function recordsOfPerson(db: Database, ownerId: string): Promise<ProjectRecords[]> {
  return readRecords(db, ownedBy(ownerId));
}

/** Of demo projects, oldest first. */
export function recordsOfDemos(db: Database): Promise<ProjectRecords[]> {
  return readRecords(db, and(eq(projects.isDemo, true), isNull(projects.deletedAt)));
}

/** Also of a project that is being deleted. */
export async function findRecords(db: Database, projectId: string): Promise<ProjectRecords | undefined> {
  const [records] = await readRecords(db, eq(projects.id, projectId));
  return records;
}

/** Of these projects, in their order. */
export async function recordsOf(db: Database, ids: readonly string[]): Promise<ProjectRecords[]> {
  if (ids.length === 0) return [];
  const records = await readRecords(db, inArray(projects.id, [...ids]));
  const byId = new Map(records.map((one) => [one.project.id, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** In two queries, however many projects there are and however often they were computed. */
async function readRecords(db: Database, which: SQL | undefined): Promise<ProjectRecords[]> {
  const rows = await db
    .select({ project: projects, upload: uploads })
    .from(projects)
    .leftJoin(uploads, eq(uploads.projectId, projects.id))
    .where(which)
    .orderBy(...OLDEST_FIRST);
  const latest = await latestRuns(
    db,
    rows.flatMap(({ upload }) => upload ?? []),
  );
  return rows.map(({ project, upload }) => {
    const own = latest.get(project.id) ?? [];
    return {
      project,
      upload: upload ?? undefined,
      mesherRun: own.find((run) => run.kind !== 'solver'),
      ...solverRecords(own.filter((run) => run.kind === 'solver')),
    };
  });
}

const IS_SOLVER = sql`${runs.kind} = 'solver'`;
const IS_FINISHED = sql`${runs.status} = 'Finished'`;

/**
 * By project, newest first: the latest runs of its upload, of each kind one that is finished and one that is not. What a
 * project needs is among them; its whole history, with every job, is not read.
 */
async function latestRuns(db: Database, of: readonly UploadRow[]): Promise<Map<string, RunRow[]>> {
  const latest = new Map<string, RunRow[]>();
  if (of.length === 0) return latest;
  const rows = await db
    .selectDistinctOn([runs.projectId, IS_SOLVER, IS_FINISHED])
    .from(runs)
    .where(
      and(
        inArray(
          runs.projectId,
          of.map(({ projectId }) => projectId),
        ),
        inArray(
          runs.uploadId,
          of.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(runs.projectId, IS_SOLVER, IS_FINISHED, desc(runs.sequence));
  for (const run of rows.sort((a, b) => b.sequence - a.sequence))
    latest.set(run.projectId, [...(latest.get(run.projectId) ?? []), run]);
  return latest;
}

/** @param newestFirst  solver runs of one upload, the latest and the latest finished one; after a finished one there are only continuations of it */
function solverRecords(
  newestFirst: RunRow[],
): Pick<ProjectRecords, 'solverRun' | 'resultRun' | 'failedContinuation'> {
  const [latest] = newestFirst;
  const resultRun = newestFirst.find((run) => run.status === 'Finished');
  const hasFailed = latest && resultRun && isContinuation(latest) && isUnsuccessful(latest);
  return hasFailed
    ? { solverRun: resultRun, resultRun, failedContinuation: latest }
    : { solverRun: latest, resultRun, failedContinuation: undefined };
}

export const isContinuation = ({ input }: RunRow) => input.kind === 'solver' && input.continues !== undefined;
const isUnsuccessful = ({ status }: RunRow) => status === 'Error' || status === 'Cancelled';
