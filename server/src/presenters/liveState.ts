import type { LiveState } from '@pace/contract';
import type { RunRow } from '../storage/schema.ts';

export interface RunWithQueue {
  run: RunRow;
  /** 1 for the next to start; only of a waiting run */
  queuePosition: number | undefined;
}

export function presentLiveState(
  mesher: RunWithQueue | undefined,
  solver: RunWithQueue | undefined,
): LiveState {
  return {
    mesherState: presentRun(mesher),
    solverState: {
      ...presentRun(solver),
      ...(typeof solver?.run.converged === 'boolean' ? { converged: solver.run.converged } : {}),
    },
  };
}

function presentRun(of: RunWithQueue | undefined): LiveState['mesherState'] {
  if (!of) return { status: '', detail: '' };
  const { run, queuePosition } = of;
  return {
    status: run.status,
    detail: run.detail,
    ...(run.code === null ? {} : { code: run.code }),
    ...(run.fraction === null ? {} : { fraction: run.fraction }),
    ...(queuePosition === undefined ? {} : { queuePosition }),
  };
}
