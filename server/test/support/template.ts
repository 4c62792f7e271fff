import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { openQueue } from '../../src/runs/queue.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { Cluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    template: string;
  }
}

/**
 * Making an embedded database takes seconds; it is made once and every test file copies it. With
 * PACE_TEST_DATABASE=postgresql the tests use a PostgreSQL instead, which is made for them.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'pace-template-'));
  const database = await openDatabase({ dataDir: folder });
  const nothing = () => Promise.resolve();
  const queue = await openQueue(
    database.executeSql,
    { launch: nothing, reconcile: nothing },
    pino({ level: 'silent' }),
  );
  await queue.close();
  await database.close();
  project.provide('template', folder);
  const cluster = process.env['PACE_TEST_DATABASE'] === 'postgresql' ? await Cluster.create() : undefined;
  // Read by every test process: they begin after this.
  if (cluster) process.env['PACE_TEST_POSTGRES'] = cluster.url();
  return async () => {
    await cluster?.remove();
    await rm(folder, { recursive: true, force: true });
  };
}
