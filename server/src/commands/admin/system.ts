import type { AdminSystem } from '@pace/contract';
import { statfs } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { join } from 'node:path';
import { SERVER_VERSION } from '../../config/version.ts';
import type { Services } from '../../services.ts';
import { databaseBytes } from '../../storage/databaseSize.ts';
import { folderBytes } from '../../storage/folderSize.ts';
import { countProjects } from '../../storage/projectRows.ts';
import { countOpenMessages } from '../../storage/supportMessageRows.ts';
import { countUsers } from '../../storage/userRows.ts';

/** How full the disk is and with what, and how much there is of everything. */
export async function readSystem(services: Services): Promise<AdminSystem> {
  const { config, db, files } = services;
  const volume = await statfs(config.dataDir);
  const accounts = await countUsers(db);
  return {
    version: SERVER_VERSION,
    database: services.databaseKind,
    mail: config.smtpUrl ? 'smtp' : 'outbox',
    startedDate: services.startedAt.toISOString(),
    disk: {
      totalBytes: volume.blocks * volume.bsize,
      freeBytes: volume.bavail * volume.bsize,
      projectsBytes: await files.allBytes(),
      databaseBytes: await databaseBytes(db, services.databaseKind, config.dataDir),
      outboxBytes: await folderBytes(join(config.dataDir, 'outbox')),
    },
    memory: { totalBytes: totalmem(), freeBytes: freemem() },
    counts: {
      users: accounts.all,
      unconfirmedUsers: accounts.unconfirmed,
      projects: await countProjects(db),
      openMessages: await countOpenMessages(db),
    },
  };
}
