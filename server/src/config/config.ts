import { EngineNameSchema } from '@pace/contract';
import { availableParallelism, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { DEFAULT_MESHER_RUNS } from '../engines/limits.ts';
import type { EngineSettings } from '../engines/select.ts';
import { SLURM_DEFAULTS } from '../engines/slurm/settings.ts';
import type { Scheduling } from '../runs/scheduler.ts';
import { withoutTrailing } from '../withoutTrailing.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const count = z.coerce.number().int().min(1);
const databaseUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://');
const smtpUrl = z.string().regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://');
const httpUrl = z.string().regex(/^https?:\/\/[^/]+/, 'must begin with http:// or https://');

/** Memory that solvers may take together, as a share of the machine's: the rest is for the system and the database. */
const DEFAULT_MEMORY_SHARE = 0.8;

const number = z.coerce.number();
const optionalText = z.string().optional();

/** Every setting of the server, by environment variable. */
export const EnvironmentSchema = z.object({
  PORT: port.default(8080),
  HOST: z.string().default('127.0.0.1'),
  /** Database, secret, project files and outgoing mail. */
  DATA_DIR: z.string().default('./data'),
  /** Where project files are, one folder a project: of several machines a folder that all of them see. Absent: DATA_DIR/projects. */
  PACE_PROJECTS_DIR: z.string().optional(),
  /**
   * Project files in an S3-compatible bucket instead. Who may use it is found as by every AWS program: AWS_ACCESS_KEY_ID
   * and AWS_SECRET_ACCESS_KEY, a profile, or the role of the machine.
   */
  PACE_S3_BUCKET: z.string().optional(),
  /** Address of the store; absent: Amazon's of the region. */
  PACE_S3_ENDPOINT: httpUrl.optional(),
  PACE_S3_REGION: z.string().default('us-east-1'),
  /** Before every key, for a bucket that others use as well. */
  PACE_S3_PREFIX: z.string().default(''),
  /** A PostgreSQL ≥ 15; absent: the embedded database under DATA_DIR/db, for one process only. */
  DATABASE_URL: databaseUrl.optional(),
  /** Absent: mail is written to DATA_DIR/outbox. */
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: z.string().default('Pace <no-reply@pace-rcs.example>'),
  /** Gets a copy of every support message; absent: they are only stored. */
  SUPPORT_EMAIL: z.email().optional(),
  /** What links in mails begin with; absent: http://localhost:PORT. */
  PUBLIC_URL: httpUrl.optional(),
  /** Where "About Us" of the footer leads; absent: the landing page. */
  PACE_ABOUT_URL: httpUrl.optional(),
  /** Signs the access tokens; absent: made at the first start and kept in DATA_DIR/secret. */
  PACE_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  /** 0 leaves the demo account out. */
  PACE_DEMO: z.enum(['0', '1']).default('1'),
  /** Built web application. */
  PACE_WEB: z.string().optional(),
  /** Mesher and import runs at once, solver runs at once. */
  PACE_MESHER_RUNS: count.default(DEFAULT_MESHER_RUNS),
  PACE_SOLVER_RUNS: count.default(1),
  /**
   * What the solvers of this machine may take together by their estimates, and so a single one; absent: 80 % of its memory
   * or of the limit of its control group.
   */
  PACE_MEMORY_LIMIT_BYTES: count.optional(),
  /** Solver runs beside those, only for people with nothing running whose run is estimated to be so short. */
  PACE_SHORT_RUNS: z.coerce.number().int().min(0).default(1),
  PACE_SHORT_SECONDS: number.min(0).default(60),
  /** A run that has waited so long for memory is not passed by smaller ones any more. */
  PACE_MEMORY_PATIENCE_SECONDS: number.min(0).default(900),
  /** Where the solver runs: as a program of this machine, under mpirun, or as jobs of a Slurm cluster. */
  PACE_ENGINE: EngineNameSchema.default('local'),
  /** Of jobs on a Slurm cluster: partition, account, quality of service, further options of sbatch. */
  PACE_SLURM_PARTITION: optionalText,
  PACE_SLURM_ACCOUNT: optionalText,
  PACE_SLURM_QOS: optionalText,
  PACE_SLURM_OPTIONS: optionalText,
  /** The solver's program on the nodes; absent: the path it has here. */
  PACE_SLURM_SOLVER: optionalText,
  /** The time asked for is the estimate times this, at least and at most so many minutes. */
  PACE_SLURM_TIME_FACTOR: number.min(1).default(SLURM_DEFAULTS.timeFactor),
  PACE_SLURM_LEAST_MINUTES: count.default(SLURM_DEFAULTS.leastMinutes),
  PACE_SLURM_MOST_MINUTES: count.optional(),
  /** The memory asked for is the estimate times this, and so much more. */
  PACE_SLURM_MEMORY_FACTOR: number.min(1).default(SLURM_DEFAULTS.memoryFactor),
  PACE_SLURM_MEMORY_EXTRA_BYTES: z.coerce.number().int().min(0).default(SLURM_DEFAULTS.memoryExtraBytes),
  /** So long before its time limit the solver is told to leave a checkpoint; the run goes on in so many further jobs. */
  PACE_SLURM_WARN_SECONDS: count.default(SLURM_DEFAULTS.warnSeconds),
  PACE_SLURM_CONTINUATIONS: z.coerce.number().int().min(0).default(SLURM_DEFAULTS.continuations),
  /** Between two questions to the cluster, at first and at most. */
  PACE_SLURM_POLL_SECONDS: number.min(0.1).default(SLURM_DEFAULTS.pollMs / 1000),
  PACE_SLURM_SLOWEST_POLL_SECONDS: number.min(0.1).default(SLURM_DEFAULTS.slowestPollMs / 1000),
  /** Where a worker without the web answers /health and /ready. */
  PACE_WORKER_PORT: port.default(8090),
  /** With less than this free on the disk the service says of itself that it is not ready. */
  PACE_MIN_FREE_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(1024 ** 3),
  /** A run whose worker has not reported for so long is taken up again. */
  PACE_LEASE_SECONDS: z.coerce.number().min(1).default(30),
  /** How long the solver may take to say what a run would take. */
  PACE_ESTIMATE_SECONDS: z.coerce.number().gt(0).default(60),
  /**
   * Failed log-ins of one account and from one network address before the next has to wait: a minute, and twice as long
   * after each further failure, up to an hour (an address: up to 15 minutes).
   */
  PACE_LOGIN_FAILURES_PER_ACCOUNT: count.default(10),
  PACE_LOGIN_FAILURES_PER_ADDRESS: count.default(50),
  /** Mails (sign-up, reset) to one recipient, and mails or messages asked for from one network address, before waiting. */
  PACE_MAILS_PER_RECIPIENT: count.default(5),
  PACE_MAILS_PER_ADDRESS: count.default(60),
  /** Calls without a token a minute and network address. */
  PACE_PUBLIC_CALLS_PER_MINUTE: count.default(120),
  /** Calls of one logged-in person a minute. */
  PACE_USER_CALLS_PER_MINUTE: count.default(3000),
  /** A request body that brings less than a kilobyte a second over so long ends its connection. */
  PACE_BODY_WINDOW_SECONDS: number.min(0.1).default(10),
  /** What one person may store, have running at once, have waiting, and own; administrators may more. */
  PACE_QUOTA_STORAGE_BYTES: count.default(5 * 1024 ** 3),
  PACE_QUOTA_RUNNING: count.default(2),
  PACE_QUOTA_QUEUED: count.default(10),
  PACE_QUOTA_PROJECTS: count.default(1000),
  /** Reverse proxies whose X-Forwarded-For is believed: "loopback" or addresses, comma separated. */
  PACE_TRUSTED_PROXY: z.string().optional(),
  /** The solver's and the mesher's program; read where they are started, in engines/. */
  PACE_SOLVER: z.string().optional(),
  PACE_GMSH: z.string().optional(),
  PACE_MPIRUN: z.string().optional(),
  /** Bubblewrap for programs that read models, where it works; read where they are started. */
  PACE_SANDBOX: z.enum(['auto', 'off']).default('auto'),
  PACE_BWRAP: z.string().optional(),
  /** By how much these give way to the server (nice); read where they are started. */
  PACE_NICENESS: z.coerce.number().int().min(0).max(19).default(5),
  /** A process whose event loop stands still for so long ends itself, to be started again by its supervisor; 0: never. */
  PACE_WATCHDOG_SECONDS: number.min(0).default(60),
  /** Metrics for Prometheus on a port of their own, and on which address; absent: no such port. */
  PACE_METRICS_PORT: port.optional(),
  PACE_METRICS_HOST: z.string().default('127.0.0.1'),
  /** With this bearer token they are also at /metrics of the product's port; absent: only on a port of their own. */
  PACE_METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  PACE_LOG: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export interface Quotas {
  storageBytes: number;
  running: number;
  queued: number;
  projects: number;
}

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  projectsDir: string;
  bucket: { bucket: string; endpoint: string | undefined; region: string; prefix: string } | undefined;
  workerPort: number;
  minFreeBytes: number;
  databaseUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  supportEmail: string | undefined;
  publicUrl: string | undefined;
  aboutUrl: string | undefined;
  secret: string | undefined;
  demo: boolean;
  webDir: string;
  mesherRuns: number;
  solverRuns: number;
  memoryLimitBytes: number;
  maxThreads: number;
  engines: EngineSettings;
  scheduling: Scheduling;
  leaseSeconds: number;
  estimateSeconds: number;
  loginFailuresPerAccount: number;
  loginFailuresPerAddress: number;
  mailsPerRecipient: number;
  mailsPerAddress: number;
  publicCallsPerMinute: number;
  userCallsPerMinute: number;
  bodyWindowSeconds: number;
  quotas: Quotas;
  trustedProxy: string | undefined;
  watchdogSeconds: number;
  metrics: { port: number | undefined; host: string; token: string | undefined };
  logLevel: string;
}

export class ConfigError extends Error {}

/** @throws ConfigError naming every bad variable */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = EnvironmentSchema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`The environment has values that Pace cannot use:\n${lines.join('\n')}`);
  }
  const e = parsed.data;
  const memoryLimitBytes = e.PACE_MEMORY_LIMIT_BYTES ?? Math.floor(machineMemory() * DEFAULT_MEMORY_SHARE);
  return {
    port: e.PORT,
    host: e.HOST,
    dataDir: resolve(e.DATA_DIR),
    projectsDir: resolve(e.PACE_PROJECTS_DIR ?? join(e.DATA_DIR, 'projects')),
    bucket:
      e.PACE_S3_BUCKET === undefined
        ? undefined
        : {
            bucket: e.PACE_S3_BUCKET,
            endpoint: e.PACE_S3_ENDPOINT,
            region: e.PACE_S3_REGION,
            prefix: e.PACE_S3_PREFIX === '' ? '' : `${withoutTrailing(e.PACE_S3_PREFIX, '/')}/`,
          },
    workerPort: e.PACE_WORKER_PORT,
    minFreeBytes: e.PACE_MIN_FREE_BYTES,
    databaseUrl: e.DATABASE_URL,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    supportEmail: e.SUPPORT_EMAIL,
    publicUrl: e.PUBLIC_URL && withoutTrailing(e.PUBLIC_URL, '/'),
    aboutUrl: e.PACE_ABOUT_URL,
    secret: e.PACE_SECRET,
    demo: e.PACE_DEMO === '1',
    webDir: e.PACE_WEB ? resolve(e.PACE_WEB) : resolve(import.meta.dirname, '../../../web/dist'),
    mesherRuns: e.PACE_MESHER_RUNS,
    solverRuns: e.PACE_SOLVER_RUNS,
    memoryLimitBytes,
    maxThreads: availableParallelism(),
    engines: { engine: e.PACE_ENGINE, memoryLimitBytes, slurm: slurmSettings(e) },
    scheduling: {
      cores: availableParallelism(),
      memoryBytes: memoryLimitBytes,
      shortRuns: e.PACE_SHORT_RUNS,
      shortSeconds: e.PACE_SHORT_SECONDS,
      patienceSeconds: e.PACE_MEMORY_PATIENCE_SECONDS,
      runningPerPerson: e.PACE_QUOTA_RUNNING,
      estimateSeconds: e.PACE_ESTIMATE_SECONDS,
    },
    leaseSeconds: e.PACE_LEASE_SECONDS,
    estimateSeconds: e.PACE_ESTIMATE_SECONDS,
    loginFailuresPerAccount: e.PACE_LOGIN_FAILURES_PER_ACCOUNT,
    loginFailuresPerAddress: e.PACE_LOGIN_FAILURES_PER_ADDRESS,
    mailsPerRecipient: e.PACE_MAILS_PER_RECIPIENT,
    mailsPerAddress: e.PACE_MAILS_PER_ADDRESS,
    publicCallsPerMinute: e.PACE_PUBLIC_CALLS_PER_MINUTE,
    userCallsPerMinute: e.PACE_USER_CALLS_PER_MINUTE,
    bodyWindowSeconds: e.PACE_BODY_WINDOW_SECONDS,
    quotas: {
      storageBytes: e.PACE_QUOTA_STORAGE_BYTES,
      running: e.PACE_QUOTA_RUNNING,
      queued: e.PACE_QUOTA_QUEUED,
      projects: e.PACE_QUOTA_PROJECTS,
    },
    trustedProxy: e.PACE_TRUSTED_PROXY,
    watchdogSeconds: e.PACE_WATCHDOG_SECONDS,
    metrics: { port: e.PACE_METRICS_PORT, host: e.PACE_METRICS_HOST, token: e.PACE_METRICS_TOKEN },
    logLevel: e.PACE_LOG,
  };
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

/** Whether nobody on another machine can reach the server, as far as its settings say. */
export function isForThisMachine({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean {
  return LOOPBACK.test(host) && (publicUrl === undefined || LOOPBACK.test(new URL(publicUrl).hostname));
}

/** Bytes that this process and its programs can have: of the machine, or of its control group if that is less. */
function machineMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

function slurmSettings(e: z.output<typeof EnvironmentSchema>): EngineSettings['slurm'] {
  return {
    partition: e.PACE_SLURM_PARTITION,
    account: e.PACE_SLURM_ACCOUNT,
    qos: e.PACE_SLURM_QOS,
    options: e.PACE_SLURM_OPTIONS?.trim().split(/\s+/) ?? [],
    solver: e.PACE_SLURM_SOLVER,
    timeFactor: e.PACE_SLURM_TIME_FACTOR,
    leastMinutes: e.PACE_SLURM_LEAST_MINUTES,
    mostMinutes: e.PACE_SLURM_MOST_MINUTES,
    memoryFactor: e.PACE_SLURM_MEMORY_FACTOR,
    memoryExtraBytes: e.PACE_SLURM_MEMORY_EXTRA_BYTES,
    warnSeconds: e.PACE_SLURM_WARN_SECONDS,
    continuations: e.PACE_SLURM_CONTINUATIONS,
    pollMs: 1000 * e.PACE_SLURM_POLL_SECONDS,
    slowestPollMs: 1000 * e.PACE_SLURM_SLOWEST_POLL_SECONDS,
  };
}
