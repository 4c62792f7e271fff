import { CALLS, type Call, type CallName } from '@pace/contract';
import secureJson from 'secure-json-parse';
import { Problem, problem } from '../../problem.ts';
import { judge } from '../validation.ts';
import { complainOfShape } from './shape.ts';

/** A body as its call takes it, or why it does not; plain values, for they travel between threads. */
export type Judgement =
  { value: unknown } | { problem: Pick<Problem, 'code' | 'detail' | 'issues' | 'said'> };

/** From the bytes of a body to what the contract makes of them: shape, JSON, schema. Never throws. */
export function judgeBody(name: CallName, bytes: Uint8Array): Judgement {
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
  const judged = judge(name, schema, json);
  return judged instanceof Problem ? refused(judged) : judged;
}

function refused({ code, detail, issues, said }: Problem): Judgement {
  return { problem: { code, detail, issues, said } };
}
