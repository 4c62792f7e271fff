import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { identify, isAlive, isOnThisHost, parseIdentity, type ProcessIdentity } from './processIdentity.ts';
import { isMissing } from './missing.ts';

/**
 * A lock of our own on the embedded database: it has none, and two processes that open one directory silently lose
 * rows. The lock is a file beside the directory, never in it, that names its holder: `db.lock-1`, and one number more
 * each time a dead holder's is overtaken. A file is never replaced, so nobody can mistake a fresh one for a dead one;
 * and who has put one looks once more at all others, so two cannot both believe to hold it.
 */
export interface DirectoryLock {
  release(): Promise<void>;
}

export class DirectoryLocked extends Error {}

interface Claim {
  file: string;
  number: number;
  holder: ProcessIdentity | undefined;
}

/** @throws DirectoryLocked if another living process holds it */
export async function lockDirectory(lockPath: string): Promise<DirectoryLock> {
  await mkdir(dirname(lockPath), { recursive: true });
  // The file is written under another name and linked into place, so nobody ever sees half of it.
  const draft = `${lockPath}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(identify(process.pid)), { flag: 'wx', mode: 0o600 });
  try {
    for (;;) {
      const before = await readClaims(lockPath);
      refuseIfHeld(before);
      const mine = `${lockPath}-${Math.max(0, ...before.map(({ number }) => number)) + 1}`;
      if (!(await linkInto(draft, mine))) continue;
      try {
        refuseIfHeld((await readClaims(lockPath)).filter(({ file }) => file !== mine));
      } catch (error) {
        await unlink(mine);
        throw error;
      }
      for (const { file } of before) await unlinkIfThere(file);
      return { release: () => unlinkIfThere(mine) };
    }
  } finally {
    await unlink(draft);
  }
}

async function readClaims(lockPath: string): Promise<Claim[]> {
  const claims: Claim[] = [];
  for (const name of await readdir(dirname(lockPath))) {
    if (!name.startsWith(`${basename(lockPath)}-`)) continue;
    const number = Number(name.slice(basename(lockPath).length + 1));
    if (!Number.isSafeInteger(number)) continue;
    const file = join(dirname(lockPath), name);
    const text = await readIfThere(file);
    if (text !== undefined) claims.push({ file, number, holder: parseIdentity(text) });
  }
  return claims;
}

function refuseIfHeld(claims: Claim[]): void {
  for (const { file, holder } of claims) {
    if (!holder) continue;
    if (!isOnThisHost(holder))
      throw new DirectoryLocked(
        `The database is in use by process ${holder.pid} on the machine ${holder.host}. ` +
          `Stop it there; if that machine is gone, delete ${file}.`,
      );
    if (isAlive(holder))
      throw new DirectoryLocked(
        `The database is in use by another Pace (process ${holder.pid}). ` +
          'Stop that one first, or give this one another DATA_DIR.',
      );
  }
}

async function linkInto(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function unlinkIfThere(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
