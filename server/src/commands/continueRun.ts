import { LIMITS, RESULT_FILE, RunResultSchema, JobInputShape } from '@pace/contract';
import { z } from 'zod';
import { continuableRun } from '../policies/runRules.ts';
import { problem } from '../problem.ts';
import { keptWorkOf } from '../runs/resultFolders.ts';
import type { Services } from '../services.ts';
import { recordAudit } from '../storage/audit.ts';
import { readJson, RESULT_FOLDERS } from '../storage/projectFiles.ts';
import type { ProjectRecords } from '../storage/projectRows.ts';
import type { RunRow, UserRow } from '../storage/schema.ts';
import { openProject } from './openProject.ts';
import { personTurns, requireRun } from './usage.ts';
import { isJobUnchanged } from './unchangedJob.ts';

const JobInputSchema = z.looseObject({ solverInput: JobInputShape });

/**
 * Queues a run that goes on where the last one stopped without converging, without a number with twice its iterations;
 * or where it was cancelled, without a number with as many as it was allowed.
 */
export async function continueRun(
  services: Services,
  user: UserRow,
  request: { projectId: string; numberofiterations?: number | undefined },
): Promise<void> {
  const records = await openProject(services, user, request.projectId);
  const { project, upload } = records;
  const wasCancelled = records.solverRun?.status === 'Cancelled';
  const result = RunResultSchema.safeParse(
    await readJson(services.files, project.id, `${RESULT_FOLDERS.results}/${RESULT_FILE}`),
  );
  const last = continuableRun(records, result.data?.method);
  const job = last.input.kind === 'solver' ? JobInputSchema.safeParse(last.input.job) : undefined;
  if (!upload || last.input.kind !== 'solver' || !job?.success || !(wasCancelled || result.success))
    throw problem('RUN_NOT_CONTINUABLE.filesGone');
  const goesOn = wasCancelled ? { resumes: await keptWork(services, records, last) } : { continues: last.id };
  const { solverInput } = job.data;
  const most = wasCancelled
    ? (project.solverInput?.numberofiterations ?? solverInput.numberofiterations)
    : Math.min(2 * solverInput.numberofiterations, LIMITS.iterationsMax);
  const input = {
    kind: 'solver' as const,
    threads: last.input.threads,
    job: {
      ...job.data,
      solverInput: {
        ...solverInput,
        numberofiterations: request.numberofiterations ?? most,
      },
      memoryLimitBytes: services.config.memoryLimitBytes,
    },
    ...goesOn,
  };
  await personTurns.take(user.id, async () => {
    await requireRun(services, user);
    await services.runs.start(upload, input);
  });
  await recordAudit(services.db, { action: 'solver continued', userId: user.id, subject: project.id });
}

/** @throws Problem RUN_NOT_CONTINUABLE if the run was changed since it was cancelled, or nothing of it is kept */
async function keptWork(services: Services, records: ProjectRecords, last: RunRow): Promise<string> {
  if (!isJobUnchanged(records)) throw problem('RUN_NOT_CONTINUABLE.changed');
  const kept = await keptWorkOf(last, services.files, records.project.id);
  if (kept === undefined) throw problem('RUN_NOT_CONTINUABLE.nothingKept');
  return kept;
}
