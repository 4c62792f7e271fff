// @ts-check
/**
 * `npm run pack [-- FOLDER]`: the packages of the product for programs, in build/packages or another folder: the npm tarball of
 * sdk/typescript and the wheel of sdk/python, which needs Python 3.11.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { mustExecute } from './steps/execute.mjs';
import { ensureNodeModules } from './steps/nodeModules.mjs';
import { requireNode } from './steps/nodeVersion.mjs';
import { ROOT } from './steps/paths.mjs';
import { runTool } from './steps/say.mjs';

runTool(async () => {
  requireNode();
  await ensureNodeModules();
  // It needs what has just been installed.
  const { buildClient } = await import('./steps/clientPackage.mjs');
  const target = resolve(process.argv[2] ?? join(ROOT, 'build', 'packages'));
  mkdirSync(target, { recursive: true });
  const work = mkdtempSync(join(tmpdir(), 'pace-client-'));
  try {
    const client = join(work, 'client');
    await buildClient(client);
    await mustExecute(
      'npm',
      ['pack', '--silent', '--ignore-scripts', '--pack-destination', target],
      'The npm package could not be packed; the words of npm are above.',
      { cwd: client },
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  await mustExecute(
    'python3',
    [join(ROOT, 'tools', 'steps', 'wheel.py'), join(ROOT, 'sdk', 'python'), target, join(ROOT, 'LICENSE')],
    'The wheel could not be built; the words of Python are above. It needs Python 3.11.',
  );
});
