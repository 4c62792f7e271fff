import { ProjectRowSchema, type WireProjectRow } from '@pace/contract';
import type { ListedProject, ListedRun } from '../storage/projectRows.ts';
import { presentFailure, presentPrediction, presentRun } from './liveState.ts';
import { presentHead } from './project.ts';

export interface ListedFacts extends ListedProject {
  /** Of the run that waits, if one does */
  queuePosition: number | undefined;
}

const InputSchema = ProjectRowSchema.shape.state.shape.solverInput;

export function presentProjectRow(facts: ListedFacts): WireProjectRow {
  const { project, upload, mesherRun, solverRun, resultRun, failedContinuation } = facts;
  const withQueue = (run: ListedRun | undefined) =>
    run && { run, queuePosition: run.status === 'Queued' ? facts.queuePosition : undefined };
  return {
    ...presentHead(project, solverRun),
    state: {
      // What an earlier version stored lacks settings that came later: they have their defaults.
      solverInput: InputSchema.safeParse(project.solverInput).data ?? null,
      solverResultReady: resultRun !== undefined,
      ...(resultRun ? { resultVersion: resultRun.id } : {}),
      model: upload
        ? {
            fileName: upload.fileName,
            fileSize: upload.fileSize,
            type: upload.type,
            complete: upload.completedAt !== null,
          }
        : null,
    },
    stateLive: {
      mesherState: presentRun(withQueue(mesherRun)),
      solverState: {
        ...presentRun(withQueue(solverRun)),
        ...(typeof solverRun?.converged === 'boolean' ? { converged: solverRun.converged } : {}),
        ...(solverRun ? presentPrediction(solverRun) : {}),
        ...(failedContinuation ? { failedContinuation: presentFailure(failedContinuation) } : {}),
      },
    },
  };
}
