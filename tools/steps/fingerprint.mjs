// @ts-check
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, STAMPS } from './paths.mjs';

/** Folders that are made, not written. */
const MADE = new Set(['node_modules', 'dist', 'build', 'coverage', '.git']);

/**
 * A hash of the contents of files and folders, and of anything else that decides what is built from them.
 * @param {readonly string[]} paths  relative to the root
 * @param {readonly string[]} facts  compiler version, flags, …
 */
export function fingerprint(paths, facts = []) {
  const hash = createHash('sha256');
  for (const fact of facts) hash.update(`${fact}\0`);
  for (const path of paths) add(hash, path);
  return hash.digest('hex');
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} path
 */
function add(hash, path) {
  const full = join(ROOT, path);
  const what = statSync(full, { throwIfNoEntry: false });
  if (what?.isDirectory()) {
    for (const name of readdirSync(full).sort()) {
      if (!MADE.has(name)) add(hash, join(path, name));
    }
  } else if (what?.isFile()) {
    hash.update(`${path}\0${what.size}\0`);
    hash.update(readFileSync(full));
  }
}

/**
 * Whether the last build was made from this.
 * @param {string} name
 * @param {string} print
 */
export function isStamped(name, print) {
  try {
    return readFileSync(join(STAMPS, name), 'utf8').trim() === print;
  } catch {
    return false;
  }
}

/**
 * @param {string} name
 * @param {string} print
 */
export function stamp(name, print) {
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(join(STAMPS, name), `${print}\n`);
}

/** @param {string} name */
export function unstamp(name) {
  rmSync(join(STAMPS, name), { force: true });
}
