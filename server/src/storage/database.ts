import { PGlite } from '@electric-sql/pglite';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { drizzle as drizzleNode } from 'drizzle-orm/node-postgres';
import { migrate as migrateNode } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { lockDirectory } from './directoryLock.ts';
import * as schema from './schema.ts';

export type Database = PgDatabase<PgQueryResultHKT, typeof schema, ExtractTablesWithRelations<typeof schema>>;

/** One statement with values, or several without: what the job queue needs. */
export type ExecuteSql = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;

export interface OpenDatabase {
  kind: 'pglite' | 'postgresql';
  db: Database;
  executeSql: ExecuteSql;
  /** Of this process; waiting: statements that wait for one */
  connections(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

const migrationsFolder = resolve(import.meta.dirname, '../../migrations');

/** Opens the database and brings its tables up to date. */
export async function openDatabase(options: {
  dataDir: string;
  databaseUrl?: string | undefined;
}): Promise<OpenDatabase> {
  return options.databaseUrl ? openServer(options.databaseUrl) : openEmbedded(options.dataDir);
}

async function openServer(url: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({ connectionString: url });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  const db = drizzleNode(pool, { schema });
  await migrateNode(db, { migrationsFolder });
  return {
    kind: 'postgresql',
    db,
    executeSql: async (text, values) => {
      const answer: pg.QueryResult | pg.QueryResult[] = await pool.query(text, values);
      return {
        rows: Array.isArray(answer)
          ? answer.flatMap((one: pg.QueryResult) => one.rows as unknown[])
          : (answer.rows as unknown[]),
      };
    },
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  await mkdir(dataDir, { recursive: true });
  const lock = await lockDirectory(join(dataDir, 'db.lock'));
  try {
    const client = await PGlite.create(join(dataDir, 'db'));
    const db = drizzleEmbedded(client, { schema });
    await migrateEmbedded(db, { migrationsFolder });
    return {
      kind: 'pglite',
      db,
      executeSql: async (text, values) =>
        values?.length
          ? client.query(text, values)
          : { rows: (await client.exec(text)).flatMap((result) => result.rows) },
      connections: () => ({ total: 1, idle: 0, waiting: 0 }),
      close: async () => {
        await client.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
