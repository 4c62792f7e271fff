/** Many runs, some at a time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { PaceError, QuotaExceeded } from './errors.ts';
import type { Results } from './results.ts';
import type { Run } from './run.ts';

/** Runs by their keys, or a list of them. */
export type Runs = Readonly<Record<string, Run>> | readonly Run[];
/** A key of a record, or a position in a list. */
export type KeyOf<R extends Runs> = R extends readonly Run[] ? number : Extract<keyof R, string>;
/** What belongs to each run, in a container as the runs came in. */
export type Like<R extends Runs, T> = R extends readonly Run[] ? T[] : { [Key in keyof R]: T };
export type Outcome = Results | PaceError;

/** Some runs of a batch failed. */
export class BatchFailed extends PaceError {
  override name = 'BatchFailed';
  /** Of the runs that succeeded, by key */
  readonly results: ReadonlyMap<string | number, Results>;
  /** By key */
  readonly errors: ReadonlyMap<string | number, PaceError>;

  constructor(
    results: ReadonlyMap<string | number, Results>,
    errors: ReadonlyMap<string | number, PaceError>,
  ) {
    const [[key, first] = ['', undefined]] = errors;
    super(
      first?.code ?? 'INTERNAL',
      `${errors.size} of ${errors.size + results.size} runs failed; the first is ${key}: ${first?.detail ?? ''}`,
    );
    this.results = results;
    this.errors = errors;
  }
}

/** The server says when waiting runs are too many; one of them ends sooner or later. */
export const ASK_AGAIN_MS = { quota: 3000 };

/**
 * @internal
 * Solves the runs, `atOnce` at a time, and yields each key with its results or its error as it finishes.
 *
 * Each key comes once; a run under several keys is solved once. If the caller stops, what was started goes on at the server.
 */
export async function* asFinished<R extends Runs>(
  runs: R,
  atOnce: number,
): AsyncGenerator<[key: KeyOf<R>, outcome: Outcome]> {
  const keys = new Map<string, KeyOf<R>[]>();
  const byId = new Map<string, Run>();
  for (const [key, run] of entriesOf(runs)) {
    keys.set(run.id, [...(keys.get(run.id) ?? []), key]);
    byId.set(run.id, run);
  }
  const waiting = [...byId.values()];
  const stop = new AbortController();
  const underWay = new Map<string, Promise<{ id: string; outcome: Outcome }>>();
  const begin = (run: Run) => {
    const done = solve(run, stop.signal).then((outcome) => ({ id: run.id, outcome }));
    // What nobody waits for any more may fail.
    done.catch(() => undefined);
    underWay.set(run.id, done);
  };
  try {
    waiting.splice(0, Math.max(1, atOnce)).forEach(begin);
    while (underWay.size > 0) {
      const { id, outcome } = await Promise.race(underWay.values());
      underWay.delete(id);
      const next = waiting.shift();
      if (next) begin(next);
      for (const key of keys.get(id) ?? []) yield [key, outcome];
    }
  } finally {
    stop.abort();
  }
}

/** Where too many runs of the account wait already, this one is started when there is room. */
async function solve(run: Run, signal: AbortSignal): Promise<Outcome> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await run.wait({ onProgress: false, signal });
    } catch (error) {
      if (!(error instanceof PaceError)) throw error;
      if (!(error instanceof QuotaExceeded && error.code === 'QUOTA_RUNS')) return error;
      await sleep(ASK_AGAIN_MS.quota, undefined, { signal });
    }
  }
}

function entriesOf<R extends Runs>(runs: R): [KeyOf<R>, Run][] {
  const entries: [string | number, Run][] = isList(runs)
    ? runs.map((run, i) => [i, run])
    : Object.entries<Run>(runs);
  return entries as [KeyOf<R>, Run][];
}

const isList = (runs: Runs): runs is readonly Run[] => Array.isArray(runs);

/** Outcomes in a container as the runs came in. @internal */
export function like<R extends Runs, T>(runs: R, outcomes: ReadonlyMap<string | number, T>): Like<R, T> {
  const values = entriesOf(runs).map(([key]) => [key, outcomes.get(key)] as const);
  return (isList(runs) ? values.map(([, one]) => one) : Object.fromEntries(values)) as Like<R, T>;
}
