// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { mustExecute } from './execute.mjs';
import { fingerprint, isStamped, stamp, unstamp } from './fingerprint.mjs';
import { packageCommand, ROOT, WEB_DIST } from './paths.mjs';
import { say } from './say.mjs';
import { buildScoreboard } from './scoreboardBuild.mjs';

/** Builds the web application when it, the contract or a package has changed. */
export async function buildWeb() {
  await buildScoreboard();
  const print = fingerprint([
    'web',
    'contract/src',
    'contract/package.json',
    'package-lock.json',
    'tsconfig.base.json',
  ]);
  if (existsSync(join(WEB_DIST, 'index.html')) && isStamped('web', print)) return;

  say('Building the web application');
  unstamp('web');
  await mustExecute(
    process.execPath,
    [packageCommand('web', 'vite'), 'build', '--logLevel', 'warn'],
    'The web application does not build; the words of Vite are above.',
    { cwd: join(ROOT, 'web') },
  );
  stamp('web', print);
}
