import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
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

export async function projectsOf(db: Database, ownerId: string): Promise<ProjectRow[]> {
  return db
    .select()
    .from(projects)
    .where(and(eq(projects.ownerId, ownerId), isNull(projects.deletedAt)))
    .orderBy(asc(projects.createdAt), asc(projects.id));
}

export async function demoProjects(db: Database): Promise<ProjectRow[]> {
  return db
    .select()
    .from(projects)
    .where(and(eq(projects.isDemo, true), isNull(projects.deletedAt)))
    .orderBy(asc(projects.createdAt), asc(projects.id));
}

/** Uploads and latest runs that belong to the projects, in two queries however many there are. */
export async function recordsOf(db: Database, list: ProjectRow[]): Promise<ProjectRecords[]> {
  const ids = list.map((project) => project.id);
  if (ids.length === 0) return [];
  const uploadRows = await db.select().from(uploads).where(inArray(uploads.projectId, ids));
  const runRows = await db
    .select()
    .from(runs)
    .where(inArray(runs.projectId, ids))
    .orderBy(desc(runs.sequence));
  return list.map((project) => {
    const upload = uploadRows.find((row) => row.projectId === project.id);
    const own = runRows.filter((run) => run.projectId === project.id && run.uploadId === upload?.id);
    return {
      project,
      upload,
      mesherRun: own.find((run) => run.kind !== 'solver'),
      ...solverRecords(own.filter((run) => run.kind === 'solver')),
    };
  });
}

/** @param newestFirst solver runs of one upload; after a finished one there are only continuations of it */
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

export async function recordsOfOne(db: Database, project: ProjectRow): Promise<ProjectRecords> {
  const [records] = await recordsOf(db, [project]);
  return records ?? { project, upload: undefined, mesherRun: undefined, ...solverRecords([]) };
}
