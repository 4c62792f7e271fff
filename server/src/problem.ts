import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '@pace/contract';

/** A refusal with its code and its sentence; travels to the caller as it is. */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly issues: ErrorBody['issues'];
  /** Goes out as the header Retry-After. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    detail: string,
    issues?: ErrorBody['issues'],
    { retryAfterSeconds }: { retryAfterSeconds?: number } = {},
  ) {
    super(`${code}: ${detail}`);
    this.code = code;
    this.detail = detail;
    this.issues = issues;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** What an engine said went wrong (its error class, or anything of the same shape), else undefined. */
export function engineProblem(error: unknown): { code: ErrorCode; detail: string } | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('detail' in error)) return undefined;
  const { code, detail } = error;
  if (typeof code !== 'string' || typeof detail !== 'string' || !Object.hasOwn(ERROR_STATUS, code))
    return undefined;
  return { code: code as ErrorCode, detail };
}
