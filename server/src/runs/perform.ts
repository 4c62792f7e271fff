import { frequenciesHz, JobSchema, RESULT_FILE, RunResultSchema, type SolverInput } from '@pace/contract';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { mergesSeams } from '../policies/runRules.ts';
import { engineProblem } from '../problem.ts';
import { findProject } from '../storage/projectRows.ts';
import {
  MESH_WITH_RECORD,
  MODEL_FILES,
  modelFile,
  readJson,
  RESULT_FOLDERS,
  SIZES,
  uploadFormat,
} from '../storage/projectFiles.ts';
import { Checksums, writeChecksums, writeMeshChecksums } from '../storage/checksums.ts';
import type { RunRow } from '../storage/schema.ts';
import { localMesh } from '../storage/unlessDamaged.ts';
import { uploadOf, writeFileUnits } from '../storage/uploadRows.ts';
import { syncOutputs } from './syncOutputs.ts';
import type { Engines } from './enginePort.ts';
import { recordChild } from './processRecord.ts';
import { dropContinuation, prepareContinuation, prepareResults, replaceResults } from './resultFolders.ts';
import { solverPlan, tellNotice, type SolverPlan } from './solverPlan.ts';
import type { RunControls, RunPlace, WorkerContext } from './workerContext.ts';

/** Names the attempt. A program that outlives its worker is found again by the next one, in the folder it works in. */
export const attemptToken = (engines: Engines, run: Pick<RunRow, 'id' | 'attempt' | 'kind'>) =>
  engines.outlivesWorker && run.kind === 'solver' ? run.id : `${run.id}-${run.attempt}`;

/** Does the work of one run in a folder of the attempt's own, from files to files. */
export async function performRun(
  context: WorkerContext,
  run: RunRow,
  { attempt, fence }: RunPlace,
  controls: RunControls,
): Promise<{ converged?: boolean | undefined }> {
  const { folder } = attempt;
  const onSpawn = (pid: number) => {
    recordChild(folder, pid);
    controls.report({});
  };
  switch (run.input.kind) {
    case 'mesher': {
      const { options, refined, format = 'STEP' } = run.input;
      const model = { file: MODEL_FILES[format], format };
      const files = [model.file, ...(refined ? [SIZES] : [])];
      await attempt.open(files.map((name) => ({ from: name, to: name })));
      await givingMesh({ attempt, fence }, () =>
        context.engines.meshStep({
          folder,
          model,
          options,
          ...(refined && { sizes: { file: SIZES, refined } }),
          signal: controls.signal,
          onSpawn,
          onProgress: (detail, fraction) => controls.report({ detail, fraction }),
        }),
      );
      return {};
    }
    case 'import': {
      const model = await uploadedMesh(context, run);
      await attempt.open([{ from: model.file, to: model.file }]);
      await givingMesh({ attempt, fence }, () =>
        importMesh(context, run, {
          folder,
          model,
          mergeSeams: mergesSeams(run),
          signal: controls.signal,
          onSpawn,
        }),
      );
      return {};
    }
    case 'solver': {
      const { files } = context;
      await localMesh({ files, checksums: new Checksums(files) }, run.projectId);
      const plan = solverPlan(run, run.input, await context.site());
      const work = { plan, attempt, fence, controls, onSpawn };
      return run.input.continues === undefined
        ? solve(context, run, work)
        : continueSolving(context, run, work);
    }
  }
}

/** Also of a model with errors there is something to look at. */
async function givingMesh({ attempt, fence }: RunPlace, work: () => Promise<unknown>): Promise<void> {
  const made = async () => {
    await writeMeshChecksums(attempt.folder);
    const names = await Promise.all(
      MESH_WITH_RECORD.map((name) =>
        access(join(attempt.folder, name)).then(
          () => [name],
          () => [],
        ),
      ),
    );
    await attempt.publish(names.flat(), fence);
  };
  try {
    await work();
  } catch (error) {
    if (engineProblem(error)) await made();
    throw error;
  }
  await made();
}

/** Which file of the project was uploaded, and what it is. */
async function uploadedMesh({ db }: WorkerContext, { projectId }: RunRow) {
  const upload = await uploadOf(db, projectId);
  return upload
    ? { file: modelFile(upload), format: uploadFormat(upload) }
    : ({ file: MODEL_FILES.UNV, format: 'UNV' } as const);
}

/** Reads an uploaded mesh: first by itself, to learn what the file says of its units, then as the user wants it. */
async function importMesh(
  context: WorkerContext,
  run: RunRow,
  request: Parameters<Engines['importUnv']>[0],
): Promise<void> {
  const report = await context.engines.importUnv(request);
  await writeFileUnits(context.db, run.uploadId, report.metresPerUnit);
  const project = await findProject(context.db, run.projectId);
  if (project?.solverInput) await context.engines.importUnv({ ...request, ...meshView(project.solverInput) });
}

/** What of the solver input the report of a mesh depends on (edges in wavelengths, size in metres, rounded parts). */
export function meshView(input: SolverInput): {
  metresPerUnit?: number;
  frequencyHz: number;
  roundingDeg: number;
} {
  const highest = Math.max(...frequenciesHz(input));
  return {
    ...(input.scalefactor === undefined ? {} : { metresPerUnit: input.scalefactor }),
    frequencyHz: highest,
    roundingDeg: input.roundingangle,
  };
}

interface SolverWork extends RunPlace {
  plan: SolverPlan;
  controls: RunControls;
  onSpawn: (pid: number) => void;
}

type SolverEnd = { converged?: boolean | undefined };

async function solve(context: WorkerContext, run: RunRow, work: SolverWork): Promise<SolverEnd> {
  await prepareResults(placeOf(context, run, work));
  return runSolver(context, run, work);
}

async function continueSolving(context: WorkerContext, run: RunRow, work: SolverWork): Promise<SolverEnd> {
  const place = placeOf(context, run, work);
  if (!(await prepareContinuation(place))) return { converged: await convergedIn(context, run) };
  try {
    const end = await runSolver(context, run, work);
    await replaceResults(place);
    return end;
  } catch (error) {
    const isInterrupted = work.controls.signal.aborted || engineProblem(error)?.code === 'WORKER_LOST';
    // What cannot be dropped because somebody else has the run is theirs.
    if (!isInterrupted) await dropContinuation(place).catch(() => undefined);
    throw error;
  }
}

const placeOf = (context: WorkerContext, run: RunRow, { attempt, fence, plan }: SolverWork) => ({
  files: context.files,
  projectId: run.projectId,
  attempt,
  fence,
  runId: run.id,
  resumes: run.input.kind === 'solver' ? run.input.resumes : undefined,
  job: `${JSON.stringify(JobSchema.parse(plan.job), null, 2)}\n`,
});

async function runSolver(context: WorkerContext, run: RunRow, work: SolverWork): Promise<SolverEnd> {
  const { attempt, plan, controls, onSpawn } = work;
  await tellNotice(attempt.folder, plan);
  let converged: boolean | undefined;
  await syncOutputs(work, controls, async () => {
    await context.engines.solve({
      runId: run.id,
      folder: attempt.folder,
      out: RESULT_FOLDERS.results,
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
    await writeChecksums(join(attempt.folder, RESULT_FOLDERS.results));
  });
  return { converged };
}

async function convergedIn({ files }: WorkerContext, run: RunRow): Promise<boolean | undefined> {
  const result = await readJson(files, run.projectId, `${RESULT_FOLDERS.results}/${RESULT_FILE}`);
  return RunResultSchema.safeParse(result).data?.converged;
}
