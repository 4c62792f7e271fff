// @ts-check
/**
 * `npm run api`: the web and its API without work on runs, which workers do (`npm run worker`). DATABASE_URL is needed;
 * docs/operations.md says what else.
 */
import { requireNode } from './steps/nodeVersion.mjs';
import { ensureNodeModules } from './steps/nodeModules.mjs';
import { runTool } from './steps/say.mjs';
import { serve } from './steps/serve.mjs';
import { buildSolver } from './steps/solverBuild.mjs';
import { ensureSystemPackages } from './steps/systemPackages.mjs';
import { buildWeb } from './steps/webBuild.mjs';

runTool(async () => {
  requireNode();
  await ensureSystemPackages({ tests: false });
  await ensureNodeModules();
  // Estimates and previews are computed where they are asked for.
  await buildSolver();
  await buildWeb();
  process.exitCode = await serve(['api']);
});
