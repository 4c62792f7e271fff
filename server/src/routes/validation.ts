import { ERROR_STATUS, type CallName, type ErrorCode } from '@pace/contract';
import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import { Problem } from '../problem.ts';
import { JudgedBody } from './bodies/judgedBody.ts';

/** Calls whose requests have a code of their own for what is wrong with them, by the field (or for any field: *). */
const FIELD_CODES: Partial<Record<CallName, Record<string, ErrorCode>>> = {
  register: { email: 'EMAIL_NOT_COMPANY' },
  upload: { '*': 'UPLOAD_CHUNK_INVALID' },
  mesherInput: { mesh_size: 'MESH_SIZE_INVALID' },
  runMesher: { mesh_size: 'MESH_SIZE_INVALID' },
};

/** A request as the contract makes it of the data, or a Problem with a code, a sentence, and issues with JSON pointers. */
export function judge(name: CallName, schema: z.ZodType, data: unknown): { value: unknown } | Problem {
  const parsed = schema.safeParse(data ?? {});
  if (!parsed.success) return problemOf(name, parsed.error);
  const bad = findUnstorable(parsed.data, '');
  if (bad !== undefined)
    return new Problem('VALIDATION', 'The text has characters that cannot be stored.', [
      { path: bad, message: 'Invalid characters' },
    ]);
  return { value: parsed.data };
}

/** For the parts of a request that are not judged yet: a body that was read is (bodies/read.ts). */
export function requestValidator(name: CallName): FastifySchemaCompiler<unknown> {
  return ({ schema, httpPart }) =>
    (data) => {
      if (!(schema instanceof z.ZodType))
        throw new Error(`call ${name} has no schema for its ${httpPart ?? 'request'}`);
      if (data instanceof JudgedBody) return { value: data.value };
      const judged = judge(name, schema, data);
      return judged instanceof Problem ? { error: judged } : judged;
    };
}

/** A list of ten thousand things that are all wrong is not worth an answer of megabytes. */
const MOST_ISSUES = 100;

function problemOf(name: CallName, error: z.ZodError): Problem {
  const shown = error.issues.slice(0, MOST_ISSUES);
  const issues = shown.map((issue) => ({ path: pointer(issue.path), message: issue.message }));
  const first = error.issues[0];
  // One sentence a field: who has no valid address need not hear that it is no company's.
  const firstOfField = shown.filter(
    (issue, i) => issues.findIndex(({ path }) => path === issues[i]?.path) === i,
  );
  const sentences = [...new Set(firstOfField.map((issue) => sentenceOf(issue)))];
  return new Problem(first ? codeOf(name, first) : 'VALIDATION', sentences.slice(0, 3).join('. '), issues);
}

function codeOf(name: CallName, issue: z.core.$ZodIssue): ErrorCode {
  const own = issue.code === 'custom' ? (issue.params?.['code'] as unknown) : undefined;
  if (typeof own === 'string' && Object.hasOwn(ERROR_STATUS, own)) return own as ErrorCode;
  const field = String(issue.path[0] ?? '');
  const codes = FIELD_CODES[name];
  // Of an address, only the rule about companies is a custom one; what is no address at all is plain validation.
  if (name === 'register' && issue.code !== 'custom') return 'VALIDATION';
  return codes?.[field] ?? codes?.['*'] ?? 'VALIDATION';
}

/** The contract's own sentences stand alone; the library's default ones need to say where. */
function sentenceOf(issue: z.core.$ZodIssue): string {
  const isDefault = /^(Invalid (input|option|string)|Too (big|small)|Unrecognized key)/.test(issue.message);
  return isDefault && issue.path.length > 0
    ? `${pointer(issue.path)} is not valid: ${issue.message}`
    : issue.message;
}

function pointer(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair. Megabytes of an upload come by here. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

/** @returns a pointer to the first text that cannot be stored */
function findUnstorable(value: unknown, at: string): string | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : at;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = findUnstorable(inner, `${at}/${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
