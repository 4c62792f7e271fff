// @ts-check
import { copyFile, link, mkdir, readdir, readlink, stat, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Copies a folder with everything in it. What vanishes meanwhile was being replaced or deleted, and is left out. A file that
 * has several names is copied once and has as many names in the copy: attempts at a run share their files so.
 * @param {string} from
 * @param {string} to
 * @param {Map<string, string>} [copies]  where a file that has several names was copied to, by its device and inode
 * @returns {Promise<{ files: number, bytes: number }>}
 */
export async function copyFolder(from, to, copies = new Map()) {
  const sum = { files: 0, bytes: 0 };
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await unlessGone(() => readdir(from, { withFileTypes: true }), [])) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      const inner = await copyFolder(source, target, copies);
      sum.files += inner.files;
      sum.bytes += inner.bytes;
    } else if (entry.isSymbolicLink()) {
      const aim = await unlessGone(() => readlink(source), undefined);
      if (aim !== undefined) await symlink(aim, target);
    } else if (entry.isFile()) {
      sum.bytes += await unlessGone(async () => {
        const { atime, mtime, size, dev, ino, nlink } = await stat(source);
        const file = `${dev} ${ino}`;
        const copy = copies.get(file);
        // Where the place has no hard links, the file is copied once more.
        if (copy !== undefined && (await linked(copy, target))) return 0;
        await copyFile(source, target);
        if (nlink > 1) copies.set(file, target);
        await utimes(target, atime, mtime);
        return size;
      }, 0);
      sum.files++;
    }
  }
  return sum;
}

/**
 * @param {string} copy
 * @param {string} target
 */
async function linked(copy, target) {
  return link(copy, target).then(
    () => true,
    () => false,
  );
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
