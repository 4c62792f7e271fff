import { ENGINE_NAMES } from '@pace/contract';
import { count, eq, inArray, min, sql } from 'drizzle-orm';
import { statfs } from 'node:fs/promises';
import type { OpenDatabase } from '../storage/database.ts';
import { listWorkers } from '../runs/workerRows.ts';
import { RUN_KINDS, runs } from '../storage/schema.ts';
import type { Metrics } from './metrics.ts';

/** What is read when it is asked for: the queue and the leases of all processes, the database's connections, the disk. */
export function watch(metrics: Metrics, database: OpenDatabase, dataDir: string): void {
  const { db } = database;
  const none = () => new Map(RUN_KINDS.map((kind) => [kind, 0]));
  const labelled = (values: Map<string, number>) =>
    [...values].map(([kind, value]) => ({ labels: { kind }, value }));

  async function counted(statuses: readonly ('Queued' | 'Starting' | 'Running')[]) {
    const rows = await db
      .select({ kind: runs.kind, n: count() })
      .from(runs)
      .where(inArray(runs.status, [...statuses]))
      .groupBy(runs.kind);
    const values = none();
    for (const { kind, n } of rows) values.set(kind, n);
    return labelled(values);
  }

  metrics.gauge('pace_runs_waiting', 'Runs in the queue', ['kind'], () => counted(['Queued']));
  metrics.gauge('pace_runs_running', 'Runs that a worker holds', ['kind'], () =>
    counted(['Starting', 'Running']),
  );
  metrics.gauge(
    'pace_runs_oldest_wait_seconds',
    'How long the oldest waiting run has waited',
    ['kind'],
    async () => {
      const rows = await db
        .select({
          kind: runs.kind,
          seconds: sql<number>`extract(epoch from now() - ${min(runs.createdAt)})::float8`,
        })
        .from(runs)
        .where(eq(runs.status, 'Queued'))
        .groupBy(runs.kind);
      const values = none();
      for (const { kind, seconds } of rows) values.set(kind, seconds);
      return labelled(values);
    },
  );
  metrics.gauge(
    'pace_runs_waiting_for',
    'Solver runs in the queue, by why they wait',
    ['reason'],
    async () => {
      const rows = await db
        .select({ reason: runs.waitingFor, n: count() })
        .from(runs)
        .where(eq(runs.status, 'Queued'))
        .groupBy(runs.waitingFor);
      return rows.map(({ reason, n }) => ({ labels: { reason: reason ?? 'unknown' }, value: n }));
    },
  );
  metrics.gauge('pace_leases_expired', 'Runs whose worker has not reported in time', [], async () => {
    const [row] = await db
      .select({ n: count() })
      .from(runs)
      .where(sql`${runs.status} in ('Starting', 'Running') and ${runs.leaseExpiresAt} < now()`);
    return [{ labels: {}, value: row?.n ?? 0 }];
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
