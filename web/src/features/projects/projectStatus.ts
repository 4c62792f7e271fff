import { frequenciesHz, messageOf, progressPercent, type ProjectRow, type Said } from '@pace/contract';

/** What a card says about a project, and where it leads. */
export type ProjectStatus =
  | ({ kind: 'broken'; code?: string | undefined; detail: string; frequencyBroken: boolean } & Said)
  | { kind: 'solver'; status: string; detail: string; percent: number; unconverged: boolean }
  | ({ kind: 'mesher'; status: string; code?: string | undefined; detail: string } & Said)
  | { kind: 'new' };

export function projectStatus({ state, stateLive }: ProjectRow): ProjectStatus {
  const { solverState, mesherState } = stateLive;
  const frequencyBroken = state.solverInput !== null && !(state.solverInput.frequency[0] > 0);
  if (solverState.status === 'Error' || frequencyBroken)
    return {
      kind: 'broken',
      code: solverState.code,
      detail: solverState.detail,
      ...messageOf(solverState),
      frequencyBroken,
    };
  if (solverState.status !== '')
    return {
      kind: 'solver',
      status: solverState.status,
      detail: solverState.detail,
      percent: progressPercent(
        state.solverResultReady && solverState.status === 'Finished',
        solverState.detail,
      ),
      unconverged: solverState.status === 'Finished' && solverState.converged === false,
    };
  if (mesherState.status !== '') return { kind: 'mesher', ...mesherState };
  return { kind: 'new' };
}

/** A run of solver or mesher ended with an error; after one of the mesher the project can still be set up. */
export const isFailed = (status: ProjectStatus): boolean =>
  status.kind === 'broken' || (status.kind === 'mesher' && status.status === 'Error');

/** A run that ended before its residual was reached: its numbers are not a solution. */
export const isUnconverged = (status: ProjectStatus): boolean =>
  status.kind === 'solver' && status.unconverged;

/** Lowest and highest frequency [Hz], undefined before one is chosen. */
export function frequencyRangeHz({ state }: ProjectRow): [number, number] | undefined {
  if (state.solverInput === null) return undefined;
  const all = frequenciesHz(state.solverInput);
  return [all[0]!, all.at(-1)!];
}
