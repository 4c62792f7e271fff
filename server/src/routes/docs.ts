import {
  ACCESS_KEY_START,
  CALLS,
  ERROR_STATUS,
  ErrorBodySchema,
  errorsOf,
  MessageSchema,
  MessageValueSchema,
  sentenceTemplate,
  type Call,
  type CallName,
  type ErrorCode,
} from '@pace/contract';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { SERVER_VERSION } from '../config/version.ts';

/** What the document has once for all calls. Schemas that contain themselves can have no other place. */
const schemaRegistry = z.registry<{ id: string }>();
schemaRegistry.add(MessageSchema, { id: 'Message' });
schemaRegistry.add(MessageValueSchema, { id: 'MessageValue' });
schemaRegistry.add(ErrorBodySchema, { id: 'Error' });
const schemasOf = createJsonSchemaTransform({ schemaRegistry });

/** OpenAPI from the very schemas that check the requests, and its page at /api/docs. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Pace',
        version: SERVER_VERSION,
        description: 'Radar cross section: projects, meshing, solver runs and results.',
      },
      components: {
        securitySchemes: {
          session: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'Token of a session, from the login call',
          },
          accessKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: `${ACCESS_KEY_START}…`,
            description:
              'Access key for scripts, from the profile settings. Each call names the scope that the key needs: read, run (also what read may) or full (also what run may).',
          },
          share: { type: 'http', scheme: 'share', description: 'Token of a read-only link to one project' },
        },
      },
    },
    transform: (route) => {
      const transformed = schemasOf(route);
      const name = route.route.config?.call;
      return name
        ? { ...transformed, schema: { ...transformed.schema, ...ofCall(name, transformed.schema) } }
        : transformed;
    },
    transformObject: createJsonSchemaTransformObject({ schemaRegistry }),
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: false,
    uiConfig: { validatorUrl: null },
  });
}

/** Of calls, as programs send and get them (`contract/examples/calls.json`). */
interface CallExample {
  body?: object;
  query?: Readonly<Record<string, string>>;
  result?: unknown;
}
const EXAMPLES = JSON.parse(
  readFileSync(new URL('../../../contract/examples/calls.json', import.meta.url), 'utf8'),
) as Partial<Record<CallName, CallExample>>;

/** What a schema of fastify does not say: a name for generated clients, examples, errors, and answers that are no JSON. */
function ofCall(name: CallName, { body, querystring, response }: FastifySchema): FastifySchema {
  const { contentType, result }: Call = CALLS[name];
  const { body: sent, query = {}, result: answered }: CallExample = EXAMPLES[name] ?? {};
  const answers = response as Record<string, object>;
  const success = {
    description: 'Success',
    content: {
      ...(result
        ? {
            'application/json': {
              schema: answers['200'],
              ...(answered !== undefined && { example: { result: answered } }),
            },
          }
        : {}),
      ...(contentType ? { [contentType]: { schema: { type: 'string', format: 'binary' } } } : {}),
    },
  };
  return {
    operationId: name,
    ...(body !== undefined && sent !== undefined ? { body: { ...body, examples: [sent] } } : {}),
    ...(querystring !== undefined && { querystring: withExamples(querystring as ObjectSchema, query) }),
    response: { 200: success, ...failuresOf(name, answers['default']!) },
  };
}

interface ObjectSchema {
  properties?: Record<string, object>;
}

const withExamples = (schema: ObjectSchema, query: Readonly<Record<string, string>>): ObjectSchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([key, property]) => [
      key,
      key in query ? { ...property, examples: [query[key]] } : property,
    ]),
  ),
});

/** By their status; whatever has none of them is what a proxy says. */
function failuresOf(name: CallName, schema: object): Record<string, object> {
  const ofStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(name)) {
    const status = ERROR_STATUS[code];
    ofStatus.set(status, [...(ofStatus.get(status) ?? []), code]);
  }
  const content = (codes: readonly ErrorCode[]) => ({
    'application/json': {
      schema,
      examples: Object.fromEntries(
        codes.map((code) => [code, { value: { code, detail: sentenceTemplate(code) ?? '' } }]),
      ),
    },
  });
  return {
    ...Object.fromEntries(
      [...ofStatus].map(([status, codes]) => [
        status,
        { description: codes.join(', '), content: content(codes) },
      ]),
    ),
    default: {
      description: 'An error: `code` says which (docs/errors.md), `detail` what, where and what to do',
      content: { 'application/json': { schema } },
    },
  };
}
