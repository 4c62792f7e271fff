// @ts-check
/** `npm run build:solver [-- --tests]`: the solver alone, with its test programs if asked for. */
import { requireNode } from './steps/nodeVersion.mjs';
import { runTool } from './steps/say.mjs';
import { buildSolver, buildSolverTests } from './steps/solverBuild.mjs';
import { ensureSystemPackages } from './steps/systemPackages.mjs';

runTool(async () => {
  requireNode();
  await ensureSystemPackages({ tests: false });
  await (process.argv.includes('--tests') ? buildSolverTests() : buildSolver());
});
