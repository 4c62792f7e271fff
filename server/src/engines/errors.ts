import type { ErrorCode, ErrorKey, Message, Said } from '@pace/contract';
import { refusal, type Refusal } from '../mesher/index.ts';

/** A run failed for a reason with a code of the contract; `detail` is the English sentence, `said` what it is made of. */
export class EngineError extends Error {
  readonly code: ErrorCode;
  readonly detail: string;
  // `message` of an Error is its text; the key of the sentence stands beside it.
  readonly said: Said;

  constructor(code: ErrorCode, detail: string, { message, values }: Said = {}) {
    super(detail);
    this.name = 'EngineError';
    this.code = code;
    this.detail = detail;
    this.said = message === undefined ? {} : { message, values };
  }
}

export const engineError = (key: ErrorKey, values?: Message['values']): EngineError =>
  refused(refusal(key, values));

const refused = (why: Refusal) => new EngineError(why.code, why.detail, why);

/** @throws EngineError where there is a refusal */
export function refuse(why: Refusal | undefined): void {
  if (why) throw refused(why);
}

/** How a program ended: "SIGTERM", "code 3". */
export const endOf = ({
  signal,
  exitCode,
}: {
  signal: string | null;
  exitCode: number | null;
}): Message | string => signal ?? { message: 'exitCode', values: { code: exitCode ?? -1 } };
