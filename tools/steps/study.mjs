// @ts-check
import { execute } from './execute.mjs';
import { ensureNodeModules } from './nodeModules.mjs';
import { requireNode } from './nodeVersion.mjs';
import { buildSolver } from './solverBuild.mjs';
import { ensureSystemPackages } from './systemPackages.mjs';

/**
 * Builds what a study needs and runs it with the arguments of the command line.
 * @param {string} script  relative to the root
 */
export async function runStudy(script) {
  requireNode();
  await ensureSystemPackages({ tests: false });
  await ensureNodeModules();
  // Another solver than that of the sources is measured as it is.
  if (process.env['PACE_SOLVER'] === undefined) await buildSolver();
  await run(script);
}

/**
 * Runs a script of a study that needs no solver, with the arguments of the command line.
 * @param {string} script  relative to the root
 */
export async function runScript(script) {
  requireNode();
  await ensureNodeModules();
  await run(script);
}

/** @param {string} script */
async function run(script) {
  process.exitCode = await execute(process.execPath, ['--import', 'tsx', script, ...process.argv.slice(2)]);
}
