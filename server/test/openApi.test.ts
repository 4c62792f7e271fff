import {
  CALL_SCOPES,
  CALLS,
  ERROR_STATUS,
  errorsOf,
  type Call,
  type CallName,
  type ErrorCode,
} from '@pace/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestServer } from './support/testServer.ts';

/** The OpenAPI document against the contract: who generates a client from it gets every call, as it is. */

interface Content {
  schema: Record<string, unknown>;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
interface Operation {
  operationId: string;
  summary: string;
  security?: Record<string, string[]>[];
  parameters?: { in: string; name: string; required?: boolean }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { content?: Record<string, Content> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties: { code: { enum: string[] } } }> };
}

let server: TestServer;
let document: Document;
beforeAll(async () => {
  server = await TestServer.start();
  document = (await (await fetch(`${server.url}/api/docs/json`)).json()) as Document;
});
afterAll(() => server.stop());

const NAMES = Object.keys(CALLS) as CallName[];

function operationOf(name: CallName): Operation {
  const { path, method } = CALLS[name];
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not in the document.`);
  return operation;
}

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(document as unknown as Record<string, unknown>);
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  test('has every call of the contract under its name, and no other', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual([...NAMES].sort());
    for (const name of NAMES) expect(operationOf(name).operationId).toBe(name);
  });

  test.each(NAMES)('%s: summary, body, query, who may, and answers', (name) => {
    const call: Call = CALLS[name];
    const operation = operationOf(name);
    expect(operation.summary).toBe(call.summary);
    expect(operation.requestBody !== undefined).toBe(call.body !== undefined);
    expect(operation.parameters?.some((one) => one.in === 'query') ?? false).toBe(call.query !== undefined);
    const scope = name in CALL_SCOPES ? CALL_SCOPES[name as keyof typeof CALL_SCOPES] : undefined;
    const ways = (operation.security ?? []).flatMap((way) => Object.entries(way));
    if (call.access === 'public') expect(ways).toEqual([]);
    else {
      expect(ways).toContainEqual(['session', []]);
      expect(ways.find(([way]) => way === 'accessKey')).toEqual(
        scope === 'session' ? undefined : ['accessKey', [scope]],
      );
      expect(ways.some(([way]) => way === 'share')).toBe(call.access === 'reader');
    }
    const types = Object.keys(operation.responses['200']!.content ?? {});
    expect(types).toEqual([
      ...(call.result ? ['application/json'] : []),
      ...(call.contentType ? [call.contentType] : []),
    ]);
    expect(types).not.toEqual([]);
    // Every code under its status, with a sentence
    const failures = Object.entries(operation.responses).filter(([status]) => /^[45]/.test(status));
    const codes = failures.flatMap(([status, { content }]) =>
      Object.entries(content!['application/json']!.examples ?? {}).map(([code, { value }]) => {
        expect(ERROR_STATUS[code as ErrorCode]).toBe(Number(status));
        expect(value).toEqual({ code, detail: expect.stringMatching(/\S/) as string });
        return code;
      }),
    );
    expect(codes.sort()).toEqual(errorsOf(name).sort());
    expect(operation.responses['default']!.content!['application/json']!.schema).toEqual({
      $ref: '#/components/schemas/Error',
    });
  });

  test('has every code of errors', () => {
    const { code } = document.components.schemas['Error']!.properties;
    expect([...code.enum].sort()).toEqual(Object.keys(ERROR_STATUS).sort());
  });

  test('calls whose answers are no JSON answer with the type that it says', async () => {
    const user = await server.newUser();
    const answer = await fetch(
      `${server.url}${CALLS.downloadDemoModel.path}?model=${(await firstModel(user)) ?? ''}`,
      { headers: { authorization: `Bearer ${user.token}` } },
    );
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      CALLS.downloadDemoModel.contentType,
    ]);
    const zip = await fetch(`${server.url}${CALLS.exportData.path}`, {
      headers: { authorization: `Bearer ${user.token}` },
    });
    expect(zip.headers.get('content-type')).toBe(CALLS.exportData.contentType);
    await zip.arrayBuffer();
  });
});

async function firstModel(user: Awaited<ReturnType<TestServer['newUser']>>): Promise<string | undefined> {
  const { result } = await user.call('getDemoModels');
  return (result as { models: { id: string }[] }).models[0]?.id;
}
