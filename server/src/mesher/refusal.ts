import {
  codeOfMessage,
  english,
  message,
  type ErrorCode,
  type ErrorKey,
  type Message,
  type Said,
} from '@pace/contract';

/** Why a model cannot be meshed or a run failed: a code of the contract, its English sentence, and the message of that. */
export interface Refusal extends Said {
  code: ErrorCode;
  /** The sentence; of an older program all that there is */
  detail: string;
}

export function refusal(key: ErrorKey, values: Message['values'] = {}): Refusal {
  const said = message(key, values);
  return { code: codeOfMessage(said) as ErrorCode, detail: english(said), ...said };
}
