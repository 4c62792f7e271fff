import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FolderFiles } from '../src/storage/folderFiles.ts';
import { KeptReports } from '../src/storage/keptReports.ts';

const numberIn = (json: unknown) => (json as { n?: number } | undefined)?.n;

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pace-kept-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

test('a report is read once, again when it was replaced or grew, and is none when it is gone or cut off', async () => {
  const files = new FolderFiles(root);
  let reads = 0;
  const counting = {
    facts: (id: string, path: string) => files.facts(id, path),
    read: (id: string, path: string) => {
      reads++;
      return files.read(id, path);
    },
  };
  const reports = new KeptReports(counting);
  const path = join(root, 'mesh.json');
  const ask = () => reports.read('', 'mesh.json', numberIn);

  expect(await ask()).toBeUndefined();
  await writeFile(path, '{"n":1}');
  expect([await ask(), await ask(), await ask(), reads]).toEqual([1, 1, 1, 1]);
  // Of the same length: only that it is another file tells it.
  await writeFile(`${path}.part`, '{"n":2}');
  await rename(`${path}.part`, path);
  expect([await ask(), await ask(), reads]).toEqual([2, 2, 2]);
  await writeFile(path, '{"n":2, ');
  expect(await ask()).toBeUndefined();
  await rm(path);
  expect(await ask()).toBeUndefined();
});
