/** What administrators see and do; every call that carries these is refused to everybody else. */
import { z } from 'zod';
import { USER_TYPES } from './account.ts';
import { LIMITS } from './limits.ts';
import { says } from './schemaMessages.ts';
import { PrioritySchema, RunStatusSchema, WaitingForSchema } from './runState.ts';

export const ADMIN_PAGE_SIZE = 50;
/** Lists come in pages of ADMIN_PAGE_SIZE, newest first unless said otherwise. */
export const AdminPageSchema = z.object({
  search: z.string().trim().max(LIMITS.textLength).default(''),
  page: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

export const UserTypeSchema = z.union(
  [
    z.literal(USER_TYPES.admin),
    z.literal(USER_TYPES.free),
    z.literal(USER_TYPES.student),
    z.literal(USER_TYPES.teacher),
  ],
  says('validation.userType'),
);

const time = z.string().describe('ISO 8601');

export const AdminUserSchema = z.object({
  id: z.string(),
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  company: z.string(),
  userType: z.number().int(),
  createdDate: time,
  confirmedDate: time.nullable(),
  disabledDate: time.nullable(),
  lastLoginDate: time.nullable(),
  projects: z.number().int(),
  storageBytes: z.number().int(),
  /** Access keys that have not expired */
  accessKeys: z.number().int(),
});
export type AdminUser = z.infer<typeof AdminUserSchema>;

/** Only what is given changes. An account that is approved needs no confirmation mail any more. */
export const AdminUserChangeSchema = z.object({
  id: z.string().min(1),
  approved: z.literal(true).optional(),
  userType: UserTypeSchema.optional(),
  disabled: z.boolean().optional(),
});

export const RUN_KIND_NAMES = ['mesher', 'import', 'solver'] as const;

export const AdminRunSchema = z.object({
  id: z.string(),
  kind: z.enum(RUN_KIND_NAMES),
  status: RunStatusSchema,
  /** Of a solver run that has finished, whether its residual was reached; null of others. */
  converged: z.boolean().nullable(),
  detail: z.string(),
  fraction: z.number().nullable(),
  attempt: z.number().int(),
  /** 1 for the next to start; null unless it waits. */
  queuePosition: z.number().int().nullable(),
  waitingFor: WaitingForSchema.nullable(),
  priority: PrioritySchema,
  /** Of a solver run, once the solver was asked; null where it could not say. */
  estimate: z.object({ seconds: z.number(), memoryBytes: z.number() }).nullable(),
  projectId: z.string(),
  projectName: z.string(),
  ownerEmail: z.string(),
  createdDate: time,
  startedDate: time.nullable(),
  endedDate: time.nullable(),
  /** Who works on it, as "host, process". */
  worker: z.string().nullable(),
});
export type AdminRun = z.infer<typeof AdminRunSchema>;

/** Only of a run that waits. */
export const AdminRunPrioritySchema = z.object({ id: z.string().min(1), priority: PrioritySchema });

/** Where a worker runs the solver. */
export const ENGINE_NAMES = ['local', 'mpi', 'slurm'] as const;
export const EngineNameSchema = z.enum(ENGINE_NAMES);
export type EngineName = z.infer<typeof EngineNameSchema>;

/** A process that works on runs. */
export const AdminWorkerSchema = z.object({
  id: z.string(),
  /** As AdminRun names it: "host, process". */
  name: z.string(),
  host: z.string(),
  /** Of this server, or of another one on the same database. */
  isThisServer: z.boolean(),
  version: z.string(),
  engine: EngineNameSchema,
  /** It has not reported for as long as a lease lasts: others take up its runs. */
  isSilent: z.boolean(),
  startedDate: time,
  lastSeenDate: time,
  /** What it holds now. */
  runs: z.array(z.object({ id: z.string(), kind: z.enum(RUN_KIND_NAMES), projectName: z.string() })),
  /** Runs at once; short solver runs are beside the others. */
  slots: z.object({ mesher: z.number().int(), solver: z.number().int(), short: z.number().int() }),
  /** What one run can have. */
  cores: z.number().int(),
  /** What solvers of its machine have reserved, of what they may have together; null where a cluster counts it. */
  memory: z.object({ reservedBytes: z.number(), budgetBytes: z.number() }).nullable(),
});
export type AdminWorker = z.infer<typeof AdminWorkerSchema>;

export const AdminQueueSchema = z.object({
  active: z.array(AdminRunSchema),
  recent: z.array(AdminRunSchema),
  /** Those at work first, and among them those of longer standing; silent ones are forgotten after a day. */
  workers: z.array(AdminWorkerSchema),
});
export type AdminQueue = z.infer<typeof AdminQueueSchema>;

export const AdminProjectSchema = z.object({
  id: z.string(),
  name: z.string(),
  programType: z.number().int(),
  ownerEmail: z.string(),
  createdDate: time,
  sizeBytes: z.number().int(),
  /** Of the latest mesher or import run and of the latest solver run; '' if there was none. */
  mesherStatus: z.union([RunStatusSchema, z.literal('')]),
  solverStatus: z.union([RunStatusSchema, z.literal('')]),
  /** Of a solver run that has finished, whether its residual was reached; null of others. */
  converged: z.boolean().nullable(),
});
export type AdminProject = z.infer<typeof AdminProjectSchema>;

export const AdminMessageSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  fromMember: z.boolean(),
  createdDate: time,
  handledDate: time.nullable(),
});
export type AdminMessage = z.infer<typeof AdminMessageSchema>;

export const AdminAuditEntrySchema = z.object({
  id: z.number().int(),
  date: time,
  action: z.string(),
  userEmail: z.string().nullable(),
  subject: z.string().nullable(),
  address: z.string().nullable(),
});
export type AdminAuditEntry = z.infer<typeof AdminAuditEntrySchema>;

export const AdminSystemSchema = z.object({
  version: z.string(),
  database: z.string(),
  mail: z.enum(['smtp', 'outbox']),
  startedDate: time,
  disk: z.object({
    totalBytes: z.number(),
    freeBytes: z.number(),
    projectsBytes: z.number(),
    databaseBytes: z.number(),
    outboxBytes: z.number(),
  }),
  memory: z.object({ totalBytes: z.number(), freeBytes: z.number() }),
  counts: z.object({
    users: z.number().int(),
    unconfirmedUsers: z.number().int(),
    projects: z.number().int(),
    openMessages: z.number().int(),
  }),
});
export type AdminSystem = z.infer<typeof AdminSystemSchema>;
