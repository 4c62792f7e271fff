// @ts-check
/**
 * `npm run bench:start`: what a small run takes beside what the solver predicts, in processor seconds, so that it does not
 * depend on what else the machine does. AROUND_THE_SOLVER_SECONDS of server/src/engines/solver.ts is from here.
 */
import { RESULT_FILE, RunResultSchema } from '@pace/contract';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { finished, startProduct } from './showcase/product.mjs';
import { runTool, say, Stop } from './steps/say.mjs';
import { buildSolver } from './steps/solverBuild.mjs';

/** Of Linux on every architecture that Node runs on. */
const TICKS_PER_SECOND = 100;
const REST_MS = 10_000;
/** @type {readonly { model: string, formulationType: 1 | 3 }[]} */
const RUNS = [
  { model: 'plate', formulationType: 1 },
  { model: 'sphere', formulationType: 1 },
  { model: 'dielectric-sphere', formulationType: 3 },
];

runTool(async () => {
  if (process.env['PACE_SOLVER'] === undefined) await buildSolver();
  const product = await startProduct();
  try {
    const { pid, dataDir } = product;
    if (pid === undefined || dataDir === undefined)
      throw new Stop('PACE_SITE is set: this measures a server of its own.');
    // What the first minute does once does not belong to a run.
    await sleep(3 * REST_MS);
    const [before, at] = [processorSeconds(pid), Date.now()];
    await sleep(REST_MS);
    const idle = (1000 * (processorSeconds(pid) - before)) / (Date.now() - at);
    say(`idle: ${(100 * idle).toFixed(1)} % of a core`);
    for (const { model, formulationType } of RUNS) {
      const { id: projectId } = await product.call('/api/project/create-from-demo', { model, name: model });
      await finished(product, projectId, 'mesherState');
      await sleep(REST_MS);
      const [start, begun] = [processorSeconds(pid), Date.now()];
      await product.call('/api/solver/solver-run', { projectId, formulationType, core: 1 });
      await finished(product, projectId, 'solverState');
      const clock = (Date.now() - begun) / 1000;
      const all = processorSeconds(pid) - start - idle * clock;
      const result = resultOf(join(dataDir, 'projects', projectId));
      say(
        `${model}: ${all.toFixed(2)} s of processor time in all; the solver counts ${result.processorSeconds.toFixed(2)} s of it and predicts ` +
          `${result.predicted.seconds.toFixed(2)} s; around it ${(all - result.processorSeconds).toFixed(2)} s; by the clock ${clock.toFixed(1)} s, of which ${result.seconds.toFixed(1)} s in the solver`,
      );
    }
  } finally {
    await product.stop();
  }
});

/** Of a process and of its children that have ended [s] @param {number} pid */
function processorSeconds(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / TICKS_PER_SECOND;
}

/** @param {string} folder  of a project */
function resultOf(folder) {
  const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith(`results/${RESULT_FILE}`),
  );
  if (file === undefined) throw new Stop(`There is no result in ${folder}.`);
  const result = RunResultSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
  return { ...result, processorSeconds: result.processorSeconds ?? NaN };
}
