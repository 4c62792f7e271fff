import { sql } from 'drizzle-orm';
import { join } from 'node:path';
import type { Database, OpenDatabase } from './database.ts';
import { folderBytes } from './folderSize.ts';

/** Bytes of the database: the embedded one is a folder of ours, of a server only the server knows. */
export async function databaseBytes(
  db: Database,
  kind: OpenDatabase['kind'],
  dataDir: string,
): Promise<number> {
  if (kind === 'pglite') return folderBytes(join(dataDir, 'db'));
  const [row] = await db
    .select({ bytes: sql<string>`pg_database_size(current_database())` })
    .from(sql`(values (1)) as one(n)`);
  return Number(row?.bytes ?? 0);
}
