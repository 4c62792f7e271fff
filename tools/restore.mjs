// @ts-check
/**
 * `npm run restore -- FOLDER`: what `npm run backup` wrote, into a place that is empty: a new DATA_DIR, and with
 * DATABASE_URL an empty database. The server brings older tables up to date at its next start.
 */
import { copyFile, mkdir, readFile, readdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { copyFolder } from './steps/copyFolder.mjs';
import { installation, PARTS, postgresClient } from './steps/installation.mjs';
import { runTool, say, Stop } from './steps/say.mjs';

runTool(async () => {
  const [folder] = process.argv.slice(2);
  if (folder === undefined)
    throw new Stop('Name the folder of the backup: npm run restore -- /backups/today');
  const from = resolve(folder);
  const note = await readFile(join(from, PARTS.note), 'utf8').catch(() => {
    throw new Stop(`${from} is no complete backup: it has no ${PARTS.note}, which is written last.`);
  });
  const { database } = /** @type {{ database: string }} */ (JSON.parse(note));
  const config = installation();
  if ((database === 'postgresql') !== (config.databaseUrl !== undefined))
    throw new Stop(
      database === 'postgresql'
        ? 'The backup is of a PostgreSQL: set DATABASE_URL to an empty database.'
        : 'The backup is of the embedded database: leave DATABASE_URL out.',
    );
  await requireEmpty(join(config.dataDir, 'db'));
  await requireEmpty(config.projectsDir);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });

  if (config.databaseUrl === undefined) {
    say('Database (embedded)');
    await copyFolder(join(from, PARTS.embedded), join(config.dataDir, 'db'));
  } else {
    await requireEmptyDatabase(config.databaseUrl);
    say('Database (pg_restore)');
    const args = [
      '--no-owner',
      '--exit-on-error',
      `--dbname=${new URL(config.databaseUrl).pathname.slice(1)}`,
    ];
    await postgresClient('pg_restore', [...args, join(from, PARTS.dump)], config.databaseUrl);
  }
  if (existsSync(join(from, PARTS.files))) {
    const { files, bytes } = await copyFolder(join(from, PARTS.files), config.projectsDir);
    say(`Project files: ${files}, ${(bytes / 1e6).toFixed(1)} MB`);
  }
  if (existsSync(join(from, PARTS.secret)))
    await copyFile(join(from, PARTS.secret), join(config.dataDir, PARTS.secret));
  say('Complete: start the server');
});

/** @param {string} folder */
async function requireEmpty(folder) {
  const names = await readdir(folder).catch(() => []);
  if (names.length > 0)
    throw new Stop(`${folder} is not empty. Restore into a new place, and change over to it afterwards.`);
}

/** @param {string} url */
async function requireEmptyDatabase(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      "select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema') limit 1",
    );
    if (rows.length > 0)
      throw new Stop('The database of DATABASE_URL is not empty. Make a new one: createdb NAME.');
  } finally {
    await client.end();
  }
}
