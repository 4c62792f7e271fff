import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMissing } from './missing.ts';

/** Of the system, and SQLSTATE disk_full of the database. */
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', '53100']);

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

/** Whether the system or the database said that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string' && FULL_CODES.has(at.code)) return true;
  return false;
}
