import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { openMetricsDoor } from './metrics/door.ts';
import { watch } from './metrics/gauges.ts';
import { Metrics } from './metrics/metrics.ts';
import { openOperations } from './routes/operations.ts';
import { Readiness } from './readiness.ts';
import { Dispatcher } from './runs/dispatcher.ts';
import type { Engines } from './runs/enginePort.ts';
import { openQueue } from './runs/queue.ts';
import { openDatabase } from './storage/database.ts';
import { openFiles } from './storage/openFiles.ts';
import { keepPrivate } from './storage/privateFolder.ts';

export interface RunningWorker {
  /** Of /health and /ready. */
  url: string;
  dispatcher: Dispatcher;
  /** Ends programs, leaves their runs to others, closes everything. */
  stop(): Promise<void>;
}

export function dispatcherOptions(config: Config) {
  return {
    leaseSeconds: config.leaseSeconds,
    slots: { mesher: config.mesherRuns, solver: config.solverRuns },
    scheduling: config.scheduling,
  };
}

/** A process that only works on runs; the web with its API is another, anywhere. */
export async function startWorker(config: Config, engines: Engines, log: Logger): Promise<RunningWorker> {
  await keepPrivate(config.dataDir);
  const database = await openDatabase(config, log);
  const files = await openFiles(database.db, config);
  const metrics = new Metrics();
  watch(metrics, database, config.dataDir);
  const dispatcher = new Dispatcher({
    db: database.db,
    files,
    engines,
    log,
    ...dispatcherOptions(config),
    onEnded: (outcome) => metrics.runEnded(outcome),
  });
  const queue = await openQueue(
    database.executeSql,
    { launch: () => dispatcher.pump(), reconcile: () => dispatcher.takeUpLost() },
    log,
  );
  const readiness = new Readiness({ executeSql: database.executeSql, files, engines, config });
  const operations = await openOperations(readiness, { port: config.workerPort, host: config.host });
  const metricsDoor = await openMetricsDoor(metrics, config.metrics, log);
  await dispatcher.start();
  return {
    url: operations.url,
    dispatcher,
    stop: async () => {
      await dispatcher.shutdown();
      await operations.close();
      await metricsDoor?.close();
      await queue.close();
      files.close();
      await database.close();
    },
  };
}
