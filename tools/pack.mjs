// @ts-check
/**
 * `npm run pack [-- FOLDER]`: the packages of the product for programs, in build/packages or another folder: the npm tarball of sdk/typescript and the wheel of sdk/python,
 * which needs Python 3.11.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildClient } from './steps/clientPackage.mjs';
import { mustExecute } from './steps/execute.mjs';
import { ROOT } from './steps/paths.mjs';
import { runTool } from './steps/say.mjs';

runTool(async () => {
  const target = resolve(process.argv[2] ?? join(ROOT, 'build', 'packages'));
  const client = join(target, 'client');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  await buildClient(client);
  await mustExecute(
    'npm',
    ['pack', '--silent', '--ignore-scripts', '--pack-destination', target],
    'The npm package could not be packed; the words of npm are above.',
    { cwd: client },
  );
  await mustExecute(
    'python3',
    [join(ROOT, 'tools', 'steps', 'wheel.py'), join(ROOT, 'sdk', 'python'), target, join(ROOT, 'LICENSE')],
    'The wheel could not be built; the words of Python are above. It needs Python 3.11.',
  );
  rmSync(client, { recursive: true });
});
