import {
  codeOfMessage,
  english,
  ERROR_STATUS,
  message,
  MESSAGE_FIELDS,
  type ErrorBody,
  type ErrorCode,
  type ErrorKey,
  type Message,
  type Said,
} from '@pace/contract';
import { z } from 'zod';

/** A refusal with its code and its sentence; travels to the caller as it is. */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly issues: ErrorBody['issues'];
  /** What the sentence is made of, where that is known */
  readonly said: Said;
  /** Goes out as the header Retry-After. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    detail: string,
    issues?: ErrorBody['issues'],
    { retryAfterSeconds, said = {} }: { retryAfterSeconds?: number; said?: Said } = {},
  ) {
    super(`${code}: ${detail}`);
    this.code = code;
    this.detail = detail;
    this.issues = issues;
    this.said = said;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** More about a refusal; `detail` where the specification wants another sentence than the English one. */
interface More {
  issues?: ErrorBody['issues'];
  retryAfterSeconds?: number;
  detail?: string;
}

/** A refusal of the catalogue of messages. */
export function problem(
  key: ErrorKey,
  values?: Message['values'],
  { issues, detail, ...more }: More = {},
): Problem {
  const said = message(key, values);
  return new Problem(codeOfMessage(said) as ErrorCode, detail ?? english(said), issues, { ...more, said });
}

/** A message as a refusal: of its own code, or of VALIDATION where it is a complaint of a form. */
export function problemOfMessage(said: Message): Problem {
  const code = codeOfMessage(said);
  const known = Object.hasOwn(ERROR_STATUS, code) ? (code as ErrorCode) : 'VALIDATION';
  return new Problem(known, english(said), undefined, { said });
}

/** What is wrong at a place of the request, a JSON pointer. */
export const issueOf = (path: string, said: Message) => ({
  path,
  message: english(said),
  key: said.message,
  values: said.values,
});

/** What went wrong in an engine, as a run keeps it. */
export interface EngineProblem extends Said {
  code: ErrorCode;
  detail: string;
}

/** The same as the answer of a call. */
export const problemOfEngine = ({ code, detail, ...said }: EngineProblem): Problem =>
  new Problem(code, detail, undefined, { said });

/** What an engine said went wrong (its error class, or anything of the same shape), else undefined. */
export function engineProblem(error: unknown): EngineProblem | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('detail' in error)) return undefined;
  const { code, detail } = error;
  if (typeof code !== 'string' || typeof detail !== 'string' || !Object.hasOwn(ERROR_STATUS, code))
    return undefined;
  const said = 'said' in error ? z.object(MESSAGE_FIELDS).safeParse(error.said).data : undefined;
  return { code: code as ErrorCode, detail, ...said };
}
