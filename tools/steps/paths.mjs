// @ts-check
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Where the solver is built. */
export const SOLVER_BUILD = join(ROOT, 'build', 'solver');
/** The solver's executable. */
export const SOLVER = join(SOLVER_BUILD, 'pace');
/** What the browser gets. */
export const WEB_DIST = join(ROOT, 'web', 'dist');
/** Fingerprints of what was built last. */
export const STAMPS = join(ROOT, 'build', 'stamps');

/**
 * Script behind a package's command, to be run by node itself: quicker than through npm, and signals arrive.
 * @param {string} workspace folder of the workspace that uses it, relative to the root; '' is the root
 * @param {string} name package, which is also the command's name unless `command` says otherwise
 */
export function packageCommand(workspace, name, command = name) {
  const require = createRequire(join(ROOT, workspace, 'package.json'));
  const folder = (require.resolve.paths(name) ?? [])
    .map((modules) => join(modules, name))
    .find((candidate) => existsSync(join(candidate, 'package.json')));
  if (folder === undefined) throw new Error(`The package ${name} is not installed.`);
  const { bin } = require(join(folder, 'package.json'));
  const script = typeof bin === 'string' ? bin : bin[command];
  return join(folder, script);
}

/**
 * Full path of a program in PATH, if there is one.
 * @param {string} name
 */
export function programInPath(name) {
  return (process.env['PATH'] ?? '')
    .split(':')
    .map((folder) => join(folder || '.', name))
    .find((file) => existsSync(file));
}
