import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from './missing.ts';

/** Bytes of all files below these folders; what vanishes while it is read does not count, what has several names counts once. */
export async function folderBytes(...folders: string[]): Promise<number> {
  const seen = new Set<string>();
  let sum = 0;
  for (const folder of folders)
    for (const path of await filesBelow(folder)) {
      const facts = await statIfThere(path);
      if (!facts) continue;
      if (facts.nlink > 1) {
        const file = `${facts.dev} ${facts.ino}`;
        if (seen.has(file)) continue;
        seen.add(file);
      }
      sum += facts.size;
    }
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

async function statIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
