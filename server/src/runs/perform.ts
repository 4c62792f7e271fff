import { JobSchema, frequenciesHz, type SolverInput } from '@pace/contract';
import { eq } from 'drizzle-orm';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { engineProblem } from '../problem.ts';
import type { Database } from '../storage/database.ts';
import { findProject } from '../storage/projectRows.ts';
import { readJson, RESULT_FOLDERS, type ProjectFiles } from '../storage/runFolder.ts';
import { uploads, type RunRow } from '../storage/schema.ts';
import type { Engines, SolverSite } from './enginePort.ts';
import { recordChild } from './processRecord.ts';
import { dropContinuation, prepareContinuation, prepareResults, replaceResults } from './resultFolders.ts';
import type { RunProgress } from './runRows.ts';
import { solverPlan, tellNotice, type SolverPlan } from './solverPlan.ts';

export interface Workshop {
  db: Database;
  files: ProjectFiles;
  engines: Engines;
  /** What one run of the solver can have */
  site: () => Promise<SolverSite>;
}

export interface RunControls {
  signal: AbortSignal;
  report(progress: RunProgress): void;
}

/** Does the work of one run in its folder, from files to files. */
export async function performRun(
  shop: Workshop,
  run: RunRow,
  controls: RunControls,
): Promise<{ converged?: boolean | undefined }> {
  const folder = shop.files.folder(run.projectId);
  const onSpawn = (pid: number) => {
    recordChild(folder, pid);
    controls.report({});
  };
  switch (run.input.kind) {
    case 'mesher':
      await shop.engines.meshStep({
        folder,
        options: run.input.options,
        signal: controls.signal,
        onSpawn,
        onProgress: (detail, fraction) => controls.report({ detail, fraction }),
      });
      return {};
    case 'import':
      await importMesh(shop, run, controls.signal, onSpawn);
      return {};
    case 'solver': {
      const plan = solverPlan(run, run.input, await shop.site());
      const work = { folder, plan, controls, onSpawn };
      return run.input.continues === undefined ? solve(shop, run, work) : continueSolving(shop, run, work);
    }
  }
}

/** Reads an uploaded mesh: first by itself, to learn what the file says of its units, then as the person wants it. */
async function importMesh(
  shop: Workshop,
  run: RunRow,
  signal: AbortSignal,
  onSpawn: (pid: number) => void,
): Promise<void> {
  const folder = shop.files.folder(run.projectId);
  const report = await shop.engines.importUnv({ folder, signal, onSpawn });
  await shop.db
    .update(uploads)
    .set({ fileMetresPerUnit: report.metresPerUnit ?? null })
    .where(eq(uploads.id, run.uploadId));
  const project = await findProject(shop.db, run.projectId);
  if (project?.solverInput)
    await shop.engines.importUnv({ folder, ...meshView(project.solverInput), signal, onSpawn });
}

/** What of the solver input the report of a mesh depends on (edges in wavelengths, size in metres). */
export function meshView(input: SolverInput): { metresPerUnit?: number; frequencyHz: number } {
  const highest = Math.max(...frequenciesHz(input.freqsweep, input.frequency));
  return {
    ...(input.scalefactor === undefined ? {} : { metresPerUnit: input.scalefactor }),
    frequencyHz: highest,
  };
}

interface SolverWork {
  folder: string;
  plan: SolverPlan;
  controls: RunControls;
  onSpawn: (pid: number) => void;
}

type SolverEnd = { converged?: boolean | undefined };

async function solve(shop: Workshop, run: RunRow, work: SolverWork): Promise<SolverEnd> {
  await prepareResults(work.folder, run.id);
  return runSolver(shop, run, work, RESULT_FOLDERS.results);
}

async function continueSolving(shop: Workshop, run: RunRow, work: SolverWork): Promise<SolverEnd> {
  const { folder, controls } = work;
  if (!(await prepareContinuation(folder, run.id))) return { converged: await convergedIn(folder) };
  try {
    const end = await runSolver(shop, run, work, RESULT_FOLDERS.next);
    await replaceResults(folder);
    return end;
  } catch (error) {
    const isInterrupted = controls.signal.aborted || engineProblem(error)?.code === 'WORKER_LOST';
    if (!isInterrupted) await dropContinuation(folder);
    throw error;
  }
}

async function runSolver(
  shop: Workshop,
  run: RunRow,
  { folder, plan, controls, onSpawn }: SolverWork,
  out: string,
): Promise<SolverEnd> {
  await writeWhole(join(folder, 'job.json'), `${JSON.stringify(JobSchema.parse(plan.job), null, 2)}\n`);
  await tellNotice(folder, plan);
  let converged: boolean | undefined;
  await shop.engines.solve({
    runId: run.id,
    folder,
    out,
    threads: plan.threads,
    ranks: plan.ranks,
    expected: plan.expected,
    signal: controls.signal,
    onSpawn,
    onWaiting: (detail) => controls.report({ detail, fraction: 0 }),
    onEvent: (event) => {
      if (event.event === 'stage') controls.report({ detail: event.stage, fraction: event.fraction });
      if (event.event === 'finished') converged = event.converged;
    },
  });
  return { converged };
}

async function convergedIn(folder: string): Promise<boolean | undefined> {
  const result = await readJson(join(folder, RESULT_FOLDERS.results, 'result.json'));
  return z.looseObject({ converged: z.boolean() }).safeParse(result).data?.converged;
}

async function writeWhole(path: string, text: string): Promise<void> {
  await writeFile(`${path}.part`, text);
  await rename(`${path}.part`, path);
}
