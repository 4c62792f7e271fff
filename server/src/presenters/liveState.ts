import { NumberOfIterationsSchema, type LiveState } from '@pace/contract';
import { z } from 'zod';
import { parseShortage } from '../policies/scheduling.ts';
import { isContinuation } from '../storage/projectRows.ts';
import type { RunRow } from '../storage/schema.ts';

const LimitSchema = z.looseObject({
  solverInput: z.looseObject({ numberofiterations: NumberOfIterationsSchema }),
});

export interface RunWithQueue {
  run: RunRow;
  /** 1 for the next to start; only of a waiting run */
  queuePosition: number | undefined;
  /** Whether what a cancelled run had computed can be resumed */
  continuable?: boolean;
}

export function presentLiveState(
  mesher: RunWithQueue | undefined,
  solver: RunWithQueue | undefined,
  failedContinuation: RunRow | undefined,
): LiveState {
  return {
    mesherState: presentRun(mesher),
    solverState: {
      ...presentRun(solver),
      ...(solver ? presentSolver(solver) : {}),
      ...(failedContinuation ? { failedContinuation: presentFailure(failedContinuation) } : {}),
    },
  };
}

function presentSolver({ run, continuable }: RunWithQueue): Partial<LiveState['solverState']> {
  const limit = run.input.kind === 'solver' ? LimitSchema.safeParse(run.input.job).data : undefined;
  return {
    ...(typeof run.converged === 'boolean' ? { converged: run.converged } : {}),
    ...(limit ? { numberofiterations: limit.solverInput.numberofiterations } : {}),
    ...(isContinuation(run) ? { continues: true } : {}),
    ...(continuable ? { continuable: true } : {}),
    ...presentPrediction(run),
  };
}

/** A run of which the solver could not say its method is one that it could not check. */
export function presentPrediction({
  method,
  estimatedSeconds,
  estimatedBytes,
}: Pick<RunRow, 'method' | 'estimatedSeconds' | 'estimatedBytes'>) {
  if (method === null || estimatedSeconds === null || estimatedBytes === null) return {};
  return { predicted: { seconds: estimatedSeconds, memoryBytes: estimatedBytes } };
}

export function presentFailure({
  status,
  detail,
  code,
  message,
}: Pick<RunRow, 'status' | 'detail' | 'code' | 'message'>) {
  return {
    status: status === 'Cancelled' ? status : ('Error' as const),
    detail,
    ...(code === null ? {} : { code }),
    ...message,
  };
}

function presentShortage({ status, waitingFor, detail }: Omit<RunRow, 'input'>) {
  const isShort = status === 'Queued' && (waitingFor === 'memory' || waitingFor === 'disk');
  const waitingBytes = isShort ? parseShortage(detail) : undefined;
  return waitingBytes ? { waitingBytes } : {};
}

export function presentRun(
  of: { run: Omit<RunRow, 'input'>; queuePosition: number | undefined } | undefined,
): LiveState['mesherState'] {
  if (!of) return { status: '', detail: '' };
  const { run, queuePosition } = of;
  return {
    status: run.status,
    detail: run.status === 'Queued' ? '' : run.detail,
    ...(run.code === null ? {} : { code: run.code, ...run.message }),
    ...(run.fraction === null ? {} : { fraction: run.fraction }),
    ...(queuePosition === undefined ? {} : { queuePosition }),
    ...(run.status === 'Queued' && run.waitingFor !== null ? { waitingFor: run.waitingFor } : {}),
    ...presentShortage(run),
  };
}
