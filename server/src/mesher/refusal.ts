import type { ErrorCode } from '@pace/contract';

/** Why a model cannot be meshed: a code of the contract and a sentence that says what, where and what to do. */
export interface Refusal {
  code: ErrorCode;
  detail: string;
}
