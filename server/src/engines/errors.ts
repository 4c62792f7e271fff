import type { ErrorCode } from '@pace/contract';

/** A run failed for a reason with a code of the contract; `detail` is the sentence for people. */
export class EngineError extends Error {
  readonly code: ErrorCode;
  readonly detail: string;

  constructor(code: ErrorCode, detail: string) {
    super(detail);
    this.name = 'EngineError';
    this.code = code;
    this.detail = detail;
  }
}

/** @throws EngineError where there is a refusal */
export function refuse(refusal: { code: ErrorCode; detail: string } | undefined): void {
  if (refusal) throw new EngineError(refusal.code, refusal.detail);
}
