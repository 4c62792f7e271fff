// @ts-check
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, readConfig } from '../../server/src/config/config.ts';
import { execute } from './execute.mjs';
import { programInPath } from './paths.mjs';
import { Stop } from './say.mjs';

/** The installation that the environment describes, as the server reads it. */
export function installation() {
  try {
    return readConfig(process.env);
  } catch (error) {
    throw error instanceof ConfigError ? new Stop(error.message) : error;
  }
}

/** Names in a backup's folder. */
export const PARTS = {
  dump: 'database.dump',
  embedded: 'db',
  files: 'projects',
  secret: 'secret',
  note: 'backup.json',
};

/**
 * A client program of PostgreSQL, of the newest version there is: it must be as new as the server.
 * @param {string} name
 * @param {readonly string[]} args
 * @param {string} url   goes by the environment, where other people of the machine do not see its password
 */
export async function postgresClient(name, args, url) {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const program =
    versions.map((one) => join(debian, one, 'bin', name)).find((path) => existsSync(path)) ??
    programInPath(name);
  if (program === undefined)
    throw new Stop(`${name} is needed; it is part of the package postgresql-client.`);
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const code = await execute(program, args, {
    env: {
      ...process.env,
      PGHOST: decodeURIComponent(hostname),
      PGPORT: port || '5432',
      PGUSER: decodeURIComponent(username),
      PGPASSWORD: decodeURIComponent(password),
      PGDATABASE: decodeURIComponent(pathname.slice(1)),
      ...(searchParams.has('sslmode') ? { PGSSLMODE: searchParams.get('sslmode') ?? '' } : {}),
    },
  });
  if (code !== 0) throw new Stop(`${name} failed; its words are above.`);
}
