import { ACTIVE_STATUSES, type LiveState } from '@pace/contract';

/** True while the mesher or the solver has something to do. */
export function isActive(state: LiveState): boolean {
  const active: readonly string[] = ACTIVE_STATUSES;
  return active.includes(state.mesherState.status) || active.includes(state.solverState.status);
}
