import { PGlite } from '@electric-sql/pglite';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { drizzle as drizzleNode } from 'drizzle-orm/node-postgres';
import { migrate as migrateNode } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator';
import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import { isDiskFull } from './diskSpace.ts';
import { lockDirectory } from './directoryLock.ts';
import * as schema from './schema.ts';

export type Database = PgDatabase<PgQueryResultHKT, typeof schema, ExtractTablesWithRelations<typeof schema>>;

export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

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

const CONNECT_TIMEOUT_MS = 10_000;
/** A question that is not answered within a lease is asked again. */
const QUERY_SECONDS = { least: 10, most: 30 };
/** Any number that nobody else locks. */
const MIGRATION_LOCK = 5_046_117;

const migrationsFolder = resolve(import.meta.dirname, '../../migrations');

/** Opens the database and brings its tables up to date. */
export async function openDatabase(
  options: { dataDir: string; databaseUrl?: string | undefined; leaseSeconds?: number },
  log?: Logger,
): Promise<OpenDatabase> {
  return options.databaseUrl
    ? openServer(options.databaseUrl, options.leaseSeconds, log)
    : openEmbedded(options.dataDir);
}

async function openServer(
  url: string,
  leaseSeconds = QUERY_SECONDS.most,
  log: Logger | undefined,
): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // A network that swallows packets says nothing: without a limit a question would wait for hours.
    query_timeout: 1000 * Math.min(Math.max(leaseSeconds, QUERY_SECONDS.least), QUERY_SECONDS.most),
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => log?.warn({ err: error }, 'a connection to the database broke'));
  await migrateAlone(url);
  const db = drizzleNode(pool, { schema });
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

/** Processes that start at the same time bring the tables up to date one after the other. */
async function migrateAlone(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrateNode(drizzleNode(client, { schema }), { migrationsFolder });
  } finally {
    await client.end();
  }
}

/** The embedded database is there and cannot be opened; the message is a sentence. */
export class DatabaseUnreadable extends Error {
  constructor(folder: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `The database in ${folder} cannot be opened; it is most likely damaged (${reason}). Restore a backup into a new DATA_DIR (npm run restore -- FOLDER), or move the folder away to begin with an empty database. The project files are not touched.`,
      { cause },
    );
  }
}

async function openClient(folder: string) {
  const client = await PGlite.create(folder);
  const db = drizzleEmbedded(client, { schema });
  await migrateEmbedded(db, { migrationsFolder });
  return { client, db };
}

async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  await mkdir(dataDir, { recursive: true });
  const lock = await lockDirectory(join(dataDir, 'db.lock'));
  try {
    const folder = join(dataDir, 'db');
    // Before the database opens it: its own words about a folder that cannot be written would be those of a crash.
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    const { client, db } = await openClient(folder).catch((error: unknown) => {
      throw isDiskFull(error) ? error : new DatabaseUnreadable(folder, error);
    });
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
