import { PGlite } from '@electric-sql/pglite';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { openQueue } from '../../src/runs/queue.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { Cluster } from '../../../testing/postgresql.ts';
import { buildPrograms } from './builtPrograms.ts';

declare module 'vitest' {
  interface ProvidedContext {
    template: string;
    /** Folder of support/builtPrograms.ts */
    programs: string;
  }
}

/**
 * An embedded database whose copies are small and open quickly: one database, short logs, and memory for a handful of
 * rows. With the defaults every start would fill 128 MB first, which takes longer than all the rest of it.
 */
async function makeSmallDatabase(folder: string): Promise<void> {
  const client = await PGlite.create({
    dataDir: folder,
    initDbStartParams: ['--wal-segsize=1'],
    postgresqlconf: ['shared_buffers = 4MB', 'min_wal_size = 2MB'],
  });
  await client.exec('update pg_database set datistemplate = false where datname <> current_database()');
  for (const unused of ['template0', 'template1']) await client.exec(`drop database ${unused}`);
  await client.close();
}

/**
 * Making a database takes seconds; it is made once, and every test file gets a copy: of an embedded one, or with
 * PACE_TEST_DATABASE=postgresql of one in a PostgreSQL that is made for the tests.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'pace-template-'));
  const programs = await buildPrograms();
  const cluster = process.env['PACE_TEST_DATABASE'] === 'postgresql' ? await Cluster.create() : undefined;
  const template = await cluster?.newDatabase();
  if (!cluster) await makeSmallDatabase(join(folder, 'db'));
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
  project.provide('programs', programs);
  // Read by every test process: they begin after this.
  if (cluster && template !== undefined)
    Object.assign(process.env, {
      PACE_TEST_POSTGRES: cluster.url(),
      PACE_TEST_POSTGRES_TEMPLATE: template,
    });
  return async () => {
    await cluster?.remove();
    await rm(folder, { recursive: true, force: true });
    await rm(programs, { recursive: true, force: true });
  };
}
