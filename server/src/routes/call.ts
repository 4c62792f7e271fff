import type { CALL_SCOPES, CALLS, CallName } from '@pace/contract';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { SignedIn, SignedInBySession } from '../auth/accessTokens.ts';
import type { Reader } from '../policies/ownership.ts';
import type { Caller } from '../services.ts';

/** Types that tie a handler to its call of the contract. */

type Calls = typeof CALLS;
type BodyOf<K extends CallName> = Calls[K] extends { body: infer B extends z.ZodType }
  ? z.output<B>
  : undefined;
type QueryOf<K extends CallName> = Calls[K] extends { query: infer Q extends z.ZodType }
  ? z.output<Q>
  : undefined;
type ResultOf<K extends CallName> = Calls[K] extends { result: infer R extends z.ZodType }
  ? z.input<R>
  : never;
type Scopes = typeof CALL_SCOPES;
type SignedInOf<K extends CallName> = K extends keyof Scopes
  ? Scopes[K] extends 'session'
    ? SignedInBySession
    : Calls[K]['access'] extends 'user'
      ? SignedIn
      : SignedIn | undefined
  : SignedIn | undefined;
type ReaderOf<K extends CallName> = Calls[K]['access'] extends 'public' ? Reader | undefined : Reader;

export interface CallContext<K extends CallName> {
  body: BodyOf<K>;
  query: QueryOf<K>;
  signedIn: SignedInOf<K>;
  /** The signed-in person or, in calls of readers, who holds a share link */
  reader: ReaderOf<K>;
  caller: Caller;
  /** The caller prefers raw bytes to JSON. */
  wantsBinary: boolean;
}

/** An answer that is sent as it comes: a file, or JSON too large to hold. */
export class StreamAnswer {
  readonly stream: Readable;
  readonly headers: Record<string, string>;

  constructor(stream: Readable, headers: Record<string, string>) {
    this.stream = stream;
    this.headers = headers;
  }
}

export type Answer<K extends CallName> =
  { result: ResultOf<K>; detail?: string; headers?: Record<string, string | string[]> } | StreamAnswer;
export type Handler<K extends CallName> = (context: CallContext<K>) => Promise<Answer<K>>;
export type Handlers<K extends CallName = CallName> = { [N in K]: Handler<N> };
