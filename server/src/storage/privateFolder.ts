import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from './missing.ts';

const PRIVATE_MASK = 0o077;

/**
 * From here on what this process writes is its account's alone, and so is the data directory: the database in it holds
 * password hashes. One that an earlier version left open to others is mended with everything in it; project files
 * elsewhere stay as they are. (The embedded database gives some files a mode of their own; the closed directory covers them.)
 */
export async function keepPrivate(dataDir: string): Promise<void> {
  process.umask(PRIVATE_MASK);
  await mkdir(dataDir, { recursive: true });
  if (((await lstat(dataDir)).mode & PRIVATE_MASK) === 0) return;
  // First, so that nobody looks at the rest meanwhile.
  await closeToOthers(dataDir);
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true }))
    if (entry.isFile() || entry.isDirectory()) await closeToOthers(join(entry.parentPath, entry.name));
}

async function closeToOthers(path: string): Promise<void> {
  try {
    const { mode } = await lstat(path);
    if ((mode & PRIVATE_MASK) !== 0) await chmod(path, mode & 0o700);
  } catch (error) {
    // Another process of the same directory has removed it meanwhile.
    if (!isMissing(error)) throw error;
  }
}
