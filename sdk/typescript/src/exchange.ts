/** One exchange by HTTP. */
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';

/** There was no connection: the request has surely not arrived. */
export class NotSent extends Error {
  override name = 'NotSent';
  readonly reason: Error;
  constructor(reason: Error) {
    super(reason.message);
    this.reason = reason;
  }
}

export interface Request {
  method: string;
  headers: Record<string, string>;
  data?: Buffer | undefined;
  /** That nothing may come for */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/**
 * The answer, once its headers are there; its body is read by the caller. Each request has a connection of its own, so that it is known whether
 * it could be sent.
 * @throws NotSent without a connection; the error of the connection otherwise
 */
export function exchange(url: URL, request: Request): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const isSecure = url.protocol === 'https:';
    let isConnected = false;
    const { method, headers, data, timeoutMs, signal } = request;
    const sent = (isSecure ? https : http).request(url, {
      method,
      headers: { ...headers, ...(data && { 'content-length': String(data.length) }) },
      agent: false,
      signal,
      // From the first try to connect on; `setTimeout` would begin with the connection.
      timeout: timeoutMs,
    });
    sent.once('timeout', () => sent.destroy(new Error(`nothing came for ${timeoutMs / 1000} s`)));
    sent.once('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        isConnected = true;
      }),
    );
    sent.once('response', resolve);
    // Also after the answer has begun: then the promise is settled, and whoever reads the body gets the error.
    sent.on('error', (error) => reject(isConnected || signal?.aborted === true ? error : new NotSent(error)));
    sent.end(data);
  });
}

/** The whole body. @throws Error where it breaks off */
export async function bytesOf(answer: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** Seconds that an answer asks to wait (Retry-After): a number, or the time from the server's clock to a date. */
export function retryAfterS({ headers }: Pick<IncomingMessage, 'headers'>): number | undefined {
  const text = headers['retry-after'];
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const at = Date.parse(text);
  const now = headers.date === undefined ? Date.now() : Date.parse(headers.date);
  return Number.isFinite(at - now) ? Math.max(0, (at - now) / 1000) : undefined;
}
