import type { CallName } from '@pace/contract';
import { CALLS } from '@pace/contract';
import type { z } from 'zod';
import { inject } from 'vitest';

type Result<N extends CallName> = (typeof CALLS)[N] extends { result: infer R extends z.ZodType }
  ? z.infer<R>
  : never;

/** One call of the API, as a program would make it. */
export async function callApi<N extends CallName>(
  name: N,
  token: string | undefined,
  { body, query = {} }: { body?: unknown; query?: Record<string, string> } = {},
): Promise<Result<N>> {
  const { method, path } = CALLS[name];
  const response = await fetch(`${inject('site')}${path}?${new URLSearchParams(query)}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { result: Result<N>; detail?: string };
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${answer.detail ?? ''}`);
  return answer.result;
}
