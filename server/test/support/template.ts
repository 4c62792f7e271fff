import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { openQueue } from '../../src/runs/queue.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { Cluster } from '../../../testing/postgresql.ts';

declare module 'vitest' {
  interface ProvidedContext {
    template: string;
  }
}

/**
 * Making a database takes seconds; it is made once, and every test file gets a copy: of an embedded one, or with
 * PACE_TEST_DATABASE=postgresql of one in a PostgreSQL that is made for the tests.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'pace-template-'));
  const cluster = process.env['PACE_TEST_DATABASE'] === 'postgresql' ? await Cluster.create() : undefined;
  const template = await cluster?.newDatabase();
  const database = await openDatabase({
    dataDir: folder,
    databaseUrl: template === undefined ? undefined : cluster?.url(template),
  });
  const nothing = () => Promise.resolve();
  const queue = await openQueue(
    database.executeSql,
    { launch: nothing, reconcile: nothing },
    pino({ level: 'silent' }),
  );
  await queue.close();
  await database.close();
  project.provide('template', folder);
  // Read by every test process: they begin after this.
  if (cluster && template !== undefined)
    Object.assign(process.env, {
      PACE_TEST_POSTGRES: cluster.url(),
      PACE_TEST_POSTGRES_TEMPLATE: template,
    });
  return async () => {
    await cluster?.remove();
    await rm(folder, { recursive: true, force: true });
  };
}
