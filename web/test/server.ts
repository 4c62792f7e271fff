import { vi } from 'vitest';

export interface Request {
  path: string;
  method: string;
  headers: Record<string, string>;
  body: unknown;
}

type Answer = { status?: number; body: unknown } | { events: string };

/** Answers fetch with what `answer` says, as JSON or as server-sent events, and remembers what was asked. */
export function fakeServer(answer: (request: Request) => Answer | Promise<Answer>): Request[] {
  const seen: Request[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const request: Request = {
      path,
      method: init.method ?? 'GET',
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    seen.push(request);
    const given = await answer(request);
    if ('events' in given)
      return new Response(given.events, { headers: { 'content-type': 'text/event-stream' } });
    const { status = 200, body } = given;
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
  return seen;
}
