import type { Message, ParameterValue } from '@pace/contract';
import { and, asc, count, desc, eq, getTableColumns, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database, Transaction } from './database.ts';
import {
  projects,
  runs,
  studies,
  studyVariants,
  users,
  type RunRow,
  type StudyRow,
  type StudyVariantRow,
} from './schema.ts';

/** Studies, their variants, and how far the runs of these are. */

export type NewStudy = Omit<
  typeof studies.$inferInsert,
  'waiting' | 'takenUntil' | 'cancelledAt' | 'resumedAt' | 'finishedAt' | 'deletedAt' | 'createdAt'
>;

export async function insertStudy(tx: Transaction, study: NewStudy): Promise<void> {
  await tx.insert(studies).values(study);
}

/** @param first number of the first of them */
export async function insertVariants(
  db: Database,
  studyId: string,
  first: number,
  values: readonly ParameterValue[][],
): Promise<void> {
  if (values.length === 0) return;
  const rows = values.map((one, i) => ({ studyId, number: first + i, values: one }));
  // Two that look after one study at the same time, after one was cut off, plan the same variant.
  await db.insert(studyVariants).values(rows).onConflictDoNothing();
}

export async function findStudy(db: Database, id: string): Promise<StudyRow | undefined> {
  const [row] = await db.select().from(studies).where(eq(studies.id, id));
  return row;
}

const kept = isNull(studies.deletedAt);
const isOpen = and(kept, isNull(studies.cancelledAt), isNull(studies.finishedAt));
const isFree = or(isNull(studies.takenUntil), lt(studies.takenUntil, sql`now()`));

/** Of a person, newest first. */
export async function studiesOf(db: Database, ownerId: string): Promise<StudyRow[]> {
  return db
    .select()
    .from(studies)
    .where(and(eq(studies.ownerId, ownerId), kept))
    .orderBy(desc(studies.createdAt), desc(studies.id));
}

export async function countStudiesOf(db: Database, ownerId: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(studies)
    .where(and(eq(studies.ownerId, ownerId), kept));
  return row?.n ?? 0;
}

/** Studies with something to do, of people who may use the product. */
export async function openStudyIds(db: Database): Promise<string[]> {
  const rows = await db
    .select({ id: studies.id })
    .from(studies)
    .innerJoin(users, eq(users.id, studies.ownerId))
    .where(and(isOpen, isNull(users.disabledAt), isNull(users.deletedAt)))
    .orderBy(asc(studies.createdAt));
  return rows.map(({ id }) => id);
}

/** Studies whose deletion has begun. */
export async function deletedStudyIds(db: Database): Promise<string[]> {
  const rows = await db
    .select({ id: studies.id })
    .from(studies)
    .where(sql`${studies.deletedAt} is not null`);
  return rows.map(({ id }) => id);
}

/** Keeps a study for longer, as long as it is open. @returns false once it is not */
export async function holdStudy(db: Database, id: string, seconds: number): Promise<boolean> {
  const held = await db
    .update(studies)
    .set({ takenUntil: sql`now() + make_interval(secs => ${seconds})` })
    .where(and(eq(studies.id, id), isOpen))
    .returning({ id: studies.id });
  return held.length === 1;
}

/** Whether somebody looks after its variants now. */
export async function isStudyTaken(db: Database, id: string): Promise<boolean> {
  const [free] = await db
    .select({ id: studies.id })
    .from(studies)
    .where(and(eq(studies.id, id), isFree));
  return free === undefined;
}

/** Gives an open study to who looks after its variants. @returns undefined if it is not open, or somebody else has it */
export async function takeStudy(db: Database, id: string, seconds: number): Promise<StudyRow | undefined> {
  const [row] = await db
    .update(studies)
    .set({ takenUntil: sql`now() + make_interval(secs => ${seconds})` })
    .where(and(eq(studies.id, id), isOpen, isFree))
    .returning();
  return row;
}

/** @param waiting why planned variants are not begun */
export async function releaseStudy(db: Database, id: string, waiting: Message | null): Promise<void> {
  await db.update(studies).set({ takenUntil: null, waiting }).where(eq(studies.id, id));
}

export type StudyChange = Partial<
  Pick<StudyRow, 'name' | 'cancelledAt' | 'resumedAt' | 'finishedAt' | 'deletedAt'>
>;

export async function updateStudy(db: Database, id: string, change: StudyChange): Promise<void> {
  await db.update(studies).set(change).where(eq(studies.id, id));
}

/** With its variants; their projects are to be gone before. */
export async function removeStudyRow(db: Database, id: string): Promise<void> {
  await db.delete(studies).where(eq(studies.id, id));
}

/** Of its variants and of what carries its model, also of those that are being deleted. */
export async function projectIdsOfStudy(db: Database, studyId: string): Promise<string[]> {
  const rows = await db.select({ id: projects.id }).from(projects).where(eq(projects.studyId, studyId));
  return rows.map(({ id }) => id);
}

export type VariantChange = Partial<
  Pick<StudyVariantRow, 'objectives' | 'converged' | 'gradient' | 'runId' | 'failure'>
>;

export async function updateVariant(
  db: Database,
  { studyId, number }: Pick<StudyVariantRow, 'studyId' | 'number'>,
  change: VariantChange,
): Promise<void> {
  await db
    .update(studyVariants)
    .set(change)
    .where(and(eq(studyVariants.studyId, studyId), eq(studyVariants.number, number)));
}

/** @returns false if the variant has a project already */
export async function giveProject(
  tx: Transaction,
  { studyId, number }: Pick<StudyVariantRow, 'studyId' | 'number'>,
  projectId: string,
): Promise<boolean> {
  const given = await tx
    .update(studyVariants)
    .set({ projectId })
    .where(
      and(
        eq(studyVariants.studyId, studyId),
        eq(studyVariants.number, number),
        isNull(studyVariants.projectId),
      ),
    )
    .returning({ number: studyVariants.number });
  return given.length === 1;
}

export type VariantRun = Omit<RunRow, 'input'>;

export interface VariantState {
  variant: StudyVariantRow;
  /** Its project has left the study, or is gone */
  isApart: boolean;
  /** The latest of each kind; their jobs are not read */
  solverRun: VariantRun | undefined;
  mesherRun: VariantRun | undefined;
}

/** A study with its variants. */
export interface StudyRecords {
  study: StudyRow;
  states: VariantState[];
}

const { input: _, ...RUN_COLUMNS } = getTableColumns(runs);
const IS_SOLVER = sql`${runs.kind} = 'solver'`;

/** The variants of studies with their runs, in the order of their numbers; in two queries, however many there are. */
export async function variantsOf(
  db: Database,
  studyIds: readonly string[],
): Promise<Map<string, VariantState[]>> {
  const states = new Map<string, VariantState[]>(studyIds.map((id) => [id, []]));
  if (studyIds.length === 0) return states;
  const ofThese = inArray(studyVariants.studyId, [...studyIds]);
  const variants = await db
    .select({ variant: studyVariants, studyId: projects.studyId })
    .from(studyVariants)
    .leftJoin(projects, and(eq(projects.id, studyVariants.projectId), isNull(projects.deletedAt)))
    .where(ofThese)
    .orderBy(asc(studyVariants.number));
  const latest = await db
    .selectDistinctOn([runs.projectId, IS_SOLVER], RUN_COLUMNS)
    .from(runs)
    .innerJoin(studyVariants, eq(studyVariants.projectId, runs.projectId))
    .where(ofThese)
    .orderBy(runs.projectId, IS_SOLVER, desc(runs.sequence));
  const runOf = new Map(latest.map((run) => [`${run.projectId} ${run.kind === 'solver'}`, run]));
  for (const { variant, studyId } of variants)
    states.get(variant.studyId)?.push({
      variant,
      isApart: studyId !== variant.studyId,
      solverRun: runOf.get(`${variant.projectId ?? ''} true`),
      mesherRun: runOf.get(`${variant.projectId ?? ''} false`),
    });
  return states;
}
