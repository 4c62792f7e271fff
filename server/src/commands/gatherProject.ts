import { MeshReportSchema, type LiveState } from '@pace/contract';
import { presentLiveState, type RunWithQueue } from '../presenters/liveState.ts';
import type { ProjectFacts } from '../presenters/project.ts';
import { queuePosition } from '../runs/schedule.ts';
import type { Services } from '../services.ts';
import type { ProjectRecords } from '../storage/projectRows.ts';
import { MESH_REPORT, readJson, RESULT_FOLDERS } from '../storage/projectFiles.ts';
import type { RunRow } from '../storage/schema.ts';

/** Everything a project's screen shows, from its records and its files. */
export async function gatherProject(services: Services, records: ProjectRecords): Promise<ProjectFacts> {
  const { files } = services;
  const id = records.project.id;
  const report = MeshReportSchema.safeParse(await readJson(files, id, MESH_REPORT));
  const summary = await readJson(files, id, `${RESULT_FOLDERS.results}/result.json`);
  return {
    ...records,
    mesher: await withQueue(services, records.mesherRun),
    solver: await withQueue(services, records.solverRun),
    meshReport: report.success ? report.data : undefined,
    resultNames: await files.names(id, RESULT_FOLDERS.results),
    resultSummary:
      typeof summary === 'object' && summary !== null ? (summary as Record<string, unknown>) : undefined,
  };
}

export async function gatherLiveState(services: Services, records: ProjectRecords): Promise<LiveState> {
  return presentLiveState(
    await withQueue(services, records.mesherRun),
    await withQueue(services, records.solverRun),
    records.failedContinuation,
  );
}

async function withQueue(services: Services, run: RunRow | undefined): Promise<RunWithQueue | undefined> {
  if (!run) return undefined;
  return { run, queuePosition: run.status === 'Queued' ? await queuePosition(services.db, run) : undefined };
}
