/** Every failure is a PaceError with the code, the place and the sentence of the server's contract. */
import { ErrorBodySchema, type MessageValue } from '@pace/contract';
import { z } from 'zod';

/** One thing that is wrong with a request. */
export interface Issue {
  /** JSON pointer into the request, as "/excitation/0"; empty where the whole is meant */
  place: string;
  /** The sentence: what is wrong, and what to do */
  detail: string;
  /** Key of the sentence in the server's catalogue of messages */
  key?: string | undefined;
}

/** What an error has beside its code and its sentence. */
export interface ErrorFacts {
  status?: number | undefined;
  issues?: readonly Issue[] | undefined;
  values?: Readonly<Record<string, unknown>> | undefined;
  cause?: unknown;
}

/** Base of all errors of this package. */
export class PaceError extends Error {
  override name = 'PaceError';
  /** Code of the contract, as "ANGLE_INVALID"; of a connection "CONNECTION_LOST" or "CERTIFICATE" */
  readonly code: string;
  /** What is wrong, where, and what to do about it */
  readonly detail: string;
  /** HTTP status of the answer; undefined where there was none */
  readonly status: number | undefined;
  /** Each thing that is wrong with the request, with its place */
  readonly issues: readonly Issue[];
  /** Values of the sentence */
  readonly values: Readonly<Record<string, unknown>>;

  constructor(code: string, detail: string, { status, issues = [], values = {}, cause }: ErrorFacts = {}) {
    const lines = issues
      .filter((issue) => issue.detail !== detail || issue.place !== '')
      .map((issue) => `  ${issue.place || '/'}: ${issue.detail}`);
    super([`${code}: ${detail}`, ...lines].join('\n'), cause === undefined ? {} : { cause });
    this.code = code;
    this.detail = detail;
    this.status = status;
    this.issues = issues;
    this.values = values;
  }

  /** JSON pointer of the first thing that is wrong, as "/excitation/0"; undefined where the answer names no place. */
  get place(): string | undefined {
    return this.issues[0]?.place;
  }
}

/** The access key is wrong, has expired, was revoked, or its scope is too small. */
export class AccessKeyError extends PaceError {
  override name = 'AccessKeyError';
}

/** What was given cannot be computed: a value, a combination of values, a model or its materials. */
export class InvalidInput extends PaceError {
  override name = 'InvalidInput';
}

/** There is no such project or result. */
export class NotFound extends PaceError {
  override name = 'NotFound';
}

/** The account has used up its storage, its projects or its waiting runs. */
export class QuotaExceeded extends PaceError {
  override name = 'QuotaExceeded';
}

/** The project is in a state in which this is not possible. */
export class StateConflict extends PaceError {
  override name = 'StateConflict';
}

/** Too many calls, and the server asks for a longer wait than the connection allows (`patience`). */
export class RateLimited extends PaceError {
  override name = 'RateLimited';
}

/** The server failed, or has no database or no disk space. */
export class ServerError extends PaceError {
  override name = 'ServerError';
}

/** The server could not be reached, or did not answer, for as long as the connection waits (`patience`). */
export class ConnectionLost extends PaceError {
  override name = 'ConnectionLost';
}

/** The mesher failed, or the mesh has errors; `Model.doctor` shows them. */
export class MeshFailed extends PaceError {
  override name = 'MeshFailed';
}

/** The solver run ended with an error. */
export class RunFailed extends PaceError {
  override name = 'RunFailed';
}

/** The solver run was cancelled; `Run.continue()` resumes it. */
export class RunCancelled extends RunFailed {
  override name = 'RunCancelled';
}

const CodeSchema = ErrorBodySchema.shape.code.or(z.string());
const BodySchema = ErrorBodySchema.extend({ code: CodeSchema }).partial();

/**
 * @internal
 * The exception of an answer of the server.
 * @param status  of HTTP, 400 or more
 * @param body    its JSON, or anything else that came
 */
export function errorOf(status: number, body: unknown): PaceError {
  const { data } = BodySchema.safeParse(body);
  const code = data?.code ?? (status === 429 ? 'RATE_LIMITED' : 'INTERNAL');
  return new (classOf(status, code))(code, data?.detail ?? `The server answered ${status}.`, {
    status,
    issues: data?.issues?.map(({ path, message, key }) => ({ place: path, detail: message, key })),
    values: data?.values satisfies Record<string, MessageValue> | undefined,
  });
}

function classOf(status: number, code: string): typeof PaceError {
  if (status === 401 || status === 403) return AccessKeyError;
  if (code.startsWith('QUOTA_')) return QuotaExceeded;
  if (status === 404) return NotFound;
  if (status === 409) return StateConflict;
  if (status === 429) return RateLimited;
  return status >= 400 && status < 500 ? InvalidInput : ServerError;
}

/** What this package itself refuses, with the code and the place that the server would name. */
export function invalid(code: string, place: string, detail: string): InvalidInput {
  return new InvalidInput(code, detail, { issues: [{ place, detail }] });
}
