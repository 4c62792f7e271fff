// @ts-check
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustExecute } from './execute.mjs';
import { ROOT } from './paths.mjs';
import { say } from './say.mjs';

/** Says which lockfile was installed; lies among what it speaks of, so that it goes when that goes. */
const STAMP = join(ROOT, 'node_modules', '.pace-stamp');

/** Runs `npm ci` unless what package-lock.json locks is installed. */
export async function ensureNodeModules() {
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  if (stamped() === lock) return;
  if (!matchesLockfile()) {
    say('Installing npm packages (some minutes the first time)');
    const npm = process.env['npm_execpath'];
    const [command, args] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
    await mustExecute(
      command,
      [...args, 'ci', '--include=dev', '--no-audit', '--no-fund'],
      'npm ci failed; its words are above.',
    );
  }
  writeFileSync(STAMP, `${lock}\n`);
}

function stamped() {
  try {
    return readFileSync(STAMP, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/**
 * Whether a person's own `npm install` has put there what is locked, by npm's record of it, which it writes last. A
 * package for another platform is optional and may be missing.
 */
function matchesLockfile() {
  try {
    const locked = packagesOf('package-lock.json');
    const installed = packagesOf('node_modules/.package-lock.json');
    return Object.entries(locked)
      .filter(([path]) => path.includes('node_modules/'))
      .filter(([, entry]) => !entry.optional && !entry.devOptional && !entry.link && !entry.extraneous)
      .every(([path, entry]) => installed[path]?.version === entry.version);
  } catch {
    return false;
  }
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean, link?: boolean, extraneous?: boolean }>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages;
}
