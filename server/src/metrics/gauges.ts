import { ENGINE_NAMES } from '@pace/contract';
import { statfs } from 'node:fs/promises';
import type { OpenDatabase } from '../storage/database.ts';
import { countByKind, countExpiredLeases, countWaiting, longestWaits } from '../runs/readRuns.ts';
import { listWorkers } from '../runs/workerRows.ts';
import type { Metrics } from './metrics.ts';

/** What is read when it is asked for: the queue and the leases of all processes, the database's connections, the disk. */
export function watch(metrics: Metrics, database: OpenDatabase, dataDir: string): void {
  const { db } = database;
  const byKind = (values: ReadonlyMap<string, number>) =>
    [...values].map(([kind, value]) => ({ labels: { kind }, value }));

  metrics.gauge('pace_runs_waiting', 'Runs in the queue', ['kind'], async () =>
    byKind(await countByKind(db, ['Queued'])),
  );
  metrics.gauge('pace_runs_running', 'Runs that a worker holds', ['kind'], async () =>
    byKind(await countByKind(db, ['Starting', 'Running'])),
  );
  metrics.gauge(
    'pace_runs_oldest_wait_seconds',
    'How long the oldest waiting run has waited',
    ['kind'],
    async () => byKind(await longestWaits(db)),
  );
  metrics.gauge('pace_runs_waiting_for', 'Solver runs in the queue, by why they wait', ['reason'], async () =>
    (await countWaiting(db)).map(({ reason, n }) => ({ labels: { reason: reason ?? 'unknown' }, value: n })),
  );
  metrics.gauge('pace_leases_expired', 'Runs whose worker has not reported in time', [], async () => {
    return [{ labels: {}, value: await countExpiredLeases(db) }];
  });
  metrics.gauge('pace_workers', 'Processes that work on runs', ['engine', 'state'], async () => {
    const workers = await listWorkers(db);
    return ENGINE_NAMES.flatMap((engine) =>
      ['alive', 'silent'].map((state) => ({
        labels: { engine, state },
        value: workers.filter((one) => one.engine === engine && one.isSilent === (state === 'silent')).length,
      })),
    );
  });
  metrics.gauge(
    'pace_worker_last_report_seconds',
    'Since a worker has last reported',
    ['host', 'process'],
    async () =>
      (await listWorkers(db)).map(({ host, pid, silentSeconds }) => ({
        labels: { host, process: String(pid) },
        value: silentSeconds,
      })),
  );
  metrics.gauge('pace_database_connections', 'Connections of this process', ['state'], () => {
    const { total, idle, waiting } = database.connections();
    return Promise.resolve([
      { labels: { state: 'busy' }, value: total - idle },
      { labels: { state: 'idle' }, value: idle },
      { labels: { state: 'waited for' }, value: waiting },
    ]);
  });
  metrics.gauge('pace_disk_free_bytes', 'Free on the volume of the data directory', [], async () => {
    const volume = await statfs(dataDir);
    return [{ labels: {}, value: volume.bavail * volume.bsize }];
  });
  metrics.gauge('pace_disk_size_bytes', 'Size of the volume of the data directory', [], async () => {
    const volume = await statfs(dataDir);
    return [{ labels: {}, value: volume.blocks * volume.bsize }];
  });
}
