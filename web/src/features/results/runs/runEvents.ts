import type { LiveState, SolverEvent } from '@pace/contract';

/** Residuals of one right-hand side at one frequency, as they came. */
export interface ResidualHistory {
  frequencyHz: number;
  rightHandSide: number;
  iterations: readonly number[];
  residuals: readonly number[];
}

export type Returns = Extract<SolverEvent, { event: 'returns' }>;

/** What the solver has reported of its present pass. */
export interface RunEvents {
  stage: string | undefined;
  /** Of the whole pass, 0 to 1 */
  fraction: number | undefined;
  frequencyHz: number | undefined;
  /** Since the solver was started, at the last event */
  seconds: number | undefined;
  memoryBytes: number | undefined;
  /** When that was reported [ms] */
  toldAt: number | undefined;
  predicted: { seconds: number; memoryBytes: number; unknowns?: number; method?: string } | undefined;
  notices: readonly Extract<SolverEvent, { event: 'notice' }>[];
  histories: readonly ResidualHistory[];
  /** All right-hand sides that were reported, by frequency and number; `histories` has the newest */
  rightHandSides: ReadonlySet<string>;
  /** Backscatter so far, in the order in which it was computed */
  returns: readonly Returns[];
}

export const NOTHING_TOLD: RunEvents = {
  stage: undefined,
  fraction: undefined,
  frequencyHz: undefined,
  seconds: undefined,
  memoryBytes: undefined,
  toldAt: undefined,
  predicted: undefined,
  notices: [],
  histories: [],
  rightHandSides: new Set(),
  returns: [],
};

/** The newest right-hand sides are kept; a sweep may have many thousands. */
const HISTORIES_KEPT = 12;

/** Takes in events, oldest first. A pass begins with its estimate: what was reported before belongs to an earlier one. */
export function withEvents(known: RunEvents, events: readonly SolverEvent[], now: number): RunEvents {
  let next: RunEvents = { ...known };
  const histories = new Map(
    known.histories.map((one) => [
      keyOf(one),
      { ...one, iterations: [...one.iterations], residuals: [...one.residuals] },
    ]),
  );
  let reported = new Set(known.rightHandSides);
  // Of earlier passes too: what they computed is still there.
  const returns = [...known.returns];
  for (const event of events) {
    switch (event.event) {
      case 'estimate':
        histories.clear();
        reported = new Set();
        next = {
          ...NOTHING_TOLD,
          predicted: {
            seconds: event.seconds,
            memoryBytes: event.memoryBytes,
            unknowns: event.unknowns,
            method: event.method,
          },
        };
        break;
      case 'stage':
        next = {
          ...next,
          stage: event.stage,
          fraction: event.fraction,
          seconds: event.seconds,
          memoryBytes: event.memoryBytes,
          toldAt: now,
          frequencyHz: event.frequencyHz ?? next.frequencyHz,
        };
        break;
      case 'notice':
        next = { ...next, notices: [...next.notices, event] };
        break;
      case 'iteration': {
        const key = keyOf(event);
        const history = histories.get(key) ?? {
          frequencyHz: event.frequencyHz,
          rightHandSide: event.rightHandSide,
          iterations: [],
          residuals: [],
        };
        history.iterations.push(event.iteration);
        history.residuals.push(event.residual);
        // The one that was reported last stands last.
        histories.delete(key);
        histories.set(key, history);
        reported.add(key);
        break;
      }
      case 'returns':
        returns.push(event);
        break;
      default:
        break;
    }
  }
  return {
    ...next,
    histories: [...histories.values()].slice(-HISTORIES_KEPT),
    rightHandSides: reported,
    returns,
  };
}

/**
 * Where there is no stream, the state that is asked for every few seconds shows how far the run is and what was predicted.
 * @param elapsed  seconds since the run was started
 */
export function withState(
  known: RunEvents,
  { fraction, predicted }: LiveState['solverState'],
  elapsed: number | undefined,
): RunEvents {
  const next = { ...known, predicted: known.predicted ?? predicted };
  return fraction === undefined || elapsed === undefined
    ? next
    : { ...next, fraction, seconds: elapsed, toldAt: undefined };
}

const keyOf = ({ frequencyHz, rightHandSide }: Pick<ResidualHistory, 'frequencyHz' | 'rightHandSide'>) =>
  `${frequencyHz}/${rightHandSide}`;

/** Below this share the run has shown too little of its own speed. */
const OWN_SPEED_FROM = 0.1;

/**
 * Seconds to go: by the run's own speed once a tenth is done, before that by the prediction. Undefined if neither is
 * known, or if the prediction is over and the run says nothing of its end.
 */
export function remainingSeconds(
  { fraction, seconds, predicted, toldAt }: RunEvents,
  now: number,
): number | undefined {
  const since = toldAt === undefined ? 0 : Math.max(0, (now - toldAt) / 1000);
  const left = (atTelling: number) => Math.max(0, atTelling - since);
  if (fraction !== undefined && seconds !== undefined && fraction >= OWN_SPEED_FROM)
    return left((seconds * (1 - fraction)) / fraction);
  if (predicted === undefined) return undefined;
  const rest = predicted.seconds - (seconds ?? 0);
  return rest > 0 ? left(rest) : undefined;
}
