// @ts-check
import { copyFile, mkdir, readdir, readlink, stat, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Copies a folder with everything in it. What vanishes meanwhile was being replaced or deleted, and is left out.
 * @param {string} from
 * @param {string} to
 * @returns {Promise<{ files: number, bytes: number }>}
 */
export async function copyFolder(from, to) {
  const sum = { files: 0, bytes: 0 };
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await unlessGone(() => readdir(from, { withFileTypes: true }), [])) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      const inner = await copyFolder(source, target);
      sum.files += inner.files;
      sum.bytes += inner.bytes;
    } else if (entry.isSymbolicLink()) {
      const aim = await unlessGone(() => readlink(source), undefined);
      if (aim !== undefined) await symlink(aim, target);
    } else if (entry.isFile()) {
      sum.bytes += await unlessGone(async () => {
        await copyFile(source, target);
        const { atime, mtime, size } = await stat(source);
        await utimes(target, atime, mtime);
        return size;
      }, 0);
      sum.files++;
    }
  }
  return sum;
}

/**
 * @template T, U
 * @param {() => Promise<T>} work
 * @param {U} otherwise
 * @returns {Promise<T | U>}
 */
async function unlessGone(work, otherwise) {
  try {
    return await work();
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return otherwise;
    throw error;
  }
}
