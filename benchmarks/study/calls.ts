import { CALLS, LIMITS, type CallName } from '@pace/contract';
import type { Latencies } from './latencies.ts';

export interface Person {
  email: string;
  /** Behind a proxy on this machine, as everybody comes from somewhere else */
  address: string;
  token: string;
  projectId: string;
}

/** @param input  of a POST also the bytes of its body */
export type Call = (
  name: CallName,
  person: Pick<Person, 'address' | 'token'>,
  input?: object | Uint8Array<ArrayBuffer>,
) => Promise<unknown>;

/** Calls that fail are counted, and answered by undefined. */
export function callerOf(url: string, latencies: Pick<Latencies, 'add'>): Call {
  return async (name, { address, token }, input) => {
    const { method, path } = CALLS[name];
    const query =
      method === 'GET' && input ? `?${new URLSearchParams(Object.entries(input)).toString()}` : '';
    const started = performance.now();
    try {
      const response = await fetch(`${url}${path}${query}`, {
        method,
        headers: {
          'x-forwarded-for': address,
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
          ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        },
        ...(method === 'GET'
          ? {}
          : { body: input instanceof Uint8Array ? input : JSON.stringify(input ?? {}) }),
      });
      const body = (await response.json()) as { result?: unknown; code?: string };
      latencies.add(
        name,
        performance.now() - started,
        response.ok ? undefined : `${response.status} ${body.code ?? ''}`,
      );
      return response.ok ? body.result : undefined;
    } catch (error) {
      const cause =
        error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      latencies.add(name, performance.now() - started, cause);
      return undefined;
    }
  };
}

/** In base64, as it travels; made once however many people send it. */
const chunksOf = new WeakMap<Buffer, Buffer[]>();

export async function upload(call: Call, person: Person, content: Buffer): Promise<void> {
  const size = LIMITS.uploadChunkBytes;
  const chunks =
    chunksOf.get(content) ??
    Array.from({ length: Math.ceil(content.length / size) }, (_, index) =>
      Buffer.from(content.subarray(index * size, (index + 1) * size).toString('base64')),
    );
  chunksOf.set(content, chunks);
  for (const [index, data] of chunks.entries()) {
    const offset = index * size;
    const facts = JSON.stringify({
      projectId: person.projectId,
      fileName: 'sphere.unv',
      index,
      offset,
      fileSize: content.length,
      chunkSize: Math.min(size, content.length - offset),
    });
    // To write megabytes of text as JSON takes longer than to send them.
    await call(
      'upload',
      person,
      Buffer.concat([Buffer.from(`${facts.slice(0, -1)},"data":"`), data, Buffer.from('"}')]),
    );
  }
}
