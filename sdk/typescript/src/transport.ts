/** Calls of the API with their retries. */
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { methodAndPath, SENT_AGAIN, type CallName, type InputOf, type ResultOf } from './calls.ts';
import { ConnectionLost, errorOf, invalid, ServerError, type PaceError } from './errors.ts';
import { bytesOf, exchange, NotSent, retryAfterS } from './exchange.ts';

/** Between two tries: the first pause, doubled up to the longest [ms]. */
export const PAUSES_MS = { first: 500, longest: 15_000 };
/** Answers of a proxy or of a server that starts: later they are another one. */
const PASSING: readonly number[] = [502, 503, 504];
/** A proxy had given the request on, and got no answer. The server itself answers 503 where it did nothing. */
const LOST_BEHIND_PROXY: readonly number[] = [502, 504];
const SHOWN_OF_ANSWER = 200;

/** Nobody knows whether the call arrived, and it must not be sent twice. */
export class Ambiguous extends ConnectionLost {}

export interface TransportOptions {
  /** Seconds for which a call that may be sent again is sent again */
  patience: number;
  /** Seconds for which nothing may come */
  timeout: number;
  agent: string;
}

/** Where a file's bytes go. */
export interface Target {
  /** Empties it: an answer that broke off begins anew. */
  reset: () => Promise<void>;
  write: (piece: Buffer) => Promise<void>;
}

/** Calls of one server with one access key. */
export class Transport {
  /** Address of the server, without a slash at its end */
  readonly url: string;
  readonly #options: TransportOptions;
  readonly #headers: Record<string, string>;

  /** @throws InvalidInput where the address is none */
  constructor(url: string, key: string, options: TransportOptions) {
    const parsed = URL.canParse(url) ? new URL(url) : undefined;
    if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.password !== '')
      throw invalid('VALIDATION', '/url', 'Give the address of the server as http://localhost:8080.');
    this.url = `${parsed.origin}${parsed.pathname.replace(/\/+$/, '')}`;
    this.#options = options;
    this.#headers = {
      authorization: `Bearer ${key}`,
      'user-agent': options.agent,
      'accept-encoding': 'identity',
    };
  }

  /**
   * What stands under "result" in the answer.
   * @throws Ambiguous where a call that must not be sent twice got no answer
   */
  async call<N extends CallName>(
    name: N,
    ...[input]: InputOf<N> extends undefined ? [] : [input: InputOf<N>]
  ): Promise<ResultOf<N>> {
    const text = (await this.#ask(name, input as object | undefined, 'application/json', bytesOf)).toString();
    try {
      return (JSON.parse(text) as { result: ResultOf<N> }).result;
    } catch (error) {
      throw new ServerError(
        'INTERNAL',
        `${this.url} answered ${name} with what is no JSON: ${text.slice(0, SHOWN_OF_ANSWER)}. Check that the address is that of a Pace server.`,
        { status: 200, cause: error },
      );
    }
  }

  /** The answer of a call that also has one in bytes. */
  binary<N extends CallName>(name: N, input: InputOf<N>): Promise<Buffer> {
    return this.#ask(name, input as object, 'application/octet-stream', bytesOf);
  }

  /** Writes the bytes of an answer. */
  async save<N extends CallName>(name: N, input: InputOf<N>, target: Target): Promise<void> {
    await this.#ask(name, input as object, '*/*', async (answer) => {
      try {
        await target.reset();
      } catch (error) {
        throw new NotWritten(error);
      }
      for await (const piece of answer) {
        try {
          await target.write(piece as Buffer);
        } catch (error) {
          throw new NotWritten(error);
        }
      }
    });
  }

  /**
   * The lines of a stream as they come, asked for once.
   * @throws ConnectionLost where the stream breaks, or nothing comes for `timeoutMs`
   */
  async *lines<N extends CallName>(
    name: N,
    input: InputOf<N>,
    timeoutMs: number,
    signal?: AbortSignal,
  ): AsyncGenerator<string> {
    let answer: IncomingMessage | undefined;
    try {
      answer = await this.#send(name, input as object, 'text/event-stream', timeoutMs, signal);
      if (answer.statusCode !== 200) throw await this.#errorIn(answer);
      const decoder = new TextDecoder();
      let rest = '';
      for await (const piece of answer) {
        const lines = `${rest}${decoder.decode(piece as Buffer, { stream: true })}`.split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) yield line.replace(/\r$/, '');
      }
    } catch (error) {
      signal?.throwIfAborted();
      throw isOfConnection(error) ? this.#lost(error) : error;
    } finally {
      answer?.destroy();
    }
  }

  /** What `use` makes of the answer of status 200, after as many tries as it takes. */
  async #ask<T>(
    name: CallName,
    input: object | undefined,
    accept: string,
    use: (answer: IncomingMessage) => Promise<T>,
  ): Promise<T> {
    const deadline = performance.now() + 1000 * this.#options.patience;
    const mayRepeat = SENT_AGAIN[name];
    for (let pause = PAUSES_MS.first; ; pause = Math.min(2 * pause, PAUSES_MS.longest)) {
      let failure: PaceError;
      let askedMs: number | undefined;
      try {
        const answer = await this.#send(name, input, accept, 1000 * this.#options.timeout);
        const status = answer.statusCode ?? 0;
        if (status === 200) return await use(answer);
        const askedS = retryAfterS(answer);
        askedMs = askedS === undefined ? undefined : 1000 * askedS;
        failure = await this.#errorIn(answer);
        if (!mayRepeat && LOST_BEHIND_PROXY.includes(status)) throw this.#ambiguous(name, failure);
        if (status !== 429 && !(mayRepeat && PASSING.includes(status))) throw failure;
      } catch (error) {
        if (error instanceof NotWritten) throw error.cause;
        if (!isOfConnection(error)) throw error;
        if (!(error instanceof NotSent) && !mayRepeat) throw this.#ambiguous(name, error);
        failure = this.#lost(error);
        if (failure.code === 'CERTIFICATE') throw failure;
      }
      const wait = askedMs === undefined ? pause : Math.max(askedMs, PAUSES_MS.first);
      if (performance.now() + wait > deadline) throw failure;
      await sleep(wait);
    }
  }

  #ambiguous(name: CallName, cause: Error): Ambiguous {
    return new Ambiguous(
      'CONNECTION_LOST',
      `${this.url} did not answer ${name}, and nobody knows whether it was done: ${cause.message}. ` +
        'Look at your projects before you try again.',
      { cause },
    );
  }

  #send(
    name: CallName,
    input: object | undefined,
    accept: string,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<IncomingMessage> {
    const { method, path } = methodAndPath(name);
    const url = new URL(`${this.url}${path}`);
    const headers = { ...this.#headers, accept };
    if (method === 'POST')
      return exchange(url, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        data: Buffer.from(JSON.stringify(input ?? {}, finite(name))),
        timeoutMs,
        signal,
      });
    for (const [key, value] of Object.entries(input ?? {}))
      if (value !== undefined) url.searchParams.set(key, String(value));
    return exchange(url, { method, headers, timeoutMs, signal });
  }

  async #errorIn(answer: IncomingMessage): Promise<PaceError> {
    const status = answer.statusCode ?? 0;
    const text = (await bytesOf(answer)).toString('utf8');
    try {
      return errorOf(status, JSON.parse(text));
    } catch {
      const detail = `The server answered ${status} ${answer.statusMessage}: ${text.slice(0, SHOWN_OF_ANSWER)}`;
      return errorOf(status, { detail });
    }
  }

  #lost(error: Error): ConnectionLost {
    const { code = '', message } = (error instanceof NotSent ? error.reason : error) as NodeJS.ErrnoException;
    if (/CERT|^ERR_TLS|^UNABLE_TO_/.test(code))
      return new ConnectionLost('CERTIFICATE', `The certificate of ${this.url} is not trusted: ${message}.`, {
        cause: error,
      });
    return new ConnectionLost(
      'CONNECTION_LOST',
      `${this.url} cannot be reached: ${message || code}. Check the address, and that the server runs.`,
      { cause: error },
    );
  }
}

/** The file that an answer is written to failed, not the answer. */
class NotWritten extends Error {
  constructor(cause: unknown) {
    super('not written', { cause });
  }
}

/** Whether an error is of the connection: Node gives those a code or, of a body that broke off, the name "aborted". */
const isOfConnection = (error: unknown): error is Error =>
  error instanceof NotSent ||
  (error instanceof Error &&
    !('detail' in error) &&
    ('code' in error || error.message === 'aborted' || error.message.startsWith('nothing came for ')));

/** Refuses numbers that JSON does not have. */
const finite = (name: string) => (key: string, value: unknown) => {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw invalid('VALIDATION', `/${key}`, `A number of the call ${name} is not finite: ${key}.`);
  return value;
};
