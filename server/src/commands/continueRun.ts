import { LIMITS, SolverInputShape } from '@pace/contract';
import { z } from 'zod';
import { continuableRun } from '../policies/runRules.ts';
import { Problem } from '../problem.ts';
import type { Services } from '../services.ts';
import { recordAudit } from '../storage/audit.ts';
import { readJson, RESULT_FOLDERS } from '../storage/projectFiles.ts';
import type { UserRow } from '../storage/schema.ts';
import { openProject } from './openProject.ts';
import { personTurns, requireRun } from './usage.ts';

const JobInputSchema = z.looseObject({ solverInput: SolverInputShape });
const ResultSchema = z.looseObject({ method: z.string().optional() });

/** Queues a run that goes on where the last one stopped without converging; without a number, with twice its iterations. */
export async function continueRun(
  services: Services,
  user: UserRow,
  request: { projectId: string; numberofiterations?: number | undefined },
): Promise<void> {
  const records = await openProject(services, user, request.projectId);
  const { project, upload } = records;
  const result = ResultSchema.safeParse(
    await readJson(services.files, project.id, `${RESULT_FOLDERS.results}/result.json`),
  );
  const last = continuableRun(records, result.data?.method);
  const job = last.input.kind === 'solver' ? JobInputSchema.safeParse(last.input.job) : undefined;
  if (!upload || last.input.kind !== 'solver' || !job?.success || !result.success)
    throw new Problem(
      'RUN_NOT_CONTINUABLE',
      'The files of the run are no longer complete. Create a new project with more iterations.',
    );
  const { solverInput } = job.data;
  const input = {
    kind: 'solver' as const,
    threads: last.input.threads,
    job: {
      ...job.data,
      solverInput: {
        ...solverInput,
        numberofiterations:
          request.numberofiterations ?? Math.min(2 * solverInput.numberofiterations, LIMITS.iterationsMax),
      },
      memoryLimitBytes: services.config.memoryLimitBytes,
    },
    continues: last.id,
  };
  await personTurns.take(user.id, async () => {
    await requireRun(services, user);
    await services.runs.start(upload, input);
  });
  await recordAudit(services.db, { action: 'solver continued', userId: user.id, subject: project.id });
}
