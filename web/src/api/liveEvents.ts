import {
  CALLS,
  LIVE_EVENTS,
  LiveStateSchema,
  EventSchema,
  type LiveState,
  type SolverEvent,
} from '@pace/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { ApiError, callStream } from './client.ts';
import { liveStateKey } from './projects.ts';

export interface LiveListener {
  onState(state: LiveState): void;
  /** What was reported of the solver belongs to an earlier run */
  onReset(): void;
  onSolver(events: SolverEvent[]): void;
}

/** First wait after a stream broke; it doubles up to the longest. Meanwhile the state is polled. */
const RETRY_MS = 2000;
const RETRY_LONGEST_MS = 30_000;

/** Blocks of a stream of server-sent events, however the bytes are cut; comments are passed over. */
export async function* serverSentEvents(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ name: string; data: string }> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n');
      const value = (field: string) =>
        lines.filter((line) => line.startsWith(`${field}: `)).map((line) => line.slice(field.length + 2));
      const data = value('data');
      if (data.length > 0) yield { name: value('event')[0] ?? 'message', data: data.join('\n') };
    }
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** Follows a run until its stream ends. @throws ApiError */
async function follow(
  id: string,
  listener: LiveListener & { onOpen(): void },
  signal: AbortSignal,
): Promise<void> {
  const body = await callStream(CALLS.liveEvents, { query: { id }, signal });
  listener.onOpen();
  for await (const { name, data } of serverSentEvents(chunksOf(body))) {
    const kind = LIVE_EVENTS.find((one) => one === name);
    const json: unknown = JSON.parse(data);
    if (kind === 'state') listener.onState(LiveStateSchema.parse(json));
    if (kind === 'reset') listener.onReset();
    if (kind === 'solver') listener.onSolver(z.array(EventSchema).parse(json));
  }
}

/**
 * Live events of a run while it is `active`; states go into the cache of `useLiveState`.
 * @returns whether the stream is open, so that nothing has to be polled
 */
export function useLiveEvents(
  id: string,
  active: boolean,
  listener: Pick<LiveListener, 'onReset' | 'onSolver'>,
): boolean {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const current = useRef(listener);
  useEffect(() => {
    current.current = listener;
  });
  useEffect(() => {
    if (!active || id === '') return undefined;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wait = RETRY_MS;
    const again = () => {
      setOpen(false);
      timer = setTimeout(() => void run(), wait);
      wait = Math.min(2 * wait, RETRY_LONGEST_MS);
    };
    const run = async () => {
      try {
        await follow(
          id,
          {
            onOpen: () => {
              wait = RETRY_MS;
              setOpen(true);
              // A stream begins with the whole history.
              current.current.onReset();
            },
            onState: (state) => client.setQueryData<LiveState>(liveStateKey(id), state),
            onReset: () => current.current.onReset(),
            onSolver: (events) => current.current.onSolver(events),
          },
          stop.signal,
        );
        if (!stop.signal.aborted) again();
      } catch (error) {
        if (stop.signal.aborted) return;
        // Refused is refused; what only broke is tried again.
        if (error instanceof ApiError && error.status >= 400 && error.status < 500) setOpen(false);
        else again();
      }
    };
    void run();
    return () => {
      stop.abort();
      clearTimeout(timer);
      setOpen(false);
    };
  }, [client, id, active]);
  return open;
}
