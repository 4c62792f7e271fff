// @ts-check
/**
 * `npm start`: everything from a fresh clone to a running server, quick when nothing has changed.
 * PORT (8080) and DATA_DIR (./data) are the server's.
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
  await buildSolver();
  await buildWeb();
  process.exitCode = await serve();
});
