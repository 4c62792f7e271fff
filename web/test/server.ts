import { vi } from 'vitest';

export interface Request {
  path: string;
  method: string;
  headers: Record<string, string>;
  body: unknown;
}

/** Answers fetch with what `answer` says, and remembers what was asked. */
export function fakeServer(answer: (request: Request) => { status?: number; body: unknown }): Request[] {
  const seen: Request[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const request: Request = {
      path,
      method: init.method ?? 'GET',
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    seen.push(request);
    const { status = 200, body } = answer(request);
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
  return seen;
}
