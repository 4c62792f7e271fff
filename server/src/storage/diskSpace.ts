import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMissing } from './projectFiles.ts';

/** Bytes that may still be written where a folder is, or will be; undefined where the system does not say. */
export async function freeBytes(folder: string): Promise<number | undefined> {
  try {
    const volume = await statfs(folder);
    return volume.bavail * volume.bsize;
  } catch (error) {
    if (isMissing(error) && dirname(folder) !== folder) return freeBytes(dirname(folder));
    return undefined;
  }
}

/** Whether a program of the system, or Node, said that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && (at.code === 'ENOSPC' || at.code === 'EDQUOT')) return true;
  return false;
}
