import {
  codeOfMessage,
  english,
  ERROR_STATUS,
  message,
  SAID,
  saidIn,
  type CallName,
  type ErrorCode,
  type Message,
} from '@pace/contract';
import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import { issueOf, Problem, problem } from '../problem.ts';
import { CheckedBody } from './bodies/checkedBody.ts';

/** Calls whose requests have a code of their own for what is wrong with them, by the field (or for any field: *). */
const FIELD_CODES: Partial<Record<CallName, Record<string, ErrorCode>>> = {
  upload: { '*': 'UPLOAD_CHUNK_INVALID' },
  mesherInput: { mesh_size: 'MESH_SIZE_INVALID' },
  runMesher: { mesh_size: 'MESH_SIZE_INVALID' },
};

/** A request as the contract makes it of the data, or a Problem with a code, a sentence, and issues with JSON pointers. */
export function check(name: CallName, schema: z.ZodType, data: unknown): { value: unknown } | Problem {
  const parsed = schema.safeParse(data ?? {}, SAID);
  if (!parsed.success) return problemOf(name, parsed.error);
  const bad = findUnstorable(parsed.data, '');
  if (bad !== undefined)
    return problem('VALIDATION.characters', {}, { issues: [issueOf(bad, message('validation.characters'))] });
  return { value: parsed.data };
}

/** For the parts of a request that are not checked yet: a body that was read is (bodies/read.ts). */
export function requestValidator(name: CallName): FastifySchemaCompiler<unknown> {
  return ({ schema, httpPart }) =>
    (data) => {
      if (!(schema instanceof z.ZodType))
        throw new Error(`call ${name} has no schema for its ${httpPart ?? 'request'}`);
      if (data instanceof CheckedBody) return { value: data.value };
      const checked = check(name, schema, data);
      return checked instanceof Problem ? { error: checked } : checked;
    };
}

/** A list of ten thousand things that are all wrong is not worth an answer of megabytes. */
const MOST_ISSUES = 100;

function problemOf(name: CallName, error: z.ZodError): Problem {
  const shown = error.issues.slice(0, MOST_ISSUES).map((issue) => ({
    path: pointer(issue.path),
    said: saidIn(issue.message) ?? message('invalid'),
  }));
  // One sentence a field: who has no valid address need not hear that it is no company's.
  const firstOfField = shown.filter(({ path }, i) => shown.findIndex((issue) => issue.path === path) === i);
  const sentences = new Map(
    firstOfField.map(({ path, said }) => {
      const placed = withPlace(path, said);
      return [english(placed), placed];
    }),
  );
  const code = error.issues[0] ? codeOf(name, error.issues[0]) : 'VALIDATION';
  const said = together([...sentences.values()]);
  const issues = shown.map((issue) => issueOf(issue.path, issue.said));
  return new Problem(code, english(said), issues, { said });
}

/** The first three of them, in one text. */
function together([first, second, third]: Message[]): Message {
  if (!first) return message('invalid');
  if (!second) return first;
  return third
    ? message('validation.three', { first, second, third })
    : message('validation.two', { first, second });
}

function codeOf(name: CallName, issue: z.core.$ZodIssue): ErrorCode {
  const said = saidIn(issue.message);
  const own = said && issue.code === 'custom' ? codeOfMessage(said) : '';
  if (Object.hasOwn(ERROR_STATUS, own)) return own as ErrorCode;
  const field = String(issue.path[0] ?? '');
  const codes = FIELD_CODES[name];
  return codes?.[field] ?? codes?.['*'] ?? 'VALIDATION';
}

/** The contract's own sentences stand alone; what the library finds by itself needs to say where. */
const withPlace = (path: string, said: Message): Message =>
  codeOfMessage(said) === 'invalid' && path !== '' ? message('validation.at', { path, reason: said }) : said;

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
