import { PGlite } from '@electric-sql/pglite';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
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
    /** Data directory whose copies tests begin with; the data directories lie beside it and go with it */
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

/** Tables, and those of the queue, where a database has none. */
async function fill(place: { dataDir: string; databaseUrl?: string }): Promise<void> {
  const database = await openDatabase(place);
  const nothing = () => Promise.resolve();
  const queue = await openQueue(
    database.executeSql,
    { launch: nothing, reconcile: nothing },
    pino({ level: 'silent' }),
  );
  await queue.close();
  await database.close();
}

/**
 * Making a database takes seconds; it is made once, and every test file gets a copy: of an embedded one, or with
 * PACE_TEST_DATABASE=postgresql of one in a PostgreSQL that is made for the tests. Tests of the embedded database have
 * theirs in both cases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const place = await mkdtemp(join(tmpdir(), 'pace-test-'));
  const folder = join(place, 'template');
  await mkdir(folder);
  const programs = await buildPrograms();
  const cluster = process.env['PACE_TEST_DATABASE'] === 'postgresql' ? await Cluster.create() : undefined;
  await makeSmallDatabase(join(folder, 'db'));
  await fill({ dataDir: folder });
  project.provide('template', folder);
  project.provide('programs', programs);
  if (cluster) {
    const template = await cluster.newDatabase();
    await fill({ dataDir: folder, databaseUrl: cluster.url(template) });
    // Read by every test process: they begin after this.
    Object.assign(process.env, {
      PACE_TEST_POSTGRES: cluster.url(),
      PACE_TEST_POSTGRES_TEMPLATE: template,
    });
  }
  return async () => {
    await cluster?.remove();
    await rm(place, { recursive: true, force: true });
    await rm(programs, { recursive: true, force: true });
  };
}
