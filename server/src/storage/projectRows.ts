import { MesherOptionsSchema, type MesherOptions } from '@pace/contract';
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { Database } from './database.ts';
import { keptFor } from './keptStatements.ts';
import { projects, runs, uploads, users, type ProjectRow, type RunRow, type UploadRow } from './schema.ts';
import { containing, type Search } from './search.ts';

export interface ProjectRecords {
  project: ProjectRow;
  upload: UploadRow | undefined;
  /** The latest mesher or import run of this upload. */
  mesherRun: RunRow | undefined;
  /** The latest solver run; not one that should have continued a finished run and did not: that run still stands. */
  solverRun: RunRow | undefined;
  /** The run whose results the result calls answer. */
  resultRun: RunRow | undefined;
  /** The latest solver run, if it should have continued a finished one and did not. */
  failedContinuation: RunRow | undefined;
}

export async function findProject(db: Database, id: string): Promise<ProjectRow | undefined> {
  const [project] = await db.select().from(projects).where(eq(projects.id, id));
  return project;
}

/** Options of a time without curved elements mean flat ones: the mesh that they made is made again. What else came later is off. */
export function savedMesherOptions({
  mesherOptions,
}: ProjectRow): (MesherOptions & { fileName: string }) | null {
  if (!mesherOptions) return null;
  const { fileName, curvedElements = false, ...options } = mesherOptions;
  return { ...MesherOptionsSchema.parse({ ...options, curvedElements }), fileName };
}

const ownedBy = (personId: string) => and(eq(projects.ownerId, personId), isNull(projects.deletedAt));
/** What lists show: no variants of studies. */
const listedOf = (personId: string) => and(ownedBy(personId), isNull(projects.studyId));
const OLDEST_FIRST = [asc(projects.createdAt), asc(projects.id)];

/** Variants of studies too. */
export async function projectsOf(db: Database, ownerId: string): Promise<ProjectRow[]> {
  return db
    .select()
    .from(projects)
    .where(ownedBy(ownerId))
    .orderBy(...OLDEST_FIRST);
}

/** Projects whose deletion has begun. */
export async function deletedProjectIds(db: Database): Promise<string[]> {
  const rows = await db.select({ id: projects.id }).from(projects).where(isNotNull(projects.deletedAt));
  return rows.map(({ id }) => id);
}

/** Everybody's projects with the address of each owner, newest first. */
export async function listProjectsOfAll(
  db: Database,
  { search, limit, offset }: Search,
): Promise<{ projects: { project: ProjectRow; ownerEmail: string }[]; total: number }> {
  const which = and(isNull(projects.deletedAt), containing(search, projects.name, users.email));
  const rows = await db
    .select({ project: projects, ownerEmail: users.email })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.ownerId))
    .where(which)
    .orderBy(desc(projects.createdAt), desc(projects.id))
    .limit(limit)
    .offset(offset);
  const [all] = await db
    .select({ n: count() })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.ownerId))
    .where(which);
  return { projects: rows, total: all?.n ?? 0 };
}

export const countProjects = (db: Database): Promise<number> => countOf(db, isNull(projects.deletedAt));

/** Projects of a person with what belongs to them, oldest first; those that lists show. */
export function recordsOfPerson(db: Database, ownerId: string): Promise<ProjectRecords[]> {
  return readRecords(db, listedOf(ownerId));
}

export interface Page {
  page: number;
  pageSize: number;
}

/** What lists show of a project and its runs; what may be megabytes is not read. */
export interface ListedProject {
  project: Pick<
    ProjectRow,
    'id' | 'name' | 'programType' | 'coreType' | 'isDemo' | 'solverInput' | 'createdAt'
  >;
  upload: Pick<UploadRow, 'fileName' | 'fileSize' | 'type' | 'completedAt'> | undefined;
  mesherRun: ListedRun | undefined;
  solverRun: ListedRun | undefined;
  resultRun: ListedRun | undefined;
  failedContinuation: ListedRun | undefined;
}
export type ListedRun = Omit<RunRow, 'input'>;

/** Of a person, newest first. */
export const listOfPerson = (db: Database, ownerId: string, page: Page) =>
  readList(db, listedOf(ownerId), page);

/** Demo projects of everybody, newest first. */
export const listOfDemos = (db: Database, page: Page) =>
  readList(db, and(eq(projects.isDemo, true), isNull(projects.deletedAt)), page);

async function readList(
  db: Database,
  which: SQL | undefined,
  { page, pageSize }: Page,
): Promise<{ listed: ListedProject[]; total: number }> {
  const { id, name, programType, coreType, isDemo, createdAt } = projects;
  const rows = await db
    .select({
      project: { id, name, programType, coreType, isDemo, createdAt, solverInput: SHORT_INPUT },
      // Of all pages
      total: sql<number>`(count(*) over ())::int`,
      upload: {
        id: uploads.id,
        projectId: uploads.projectId,
        fileName: uploads.fileName,
        fileSize: uploads.fileSize,
        type: uploads.type,
        completedAt: uploads.completedAt,
      },
    })
    .from(projects)
    .leftJoin(uploads, eq(uploads.projectId, projects.id))
    .where(which)
    .orderBy(desc(projects.createdAt), desc(projects.id))
    .limit(pageSize)
    .offset(page * pageSize);
  const latest = await latestOf(
    rows.flatMap(({ upload }) => upload ?? []),
    (runsOfThese) => latestListedRuns(db, runsOfThese),
  );
  const listed = rows.map(({ project, upload }) => ({
    project,
    upload: upload ?? undefined,
    // After a finished run there are only continuations of it.
    ...runRecords(latest.get(project.id) ?? [], () => true),
  }));
  // Of a page beyond the last there is no row that says it.
  return { listed, total: rows[0]?.total ?? (page === 0 ? 0 : await countOf(db, which)) };
}

async function countOf(db: Database, which: SQL | undefined): Promise<number> {
  const [all] = await db.select({ n: count() }).from(projects).where(which);
  return all?.n ?? 0;
}

/** Without the lists that have a value for each part. */
const SHORT_INPUT = sql<
  ProjectRow['solverInput']
>`${projects.solverInput} - array['cfiealpha', 'partmethods', 'outermedia']`;

/** Also of a project that is being deleted. */
export async function findRecords(db: Database, projectId: string): Promise<ProjectRecords | undefined> {
  const { ofProject, latestRunsOf } = statementsOf(db);
  const [row] = await ofProject.execute({ projectId });
  if (!row) return undefined;
  const { project, upload } = row;
  const latest = upload ? await latestRunsOf.execute({ projectId, uploadId: upload.id }) : [];
  latest.sort((a, b) => b.sequence - a.sequence);
  return { project, upload: upload ?? undefined, ...runRecords(latest, isContinuation) };
}

/** What every look at a run asks, thousands of times a minute: to write the SQL anew each time costs more than to send it. */
const statementsOf = keptFor((db) => {
  const projectId = sql.placeholder('projectId');
  return {
    ofProject: db
      .select({ project: projects, upload: uploads })
      .from(projects)
      .leftJoin(uploads, eq(uploads.projectId, projects.id))
      .where(eq(projects.id, projectId))
      .prepare('records_of_project'),
    latestRunsOf: latestRuns(
      db,
      and(eq(runs.projectId, projectId), eq(runs.uploadId, sql.placeholder('uploadId'))),
    ).prepare('latest_runs_of_project'),
  };
});

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
  const latest = await latestOf(
    rows.flatMap(({ upload }) => upload ?? []),
    (runsOfThese) => latestRuns(db, runsOfThese),
  );
  return rows.map(({ project, upload }) => ({
    project,
    upload: upload ?? undefined,
    ...runRecords(latest.get(project.id) ?? [], isContinuation),
  }));
}

const IS_SOLVER = sql`${runs.kind} = 'solver'`;
const IS_FINISHED = sql`${runs.status} = 'Finished'`;

/**
 * By project, newest first: the latest runs of its upload, of each kind one that is finished and one that is not. What a
 * project needs is among them; its whole history, with every job, is not read.
 */
async function latestOf<R extends ListedRun>(
  of: readonly Pick<UploadRow, 'id' | 'projectId'>[],
  read: (which: SQL | undefined) => Promise<R[]>,
): Promise<Map<string, R[]>> {
  const latest = new Map<string, R[]>();
  if (of.length === 0) return latest;
  const ids = of.map(({ id }) => id);
  const owners = of.map(({ projectId }) => projectId);
  const rows = await read(and(inArray(runs.projectId, owners), inArray(runs.uploadId, ids)));
  for (const run of rows.sort((a, b) => b.sequence - a.sequence))
    latest.set(run.projectId, [...(latest.get(run.projectId) ?? []), run]);
  return latest;
}

const LATEST_ON = [runs.projectId, IS_SOLVER, IS_FINISHED];
const LATEST_FIRST = [...LATEST_ON, desc(runs.sequence)];

const latestRuns = (db: Database, which: SQL | undefined) =>
  db
    .selectDistinctOn(LATEST_ON)
    .from(runs)
    .where(which)
    .orderBy(...LATEST_FIRST);

const { input: _, ...LISTED_COLUMNS } = getTableColumns(runs);
const latestListedRuns = (db: Database, which: SQL | undefined) =>
  db
    .selectDistinctOn(LATEST_ON, LISTED_COLUMNS)
    .from(runs)
    .where(which)
    .orderBy(...LATEST_FIRST);

/** @param newestFirst  of one upload, of each kind the latest and the latest finished one */
function runRecords<R extends ListedRun>(newestFirst: readonly R[], continues: (run: R) => boolean) {
  const mesherRun = newestFirst.find((run) => run.kind !== 'solver');
  const [latest, ...earlier] = newestFirst.filter((run) => run.kind === 'solver');
  const resultRun = [latest, ...earlier].find((run) => run?.status === 'Finished');
  const hasFailed = latest && resultRun && continues(latest) && isUnsuccessful(latest);
  return {
    mesherRun,
    resultRun,
    solverRun: hasFailed ? resultRun : latest,
    failedContinuation: hasFailed ? latest : undefined,
  };
}

export const isContinuation = ({ input }: RunRow) => input.kind === 'solver' && input.continues !== undefined;
const isUnsuccessful = ({ status }: Pick<RunRow, 'status'>) => status === 'Error' || status === 'Cancelled';
