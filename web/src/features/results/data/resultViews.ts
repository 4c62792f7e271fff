import { parseResultFileName, type Project, type ResultKind } from '@pace/contract';

export const RESULT_VIEWS = [
  'glance',
  'mesh',
  'currents',
  'bistatic',
  'monostatic',
  'statistics',
  'iterations',
  'pattern',
  'waterfall',
  'imaging',
  'design',
] as const;
export type ResultView = (typeof RESULT_VIEWS)[number];

/** Position in `outputselection`: [Coefficients, Surface Currents, Iterations, Time Data, Farzone Electric] */
const OUTPUT_FLAG = { currents: 1, iterations: 2, farzone: 4 } as const;

const SAYING_WHAT_TO_SET = ['monostatic', 'statistics', 'pattern', 'waterfall', 'imaging', 'design'] as const;

/** Views that have something to show. */
export function enabledViews({ state }: Project): Set<ResultView> {
  const enabled = new Set<ResultView>();
  if (state.mesherResultReady || state.solverResultReady) enabled.add('mesh');
  if (!state.solverResultReady) return enabled;
  const kinds = new Set<ResultKind>();
  for (const name of state.outputFileList) {
    const kind = parseResultFileName(name.split('/').at(-1) ?? '')?.kind;
    if (kind) kinds.add(kind);
  }
  // Where the list names no result file, what was asked for decides.
  const has = (kind: keyof typeof OUTPUT_FLAG) =>
    kinds.size > 0 ? kinds.has(kind) : state.solverInput?.outputselection[OUTPUT_FLAG[kind]] !== 0;
  if (has('currents')) enabled.add('currents');
  if (has('farzone')) enabled.add('bistatic');
  if (has('iterations')) enabled.add('iterations');
  enabled.add('glance');
  // Of a run that was not made for them, these say what to set.
  for (const view of SAYING_WHAT_TO_SET) enabled.add(view);
  return enabled;
}
