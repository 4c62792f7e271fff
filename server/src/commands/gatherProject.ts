import {
  MeshReportSchema,
  RESULT_FILE,
  RunResultSchema,
  type LiveState,
  type MeshReport,
  type RunResult,
} from '@pace/contract';
import { presentLiveState, type RunWithQueue } from '../presenters/liveState.ts';
import type { ProjectFacts } from '../presenters/project.ts';
import { keptWorkOf } from '../runs/resultFolders.ts';
import { queuePosition } from '../runs/schedule.ts';
import type { Services } from '../services.ts';
import type { ProjectRecords } from '../storage/projectRows.ts';
import { MESH_REPORT, RESULT_FOLDERS } from '../storage/projectFiles.ts';
import type { RunRow } from '../storage/schema.ts';
import { isJobUnchanged } from './unchangedJob.ts';

/** Everything a project's screen shows, from its records and its files. */
export async function gatherProject(services: Services, records: ProjectRecords): Promise<ProjectFacts> {
  const id = records.project.id;
  const [mesher, solver, files] = await Promise.all([
    withQueue(services, records.mesherRun),
    solverOf(services, records),
    records.upload ? gatherFiles(services, id) : NO_FILES,
  ]);
  return { ...records, mesher, solver, ...files };
}

const NO_FILES = { meshReport: undefined, resultSummary: undefined, resultNames: [] };

async function gatherFiles(
  { files, reports }: Services,
  id: string,
): Promise<Pick<ProjectFacts, keyof typeof NO_FILES>> {
  const [meshReport, resultSummary, resultNames] = await Promise.all([
    reports.read(id, MESH_REPORT, meshReportOf),
    reports.read(id, `${RESULT_FOLDERS.results}/${RESULT_FILE}`, summaryOf),
    files.names(id, RESULT_FOLDERS.results),
  ]);
  return { meshReport, resultSummary, resultNames };
}

const meshReportOf = (json: unknown): MeshReport | undefined => MeshReportSchema.safeParse(json).data;
const summaryOf = (json: unknown): RunResult | undefined => RunResultSchema.safeParse(json).data;

export async function gatherLiveState(services: Services, records: ProjectRecords): Promise<LiveState> {
  return presentLiveState(
    await withQueue(services, records.mesherRun),
    await solverOf(services, records),
    records.failedContinuation,
  );
}

async function solverOf(services: Services, records: ProjectRecords): Promise<RunWithQueue | undefined> {
  const { project, solverRun } = records;
  const known = await withQueue(services, solverRun);
  if (!known || known.run.status !== 'Cancelled' || !isJobUnchanged(records)) return known;
  const kept = await keptWorkOf(known.run, services.files, project.id);
  return { ...known, continuable: kept !== undefined };
}

async function withQueue(services: Services, run: RunRow | undefined): Promise<RunWithQueue | undefined> {
  if (!run) return undefined;
  return { run, queuePosition: run.status === 'Queued' ? await queuePosition(services.db, run) : undefined };
}
