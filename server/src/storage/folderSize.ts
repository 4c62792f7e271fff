import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from './missing.ts';

/** Bytes of all files below a folder; what vanishes while it is read does not count. */
export async function folderBytes(folder: string): Promise<number> {
  let sum = 0;
  for (const path of await filesBelow(folder)) sum += await fileBytes(path);
  return sum;
}

/** Full paths of all files below a folder, sorted; none if there is no such folder. */
export async function filesBelow(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function fileBytes(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}
