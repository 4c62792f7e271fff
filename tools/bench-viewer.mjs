// @ts-check
/** `npm run bench:viewer [-- TRIANGLES…]`: frame times of the 3D viewer, with a product of its own (or that of PACE_SITE). */
import { startProduct } from './showcase/product.mjs';
import { execute } from './steps/execute.mjs';
import { ensureNodeModules } from './steps/nodeModules.mjs';
import { requireNode } from './steps/nodeVersion.mjs';
import { runTool } from './steps/say.mjs';
import { buildSolver } from './steps/solverBuild.mjs';
import { buildWeb } from './steps/webBuild.mjs';

runTool(async () => {
  requireNode();
  await ensureNodeModules();
  if (process.env['PACE_SITE'] === undefined) {
    await buildSolver();
    await buildWeb();
  }
  const product = await startProduct();
  try {
    process.exitCode = await execute(
      process.execPath,
      ['--import', 'tsx', 'benchmarks/viewer.ts', ...process.argv.slice(2)],
      { env: { ...process.env, PACE_SITE: product.site } },
    );
  } finally {
    await product.stop();
  }
});
