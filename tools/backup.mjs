// @ts-check
/**
 * `npm run backup -- FOLDER`: database, project files and signing key into a new folder. DATA_DIR, DATABASE_URL and
 * PACE_PROJECTS_DIR are read as by the server. A PostgreSQL may be in use meanwhile; the embedded database may not.
 */
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SERVER_VERSION } from '../server/src/config/version.ts';
import { DirectoryLocked, lockDirectory } from '../server/src/storage/directoryLock.ts';
import { copyFolder } from './steps/copyFolder.mjs';
import { installation, PARTS, postgresClient } from './steps/installation.mjs';
import { runTool, say, Stop } from './steps/say.mjs';

runTool(async () => {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Stop('Name the folder to write: npm run backup -- /backups/today');
  const to = resolve(folder);
  if (existsSync(to)) throw new Stop(`${to} is there already. Name a folder that does not exist.`);
  const config = installation();
  const begun = new Date();
  await mkdir(to, { recursive: true, mode: 0o700 });
  try {
    await backUp(config, to, begun);
  } catch (error) {
    // Half a backup must not look like one, nor stand in the way of the next.
    await rm(to, { recursive: true, force: true });
    throw error;
  }
  say(`Complete: ${to}`);
});

/**
 * @param {ReturnType<typeof installation>} config
 * @param {string} to
 * @param {Date} begun
 */
async function backUp(config, to, begun) {
  // The database first: files that are newer than it are of no harm, rows without files are.
  if (config.databaseUrl === undefined) await copyEmbedded(config.dataDir, to);
  else {
    say('Database (pg_dump)');
    await postgresClient(
      'pg_dump',
      ['--format=custom', '--no-owner', `--file=${join(to, PARTS.dump)}`],
      config.databaseUrl,
    );
  }
  if (config.bucket)
    say(`Project files stay in the bucket ${config.bucket.bucket}: keep its versions or a copy of it`);
  else {
    const { files, bytes } = await copyFolder(config.projectsDir, join(to, PARTS.files));
    say(`Project files: ${files}, ${(bytes / 1e6).toFixed(1)} MB`);
  }
  const secret = join(config.dataDir, PARTS.secret);
  if (existsSync(secret)) await copyFile(secret, join(to, PARTS.secret));
  const note = {
    version: SERVER_VERSION,
    begun: begun.toISOString(),
    ended: new Date().toISOString(),
    database: config.databaseUrl === undefined ? 'pglite' : 'postgresql',
    files: config.bucket ? 'bucket' : 'folder',
  };
  await writeFile(join(to, PARTS.note), `${JSON.stringify(note, null, 2)}\n`);
}

/**
 * @param {string} dataDir
 * @param {string} to
 */
async function copyEmbedded(dataDir, to) {
  const lock = await lockDirectory(join(dataDir, 'db.lock')).catch((error) => {
    throw error instanceof DirectoryLocked
      ? new Stop(`${error.message} The embedded database can be copied only while nothing uses it.`)
      : error;
  });
  try {
    say('Database (embedded)');
    await copyFolder(join(dataDir, 'db'), join(to, PARTS.embedded));
  } finally {
    await lock.release();
  }
}
