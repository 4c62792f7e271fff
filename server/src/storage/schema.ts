import type {
  AccessKeyScope,
  BaseFacts,
  Coated,
  Message,
  EngineName,
  Materials,
  MesherOptions,
  ModelFormat,
  ModelType,
  ObjectiveValue,
  ParameterValue,
  Priority,
  Refined,
  RunStatus,
  Said,
  Settings,
  SolverInput,
  StudyDefinition,
  UsedMesherOptions,
  WaitingFor,
} from '@pace/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

/** Tables of the product. Works on PostgreSQL 15 and on the embedded one; no extensions. Keep this module pure. */

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const createdAt = () => time('created_at').notNull().defaultNow();

export const users = pgTable('users', {
  id: text('id').primaryKey(),
  /** lower case */
  email: text('email').notNull().unique(),
  passwordHash: text('password_hash').notNull(),
  name: text('name').notNull(),
  surname: text('surname').notNull(),
  company: text('company').notNull(),
  phoneNumber: text('phone_number').notNull().default(''),
  country: text('country').notNull().default(''),
  address: text('address').notNull().default('-'),
  twitter: text('twitter').notNull().default('-'),
  linkedin: text('linkedin').notNull().default('-'),
  instagram: text('instagram').notNull().default('-'),
  facebook: text('facebook').notNull().default('-'),
  webSite: text('web_site').notNull().default('-'),
  /** 1 Admin, 3 Student, 4 Teacher, anything else Free */
  userType: integer('user_type').notNull().default(2),
  /** of mails that nobody's browser asks for */
  language: text('language').$type<'en' | 'tr'>().notNull().default('en'),
  confirmedAt: time('confirmed_at'),
  disabledAt: time('disabled_at'),
  /** Set before projects and files go; the row goes last, so a crash in between is finished at the next start. */
  deletedAt: time('deleted_at'),
  lastLoginAt: time('last_login_at'),
  createdAt: createdAt(),
});

/** One row a token handed out; a token without a living row is refused. */
export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Of the cookie by which this browser may log in again without a password; null for sessions without one. */
    cookieHash: text('cookie_hash').unique(),
    expiresAt: time('expires_at').notNull(),
    revokedAt: time('revoked_at'),
    createdAt: createdAt(),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

/** Keys by which scripts call in a user's name; the key is kept as a hash only, and revoking removes the row. */
export const accessKeys = pgTable(
  'access_keys',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The first characters of the key, for its owner to recognise it */
    prefix: text('prefix').notNull(),
    hash: text('hash').notNull().unique(),
    scope: text('scope').$type<AccessKeyScope>().notNull(),
    expiresAt: time('expires_at').notNull(),
    lastUsedAt: time('last_used_at'),
    createdAt: createdAt(),
  },
  (table) => [index('access_keys_user').on(table.userId)],
);

/** Attempts that are counted to slow down guessing and flooding; the subject (address, account) is kept as a hash only. */
export const attempts = pgTable('attempts', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  lastAt: time('last_at').notNull(),
  lockedUntil: time('locked_until'),
});

export const TOKEN_KINDS = ['confirm', 'reset', 'unlock'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** What a sign-up said; it reaches the account only when its own link is opened. */
export interface PendingAccount {
  passwordHash: string;
  name: string;
  surname: string;
  company: string;
  phoneNumber: string;
}

/** Links sent by mail: single use, expiring, kept as a hash only. */
export const tokens = pgTable('tokens', {
  hash: text('hash').primaryKey(),
  kind: text('kind', { enum: TOKEN_KINDS }).notNull(),
  userId: text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  pending: jsonb('pending').$type<PendingAccount>(),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
  createdAt: createdAt(),
});

/** Of earlier versions without curved elements, which were not there. */
export type StoredMesherOptions = UsedMesherOptions & { fileName: string };

/**
 * A study: many variants of one project, each a project of its own that lists leave out. Its base is kept as it was when the
 * study was made, with model and mesh in a project that no list has.
 */
export const studies = pgTable(
  'studies',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** That it was made of; it may be gone */
    baseProjectId: text('base_project_id').notNull(),
    baseName: text('base_name').notNull(),
    base: jsonb('base').$type<StudyBase>().notNull(),
    definition: jsonb('definition').$type<StudyDefinition>().notNull(),
    /** The project with the base's model and mesh */
    carrierId: text('carrier_id').notNull(),
    /** Why planned variants are not begun now */
    waiting: jsonb('waiting').$type<Message>(),
    /** Who sees to its variants has it until then; after that another may */
    takenUntil: time('taken_until'),
    cancelledAt: time('cancelled_at'),
    /** Runs that were cancelled before are begun again */
    resumedAt: time('resumed_at'),
    finishedAt: time('finished_at'),
    deletedAt: time('deleted_at'),
    createdAt: createdAt(),
  },
  (table) => [index('studies_owner').on(table.ownerId)],
);

export interface StudyBase {
  settings: Settings;
  facts: BaseFacts;
  coreType: number;
}

export const projects = pgTable(
  'projects',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    programType: integer('program_type').notNull(),
    coreType: integer('core_type').notNull(),
    isDemo: boolean('is_demo').notNull().default(false),
    solverInput: jsonb('solver_input').$type<SolverInput>(),
    materials: jsonb('materials').$type<Materials>(),
    mesherOptions: jsonb('mesher_options').$type<StoredMesherOptions>(),
    /** What was predicted of a project that was made by coating parts of another one */
    coated: jsonb('coated').$type<Coated>(),
    /** Of a variant of a study, and of what carries its model: lists leave them out */
    studyId: text('study_id').references(() => studies.id, { onDelete: 'cascade' }),
    /** Set before the files go; the row goes after them, so a crash between the two is finished at the next start. */
    deletedAt: time('deleted_at'),
    createdAt: createdAt(),
  },
  (table) => [index('projects_owner').on(table.ownerId), index('projects_study').on(table.studyId)],
);

export const studyVariants = pgTable(
  'study_variants',
  {
    studyId: text('study_id')
      .notNull()
      .references(() => studies.id, { onDelete: 'cascade' }),
    /** From 1 on, in the order in which they were planned */
    number: integer('number').notNull(),
    /** One a parameter */
    values: jsonb('values').$type<ParameterValue[]>().notNull(),
    projectId: text('project_id').references(() => projects.id, { onDelete: 'set null' }),
    /** Of a run that has finished, one an objective */
    objectives: jsonb('objectives').$type<(ObjectiveValue | null)[]>(),
    converged: boolean('converged'),
    /** Of the optimised objective by each parameter [dB per SI unit], where design maps have it */
    gradient: jsonb('gradient').$type<(number | null)[]>(),
    /** The run that they are of; null of those that were kept before it was noted */
    runId: text('run_id'),
    /** Why its run could not be begun */
    failure: jsonb('failure').$type<{ code: string; detail: string } & Said>(),
  },
  (table) => [
    primaryKey({ columns: [table.studyId, table.number] }),
    index('study_variants_project').on(table.projectId),
  ],
);

/** The model file of a project; `ranges` are the byte ranges [from, to) that are safely on disk. */
export const uploads = pgTable('uploads', {
  id: text('id').primaryKey(),
  projectId: text('project_id')
    .notNull()
    .unique()
    .references(() => projects.id, { onDelete: 'cascade' }),
  fileName: text('file_name').notNull(),
  fileSize: bigint('file_size', { mode: 'number' }).notNull(),
  type: text('type').$type<ModelType>().notNull(),
  ranges: jsonb('ranges').$type<[number, number][]>().notNull(),
  completedAt: time('completed_at'),
  /** What the UNV file itself says about its units; null while unknown and for a file that is silent. */
  fileMetresPerUnit: doublePrecision('file_metres_per_unit'),
  createdAt: createdAt(),
});

/**
 * Files of projects that are kept in a bucket: which objects, one after the other, make up each. Objects are never
 * written twice, so what a reader has begun to read stays what it is; a row that is not there is a file that is not.
 */
export const storedFiles = pgTable(
  'stored_files',
  {
    /** Rows of a project that is not there any more, or never came to be, are removed with their objects. */
    projectId: text('project_id').notNull(),
    /** as in docs/run-folder.md */
    path: text('path').notNull(),
    /** where in the file the object begins; pieces of an upload may overlap */
    fromByte: bigint('from_byte', { mode: 'number' }).notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    objectKey: text('object_key').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.path, table.fromByte] }),
    index('stored_files_object').on(table.objectKey),
  ],
);

export const RUN_KINDS = ['mesher', 'import', 'solver'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

export type RunInput =
  | {
      kind: 'mesher';
      options: MesherOptions;
      /** Of the model; absent in runs of earlier releases, which knew STEP alone */
      format?: ModelFormat;
      /** Edges are those of the file `SIZES` of the project */
      refined?: Refined;
    }
  | {
      kind: 'import';
      /** The mesh is the model with the nodes of its torn seams merged */
      mergeSeams?: true;
    }
  | {
      kind: 'solver';
      /** Processors asked for; the engine says how many ranks and threads they become. */
      threads: number;
      job: Record<string, unknown>;
      /** The mesh was being made or checked at the start: the job lacks what depends on it, until that is there. */
      awaitsMesh?: true;
      /** The finished run whose results this one goes on from */
      continues?: string;
      /** The cancelled run whose unfinished work this one goes on from */
      resumes?: string;
    };

/**
 * The life of a mesher, import or solver run. Who works on it holds a lease and renews it; a run whose lease ran out
 * is taken up again by whoever notices.
 */
export const runs = pgTable(
  'runs',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    uploadId: text('upload_id').notNull(),
    kind: text('kind', { enum: RUN_KINDS }).notNull(),
    input: jsonb('input').$type<RunInput>().notNull(),
    status: text('status').$type<RunStatus>().notNull().default('Queued'),
    /** stage name while running, the sentence of the error afterwards */
    detail: text('detail').notNull().default(''),
    code: text('code'),
    /** Of the error: what its sentence is made of; null of older runs */
    message: jsonb('message').$type<Message>(),
    fraction: doublePrecision('fraction'),
    converged: boolean('converged'),
    /** order in the queue */
    sequence: bigserial('sequence', { mode: 'number' }).notNull(),
    priority: integer('priority').$type<Priority>().notNull().default(0),
    waitingFor: text('waiting_for').$type<WaitingFor>(),
    /** By the solver before a solver run begins; null where it could not say. */
    method: text('method'),
    estimatedBytes: doublePrecision('estimated_bytes'),
    estimatedSeconds: doublePrecision('estimated_seconds'),
    assessedAt: time('assessed_at'),
    assessingUntil: time('assessing_until'),
    attempt: integer('attempt').notNull().default(0),
    /** While it runs: processors, memory kept for it and on which machine ('' on a cluster that counts by itself) */
    cores: integer('cores').notNull().default(1),
    reservedBytes: doublePrecision('reserved_bytes').notNull().default(0),
    reservedOn: text('reserved_on').notNull().default(''),
    claimedAt: time('claimed_at'),
    /** Of all attempts that have ended */
    coreSeconds: doublePrecision('core_seconds').notNull().default(0),
    leaseOwner: text('lease_owner'),
    leaseExpiresAt: time('lease_expires_at'),
    heartbeatAt: time('heartbeat_at'),
    cancelRequestedAt: time('cancel_requested_at'),
    /** of the call that began it, to be found in the log */
    requestId: text('request_id'),
    startedAt: time('started_at'),
    endedAt: time('ended_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('runs_project').on(table.projectId),
    index('runs_status').on(table.status, table.kind, table.sequence),
    uniqueIndex('runs_one_active_mesher')
      .on(table.projectId)
      .where(sql`${table.status} in ('Queued', 'Starting', 'Running') and ${table.kind} <> 'solver'`),
    uniqueIndex('runs_one_active_solver')
      .on(table.projectId)
      .where(sql`${table.status} in ('Queued', 'Starting', 'Running') and ${table.kind} = 'solver'`),
  ],
);

/**
 * Processes that work on runs: each renews its row as often as its leases, and removes it when it stops in good order. Who
 * has not done so for a lease is silent; the row stays for a while, to be seen.
 */
export const workers = pgTable('workers', {
  /** As in `runs.lease_owner` */
  owner: text('owner').primaryKey(),
  host: text('host').notNull(),
  pid: integer('pid').notNull(),
  version: text('version').notNull(),
  engine: text('engine').$type<EngineName>().notNull(),
  /** Of mesher and import runs, of solver runs, and of short solver runs beside those, at once */
  mesherRuns: integer('mesher_runs').notNull(),
  solverRuns: integer('solver_runs').notNull(),
  shortRuns: integer('short_runs').notNull(),
  /** What one run can have; memory is null where a cluster counts it */
  cores: integer('cores').notNull(),
  memoryBytes: doublePrecision('memory_bytes'),
  leaseSeconds: doublePrecision('lease_seconds').notNull(),
  startedAt: time('started_at').notNull().defaultNow(),
  heartbeatAt: time('heartbeat_at').notNull().defaultNow(),
});

/** Read-only links to projects; the token is kept as a hash only, and revoking removes the row. */
export const shares = pgTable(
  'shares',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    hash: text('hash').notNull().unique(),
    lastUsedAt: time('last_used_at'),
    createdAt: createdAt(),
  },
  (table) => [index('shares_project').on(table.projectId)],
);

export const supportMessages = pgTable('support_messages', {
  id: text('id').primaryKey(),
  userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
  name: text('name').notNull(),
  email: text('email').notNull(),
  message: text('message').notNull(),
  handledAt: time('handled_at'),
  createdAt: createdAt(),
});

/** Who did what when; never a password or a token. */
export const audit = pgTable(
  'audit',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: time('at').notNull().defaultNow(),
    userId: text('user_id'),
    action: text('action').notNull(),
    subject: text('subject'),
    address: text('address'),
  },
  (table) => [index('audit_user').on(table.userId, table.at)],
);

export type UserRow = typeof users.$inferSelect;
export type ProjectRow = typeof projects.$inferSelect;
export type StudyRow = typeof studies.$inferSelect;
export type StudyVariantRow = typeof studyVariants.$inferSelect;
export type UploadRow = typeof uploads.$inferSelect;
export type RunRow = typeof runs.$inferSelect;
export type WorkerRow = typeof workers.$inferSelect;
export type AccessKeyRow = typeof accessKeys.$inferSelect;
export type ShareRow = typeof shares.$inferSelect;
export type StoredFileRow = typeof storedFiles.$inferSelect;
export type SupportMessageRow = typeof supportMessages.$inferSelect;
export type AuditRow = typeof audit.$inferSelect;
