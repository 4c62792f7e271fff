import { CALLS, type Call, type CallName } from '@pace/contract';
import secureJson from 'secure-json-parse';
import { Problem, problem } from '../../problem.ts';
import { check } from '../validation.ts';
import { complainOfShape } from './shape.ts';

/** A body as its call takes it, or why it does not; plain values, for they travel between threads. */
export type BodyCheck =
  { value: unknown } | { problem: Pick<Problem, 'code' | 'detail' | 'issues' | 'said'> };

/** From the bytes of a body to what the contract makes of them: shape, JSON, schema. Never throws. */
export function checkBody(name: CallName, bytes: Uint8Array): BodyCheck {
  const complaint = complainOfShape(bytes);
  if (complaint !== undefined) return refused(complaint);
  const { body: schema }: Call = CALLS[name];
  let json: unknown;
  try {
    json = secureJson.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'), {
      protoAction: 'error',
      constructorAction: 'error',
    });
  } catch {
    return refused(problem('VALIDATION.json'));
  }
  if (!schema) return { value: undefined };
  const checked = check(name, schema, json);
  return checked instanceof Problem ? refused(checked) : checked;
}

function refused({ code, detail, issues, said }: Problem): BodyCheck {
  return { problem: { code, detail, issues, said } };
}
