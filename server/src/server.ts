import { join } from 'node:path';
import type { Logger } from 'pino';
import { AccessTokens } from './auth/accessTokens.ts';
import { KnownDevices } from './auth/knownDevice.ts';
import { limitsOf } from './auth/limits.ts';
import { Throttle } from './auth/throttle.ts';
import { finishAccountDeletions } from './commands/deleteAccount.ts';
import { cancelRunsOfDeleted, finishDeletions } from './commands/deleteProject.ts';
import { runMaintenance } from './commands/maintenance.ts';
import { advanceStudies } from './commands/study/advanceStudy.ts';
import { finishStudyDeletions, markProjectsOfDeletedStudies } from './commands/study/changeStudy.ts';
import { isForThisMachine, type Config } from './config/config.ts';
import { signingSecret } from './config/secret.ts';
import { computeExample, prepareDemo } from './demo/prepareDemo.ts';
import { outboxMailer, smtpMailer, type Mailer } from './mail/mailer.ts';
import { openMetricsDoor } from './metrics/door.ts';
import { watch } from './metrics/gauges.ts';
import { Metrics } from './metrics/metrics.ts';
import { openOperatorDoor } from './operator/socket.ts';
import { buildApp } from './routes/app.ts';
import { Dispatcher, type AttemptEnd } from './runs/dispatcher.ts';
import type { Engines } from './runs/enginePort.ts';
import { Readiness } from './readiness.ts';
import type { Role } from './roles.ts';
import { openQueue } from './runs/queue.ts';
import { RunService } from './runs/runService.ts';
import type { Services } from './services.ts';
import { Checksums } from './storage/checksums.ts';
import { openDatabase } from './storage/database.ts';
import { KeptReports } from './storage/keptReports.ts';
import { openFiles } from './storage/openFiles.ts';
import { keepPrivate } from './storage/privateFolder.ts';
import { dispatcherOptions } from './worker.ts';

const HOUSEKEEPING_MS = 6 * 3_600_000;
/** A variant of a study that has ended is followed by the next one after so long. */
const STUDIES_EVERY_MS = 1000;

export interface RunningServer {
  url: string;
  services: Services;
  /** Ends programs, leaves their runs to the next start, closes everything. */
  stop(): Promise<void>;
}

function openMailer(config: Config, log: Logger): Mailer {
  if (config.smtpUrl) return smtpMailer(config.smtpUrl, config.mailFrom, log);
  const logsLinks = isForThisMachine(config);
  log.warn(
    `SMTP_URL is not set: mails are written to DATA_DIR/outbox, and their links are ${
      logsLinks
        ? 'logged, because this server is reached from its own machine only'
        : 'not logged, because others reach this server'
    }`,
  );
  return outboxMailer(join(config.dataDir, 'outbox'), config.mailFrom, log, { logsLinks });
}

interface Repeated {
  /** Without waiting for its turn; once more if it is being done. */
  now: () => void;
  stop: () => Promise<void>;
}

/** Work that is done again and again, never twice at once. */
function repeat(work: () => Promise<void>, everyMs: number, log: Logger): Repeated {
  let round = Promise.resolve();
  let isWorking = false;
  let isAsked = false;
  let isOver = false;
  const now = (): void => {
    isAsked = true;
    if (!isWorking && !isOver) round = rounds();
  };
  const rounds = async (): Promise<void> => {
    isWorking = true;
    while (isAsked && !isOver) {
      isAsked = false;
      await work().catch((error: unknown) => log.error({ err: error }, 'studies could not be looked after'));
    }
    isWorking = false;
  };
  const timer = setInterval(now, everyMs);
  return {
    now,
    stop: async () => {
      isOver = true;
      clearInterval(timer);
      await round;
    },
  };
}

/** Opens the database, takes up what an earlier process left, and listens. */
export async function startServer(
  config: Config,
  engines: Engines,
  log: Logger,
  role: Exclude<Role, 'worker'> = 'all',
): Promise<RunningServer> {
  await keepPrivate(config.dataDir);
  const database = await openDatabase(config, log);
  const { db, executeSql } = database;
  const files = await openFiles(db, config);
  const metrics = new Metrics();
  watch(metrics, database, config.dataDir);
  let whenRunEnded = (): void => undefined;
  const onEnded = (outcome: AttemptEnd): void => {
    metrics.runEnded(outcome);
    whenRunEnded();
  };
  const dispatcher =
    role === 'api'
      ? undefined
      : new Dispatcher({ db, files, engines, log, ...dispatcherOptions(config), onEnded });
  const queue = await openQueue(
    executeSql,
    dispatcher && { launch: () => dispatcher.pump(), reconcile: () => dispatcher.takeUpLost() },
    log,
  );
  let publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const secret = await signingSecret(config);
  const services: Services = {
    config,
    log,
    db,
    databaseKind: database.kind,
    files,
    reports: new KeptReports(files),
    checksums: new Checksums(files),
    engines,
    mailer: openMailer(config, log),
    accessTokens: new AccessTokens(db, secret),
    knownDevices: new KnownDevices(secret),
    throttle: new Throttle(db),
    limits: limitsOf(config),
    runs: new RunService(db, queue, dispatcher),
    readiness: new Readiness({ executeSql, files, engines, config }),
    metrics,
    startedAt: new Date(),
    publicUrl: () => publicUrl,
  };
  await markProjectsOfDeletedStudies(db);
  await cancelRunsOfDeleted(db);
  await dispatcher?.start();
  await finishDeletions(services);
  await finishStudyDeletions(services);
  await finishAccountDeletions(db);
  await runMaintenance(db, files);
  const housekeeping = setInterval(
    () =>
      void runMaintenance(db, files).catch((error: unknown) =>
        log.error({ err: error }, 'housekeeping failed'),
      ),
    HOUSEKEEPING_MS,
  );
  const studies = repeat(() => advanceStudies(services), STUDIES_EVERY_MS, log);
  whenRunEnded = studies.now;
  const demoUser = config.demo ? await prepareDemo(services) : undefined;
  const operatorDoor = await openOperatorDoor(db, config, log);
  const metricsDoor = await openMetricsDoor(metrics, config.metrics, log);
  const app = await buildApp(services);
  const url = await app.listen({ port: config.port, host: config.host });
  if (!config.publicUrl) publicUrl = url.replace('127.0.0.1', 'localhost');
  const demo = new AbortController();
  const demoDone = demoUser ? computeExample(services, demoUser, demo.signal) : Promise.resolve();
  return {
    url,
    services,
    stop: async () => {
      clearInterval(housekeeping);
      demo.abort();
      await app.close();
      await studies.stop();
      await operatorDoor.close();
      await metricsDoor?.close();
      await dispatcher?.shutdown();
      await demoDone;
      await queue.close();
      services.mailer.close();
      files.close();
      await database.close();
    },
  };
}
