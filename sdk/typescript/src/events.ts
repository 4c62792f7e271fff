/** Live events of a project, with polling where a stream does not get through. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ACTIVE_STATUSES, type LiveState, type RunStatus, type SolverEvent } from '@pace/contract';
import { ConnectionLost, PaceError } from './errors.ts';
import type { Transport } from './transport.ts';

/**
 * poll: between two questions for the state. silence: the server says something every 15 s at least, so a stream without a word for so
 * long is broken. polledFor: after a stream did not get through, the state is polled so long before another is tried. [ms]
 */
export const WAITS_MS = { poll: 3000, silence: 40_000, polledFor: 60_000, anew: 100 };

/** As the server names them. */
export type Event =
  { kind: 'state'; data: LiveState } | { kind: 'reset' } | { kind: 'solver'; data: SolverEvent[] };

export const isActiveStatus = (status: string): boolean => ACTIVE_STATUSES.includes(status as RunStatus);

/** Whether mesher or solver wait or run. */
export const isActive = ({ mesherState, solverState }: LiveState): boolean =>
  isActiveStatus(mesherState.status) || isActiveStatus(solverState.status);

/**
 * Events of a stream (WHATWG HTML, server-sent events); comments are passed over.
 * @throws SyntaxError where data is not JSON
 */
export async function* serverSent(
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<{ kind: string; data: unknown }> {
  let kind = 'message';
  let data: string[] = [];
  for await (const line of lines) {
    if (line === '') {
      if (data.length > 0) yield { kind, data: JSON.parse(data.join('\n')) as unknown };
      kind = 'message';
      data = [];
    } else if (line.startsWith('event:')) kind = line.slice(6).trim();
    else if (line.startsWith('data:')) data.push(line.slice(5).trimStart());
  }
}

/** Statuses that pass: what they refuse is polled meanwhile. */
const PASSING: readonly (number | undefined)[] = [429, 500, 502, 503, 504];

const isBroken = (error: unknown): boolean =>
  error instanceof ConnectionLost ||
  (error instanceof PaceError && PASSING.includes(error.status)) ||
  // What came is no stream of events: something on the way answers in its place.
  error instanceof SyntaxError;

/**
 * Events from now on, the state first. It ends after the state in which nothing is active.
 *
 * A stream that breaks begins anew, with the whole history of solver events after a "reset".
 * @param signal  ends the following with its reason
 */
export async function* follow(
  transport: Transport,
  projectId: string,
  signal?: AbortSignal,
): AsyncGenerator<Event> {
  let pollUntil = 0;
  for (;;) {
    if (performance.now() >= pollUntil) {
      let state: LiveState | undefined;
      try {
        yield { kind: 'reset' };
        const lines = transport.lines('liveEvents', { id: projectId }, WAITS_MS.silence, signal);
        for await (const event of serverSent(lines)) {
          if (event.kind === 'state') state = event.data as LiveState;
          yield event as Event;
        }
      } catch (error) {
        if (!isBroken(error)) throw error;
        pollUntil = performance.now() + WAITS_MS.polledFor;
      }
      if (state && !isActive(state)) return;
      // Something on the way answers in the place of the server, and says nothing.
      if (!state) pollUntil = performance.now() + WAITS_MS.polledFor;
    }
    const state = await transport.call('storageStateLive', { projectId });
    yield { kind: 'state', data: state };
    if (!isActive(state)) return;
    const pause = performance.now() < pollUntil ? WAITS_MS.poll : WAITS_MS.anew;
    await sleep(pause, undefined, signal ? { signal } : {});
  }
}
