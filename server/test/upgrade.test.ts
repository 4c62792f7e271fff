import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Project, User } from '@pace/contract';
import { hashPassword } from '../src/auth/passwords.ts';
import { PASSWORD, TestServer } from './support/testServer.ts';

const MIGRATIONS = resolve(import.meta.dirname, '../migrations');

interface Journal {
  entries: { tag: string; when: number }[];
}

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pace-old-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** A data directory as the first version left it: its tables, one account, one project. */
async function firstVersion(): Promise<void> {
  const migrationsFolder = join(dataDir, 'old-migrations');
  await cp(MIGRATIONS, migrationsFolder, { recursive: true });
  const journalPath = join(migrationsFolder, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(journalPath, 'utf8')) as Journal;
  await writeFile(journalPath, JSON.stringify({ ...journal, entries: journal.entries.slice(0, 1) }));
  const client = await PGlite.create(join(dataDir, 'db'));
  await migrate(drizzle(client), { migrationsFolder });
  await client.query(
    `insert into users (id, email, password_hash, name, surname, company, confirmed_at)
     values ('u1', 'old@company.example', $1, 'Old', 'Friend', 'Engines', now())`,
    [await hashPassword(PASSWORD)],
  );
  await client.query(
    `insert into projects (id, owner_id, name, program_type, core_type) values ('p1', 'u1', 'Kept', 1, 1)`,
  );
  await client.query(
    `insert into support_messages (id, user_id, name, email, message) values ('m1', 'u1', 'Old', 'old@company.example', 'Hi')`,
  );
  await client.close();
}

test('a data directory of the first version is upgraded at the start, and everybody and everything is still there', async () => {
  await firstVersion();
  const server = await TestServer.start({ dataDir, environment: { DATABASE_URL: '' } });
  const client = await server.logIn('old@company.example');
  expect((await client.call('getUserInfo')).result as User).toMatchObject({ name: 'Old', userType: 2 });
  const { projects } = (await client.call('getProjects')).result as { projects: Project[] };
  expect(projects.map(({ name }) => name)).toEqual(['Kept']);
  expect((await client.call('usage')).status).toBe(200);
  await server.stop({ keepData: true });
  // The second start finds nothing to do.
  const again = await TestServer.start({ dataDir, environment: { DATABASE_URL: '' } });
  expect((await (await again.logIn('old@company.example')).call('getUserInfo')).status).toBe(200);
  await again.stop({ keepData: true });
});

test('every migration is dated after the one before: of one that is not, an older data directory would never get the tables', async () => {
  const journal = JSON.parse(await readFile(join(MIGRATIONS, 'meta', '_journal.json'), 'utf8')) as Journal;
  const dates = journal.entries.map(({ when }) => when);
  expect(dates).toEqual([...new Set(dates)].sort((a, b) => a - b));
});
