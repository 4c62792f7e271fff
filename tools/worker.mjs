// @ts-check
/** `npm run worker [-- --engine NAME]`: works on runs, for a web elsewhere. DATABASE_URL is needed (docs/operations.md). */
import { requireNode } from './steps/nodeVersion.mjs';
import { ensureNodeModules } from './steps/nodeModules.mjs';
import { runTool } from './steps/say.mjs';
import { serve } from './steps/serve.mjs';
import { buildSolver } from './steps/solverBuild.mjs';
import { ensureSystemPackages } from './steps/systemPackages.mjs';

runTool(async () => {
  requireNode();
  await ensureSystemPackages({ tests: false });
  await ensureNodeModules();
  await buildSolver();
  process.exitCode = await serve(['worker', ...process.argv.slice(2)]);
});
