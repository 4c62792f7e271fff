// @ts-check
/** `npm run admin -- create|promote|reset|disable|enable|list …`: accounts from the shell (server/src/operator). */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { requireNode } from './steps/nodeVersion.mjs';
import { ensureNodeModules } from './steps/nodeModules.mjs';
import { ROOT } from './steps/paths.mjs';
import { runTool } from './steps/say.mjs';

runTool(async () => {
  requireNode();
  await ensureNodeModules();
  const cli = join(ROOT, 'server', 'src', 'operator', 'cli.ts');
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', cli, ...process.argv.slice(2)], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
});
