import { sql } from 'drizzle-orm';
import { chmod, lstat, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { unvModel } from './support/fakeEngines.ts';
import { TestServer, newDataDir } from './support/testServer.ts';

test('under any umask nothing in the data directory is open to others, nor what an earlier version left so', async () => {
  const dataDir = await newDataDir({ embedded: true });
  await chmod(dataDir, 0o755);
  await chmod(join(dataDir, 'db'), 0o777);
  await chmod(join(dataDir, 'db', 'PG_VERSION'), 0o666);
  const before = process.umask(0);
  try {
    const server = await TestServer.start({ dataDir });
    const user = await server.newUser();
    await user.projectWithMesh(unvModel());
    // A table is a new file of the database.
    await server.db.execute(sql`create table made_now (id integer)`);
    // The embedded database sets the modes of some files itself, whatever the umask: its folder closes those.
    expect((await openToOthers(dataDir)).filter((path) => !isMadeByDatabase(path))).toEqual([]);
    await server.stop();
  } finally {
    process.umask(before);
  }
});

const isMadeByDatabase = (path: string) => /^db\/.*pg_internal\.init /.test(path);

async function openToOthers(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = [folder, ...entries.map(({ parentPath, name }) => join(parentPath, name))];
  const open: string[] = [];
  for (const path of paths) {
    const found = await lstat(path).catch(() => undefined);
    if (found && !found.isSymbolicLink() && (found.mode & 0o077) !== 0)
      open.push(`${relative(folder, path)} ${(found.mode & 0o777).toString(8)}`);
  }
  return open;
}
