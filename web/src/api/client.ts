import {
  ErrorBodySchema,
  SHARE_SCHEME,
  type Call,
  type ErrorBody,
  type ErrorCode,
  type Said,
} from '@pace/contract';

import { z } from 'zod';
import { endSession, getSession } from './session.ts';
import { getShareToken } from './shareLink.ts';

type Issues = NonNullable<ErrorBody['issues']>;

/** `NETWORK`: no answer at all; `ANSWER`: an answer that is not as the contract says. */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'ANSWER';

/** A call that failed, with the sentence for people in `detail` and the code for programs. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly detail: string;
  readonly issues: Issues;
  readonly status: number;
  /** What the sentence is made of, where the server says it */
  readonly said: Said;

  constructor(
    code: ApiErrorCode,
    detail: string,
    status: number,
    issues: Issues = [],
    { message, values }: Said = {},
  ) {
    super(detail);
    this.name = 'ApiError';
    this.code = code;
    this.detail = detail;
    this.status = status;
    this.issues = issues;
    this.said = { message, values };
  }
}

type QueryOf<C> = C extends { query: infer Q extends z.ZodType } ? z.input<Q> : undefined;
type BodyOf<C> = C extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;
export type ResultOf<C> = C extends { result: infer R extends z.ZodType } ? z.output<R> : undefined;
type Needed<K extends string, V> = undefined extends V ? { [P in K]?: undefined } : { [P in K]: V };

export type CallInput<C> = Needed<'query', QueryOf<C>> &
  Needed<'body', BodyOf<C>> & { signal?: AbortSignal | undefined; keepalive?: boolean | undefined };
type Loose = {
  query?: unknown;
  body?: unknown;
  signal?: AbortSignal | undefined;
  keepalive?: boolean | undefined;
};

export interface Answer<C> {
  result: ResultOf<C>;
  detail: string | undefined;
}

/** Makes a call of the contract and gives its result. Throws ApiError. */
export async function callApi<C extends Call>(call: C, input: CallInput<C>): Promise<ResultOf<C>> {
  return (await callApiWithDetail(call, input)).result;
}

/** As callApi, with the sentence that some calls send along. */
export async function callApiWithDetail<C extends Call>(call: C, input: CallInput<C>): Promise<Answer<C>> {
  const response = await send(call, input, 'application/json');
  const envelope = EnvelopeSchema.safeParse(await response.json().catch(() => null));
  if (!envelope.success) throw badAnswer(call, response.status, 'no envelope');
  const result = (call.result ?? z.unknown()).safeParse(envelope.data.result);
  if (!result.success) throw badAnswer(call, response.status, z.prettifyError(result.error));
  return { result: result.data as ResultOf<C>, detail: envelope.data.detail };
}

/** For calls whose answer is a file: the body as it arrives, with `onProgress(received, total)` when the length is known. */
export async function callBinary<C extends Call>(
  call: C,
  input: CallInput<C>,
  onProgress?: (received: number, total: number | undefined) => void,
): Promise<ArrayBuffer> {
  const response = await send(call, input, 'application/octet-stream');
  if (!onProgress || !response.body) return response.arrayBuffer();
  const length = Number(response.headers.get('content-length'));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    received += value.length;
    onProgress(received, length > 0 ? length : undefined);
  }
  return new Blob(chunks).arrayBuffer();
}

/** For a file that is only saved: the browser may keep it on the disk, however large it is. */
export async function callBlob<C extends Call>(call: C, input: CallInput<C>): Promise<Blob> {
  return (await send(call, input, 'application/octet-stream')).blob();
}

/** For an answer that comes piece by piece while something happens. */
export async function callStream<C extends Call>(
  call: C,
  input: CallInput<C>,
): Promise<ReadableStream<Uint8Array>> {
  const { body } = await send(call, input, 'text/event-stream');
  if (!body) throw badAnswer(call, 200, 'no body');
  return body;
}

const EnvelopeSchema = z.object({ result: z.unknown(), detail: z.string().optional() });

async function send(
  call: Call,
  { query, body, signal, keepalive }: Loose,
  accept: string,
): Promise<Response> {
  const { token } = getSession();
  // The language of the page, not of the browser: the server writes mails and answers in it.
  const headers: Record<string, string> = {
    accept,
    'accept-language': document.documentElement.lang || 'en',
  };
  const share = call.access === 'reader' ? getShareToken() : null;
  if (share !== null) headers['authorization'] = `${SHARE_SCHEME} ${share}`;
  else if (token !== null) headers['authorization'] = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const init: RequestInit = { method: call.method, headers };
  if (body !== undefined) init.body = JSON.stringify(body);
  if (signal) init.signal = signal;
  if (keepalive) init.keepalive = true;
  const response = await fetch(address(call.path, query), init).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new ApiError('NETWORK', 'The server cannot be reached', 0);
  });
  if (response.ok) return response;
  const error = await readError(response);
  if (response.status === 401 && call.access !== 'public' && share === null) endSession('rejected');
  throw error;
}

function address(path: string, query: unknown): string {
  const text = new URLSearchParams(query as Record<string, string>).toString();
  return text === '' ? path : `${path}?${text}`;
}

async function readError(response: Response): Promise<ApiError> {
  const body = ErrorBodySchema.safeParse(await response.json().catch(() => null));
  if (body.success)
    return new ApiError(body.data.code, body.data.detail, response.status, body.data.issues, body.data);
  const unreachable = response.status === 502 || response.status === 503 || response.status === 504;
  return new ApiError(unreachable ? 'NETWORK' : 'ANSWER', 'Something went wrong', response.status);
}

function badAnswer(call: Call, status: number, reason: string): ApiError {
  console.error(`${call.path}: the answer is not as agreed: ${reason}`);
  return new ApiError('ANSWER', 'Something went wrong', status);
}
