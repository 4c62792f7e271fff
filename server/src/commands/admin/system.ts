import type { AdminSystem } from '@pace/contract';
import { and, count, isNull, sql } from 'drizzle-orm';
import { statfs } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { join } from 'node:path';
import { SERVER_VERSION } from '../../config/version.ts';
import type { Services } from '../../services.ts';
import { folderBytes } from '../../storage/folderSize.ts';
import { projects, supportMessages, users } from '../../storage/schema.ts';

/** How full the disk is and with what, and how much there is of everything. */
export async function readSystem(services: Services): Promise<AdminSystem> {
  const { config, db, files } = services;
  const volume = await statfs(config.dataDir);
  const [people] = await db
    .select({
      all: count(),
      unconfirmed: sql<number>`(count(*) filter (where ${users.confirmedAt} is null))::int`,
    })
    .from(users)
    .where(isNull(users.deletedAt));
  const [owned] = await db.select({ all: count() }).from(projects).where(isNull(projects.deletedAt));
  const [open] = await db
    .select({ all: count() })
    .from(supportMessages)
    .where(and(isNull(supportMessages.handledAt)));
  return {
    version: SERVER_VERSION,
    database: services.databaseKind,
    mail: config.smtpUrl ? 'smtp' : 'outbox',
    startedDate: services.startedAt.toISOString(),
    disk: {
      totalBytes: volume.blocks * volume.bsize,
      freeBytes: volume.bavail * volume.bsize,
      projectsBytes: await files.allBytes(),
      databaseBytes: await databaseBytes(services),
      outboxBytes: await folderBytes(join(config.dataDir, 'outbox')),
    },
    memory: { totalBytes: totalmem(), freeBytes: freemem() },
    counts: {
      users: people?.all ?? 0,
      unconfirmedUsers: people?.unconfirmed ?? 0,
      projects: owned?.all ?? 0,
      openMessages: open?.all ?? 0,
    },
  };
}

/** The embedded database is a folder of ours, of a server only the server knows. */
async function databaseBytes({ databaseKind, config, db }: Services): Promise<number> {
  if (databaseKind === 'pglite') return folderBytes(join(config.dataDir, 'db'));
  const [row] = await db
    .select({ bytes: sql<string>`pg_database_size(current_database())` })
    .from(sql`(values (1)) as one(n)`);
  return Number(row?.bytes ?? 0);
}
