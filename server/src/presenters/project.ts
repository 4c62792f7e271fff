import {
  MaterialsSchema,
  SolverInputShape,
  type MeshReport,
  type RunResult,
  type WireProject,
} from '@pace/contract';
import type { z } from 'zod';
import { isRefusedMesh } from '../policies/runRules.ts';
import { coveredBytes } from '../storage/byteRanges.ts';
import { savedMesherOptions, type ProjectRecords } from '../storage/projectRows.ts';
import { presentLiveState, type RunWithQueue } from './liveState.ts';

export interface ProjectFacts extends ProjectRecords {
  mesher: RunWithQueue | undefined;
  solver: RunWithQueue | undefined;
  meshReport: MeshReport | undefined;
  resultNames: string[];
  resultSummary: RunResult | undefined;
}

/** What an earlier version stored lacks settings that came later: they have their defaults. */
function completed<S extends z.ZodType>(schema: S, stored: unknown): z.output<S> | null {
  return schema.safeParse(stored).data ?? null;
}

const NOT_ENDED = '-1';

/** The report of a mesh that can be solved, or of one that was read and has errors: the user is to see them. */
function shownReport({ mesherRun, meshReport }: ProjectFacts): MeshReport | undefined {
  return mesherRun?.status === 'Finished' || isRefusedMesh(mesherRun, meshReport) ? meshReport : undefined;
}

/** What a project and its row in a list begin with. */
export function presentHead(
  project: Pick<ProjectFacts['project'], 'id' | 'name' | 'programType' | 'coreType' | 'createdAt' | 'isDemo'>,
  solverRun: { startedAt: Date | null; endedAt: Date | null } | undefined,
) {
  return {
    id: project.id,
    name: project.name,
    projectName: project.name,
    solverType: project.programType as WireProject['solverType'],
    coreType: project.coreType,
    createdDate: project.createdAt.toISOString(),
    startDate: solverRun?.startedAt?.toISOString() ?? null,
    endDate: solverRun?.endedAt?.toISOString() ?? NOT_ENDED,
    isDemo: project.isDemo,
  };
}

export function presentProject(facts: ProjectFacts): WireProject {
  const { project, upload, mesherRun, solverRun, resultRun, failedContinuation } = facts;
  const meshReady = mesherRun?.status === 'Finished' && facts.meshReport !== undefined;
  return {
    ...presentHead(project, solverRun),
    state: {
      solverInput: completed(SolverInputShape, project.solverInput),
      materials: completed(MaterialsSchema, project.materials),
      mesherInput: savedMesherOptions(project),
      mesherInputFileList: upload?.completedAt ? [upload.fileName] : [],
      outputFileList: [...(meshReady ? ['mesh.unv'] : []), ...facts.resultNames],
      // While a run continues a finished one, the results of that one are there.
      solverResultReady: resultRun !== undefined,
      ...(resultRun ? { resultVersion: resultRun.id } : {}),
      mesherResultReady: meshReady,
      model: upload
        ? {
            fileName: upload.fileName,
            fileSize: upload.fileSize,
            type: upload.type,
            complete: upload.completedAt !== null,
            received: coveredBytes(upload.ranges),
          }
        : null,
      meshReport: shownReport(facts) ?? null,
      ...(project.coated ? { coated: project.coated } : {}),
    },
    stateLive: presentLiveState(facts.mesher, facts.solver, failedContinuation),
    resultSummary: facts.resultSummary ?? null,
  };
}
