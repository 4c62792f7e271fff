import {
  ACCESS_KEY_START,
  CALLS,
  ErrorBodySchema,
  MessageSchema,
  MessageValueSchema,
  type Call,
  type CallName,
} from '@pace/contract';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
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

/** What a schema of fastify does not say: a name for generated clients, and answers that are no JSON. */
function ofCall(name: CallName, { response }: FastifySchema): FastifySchema {
  const { contentType, result }: Call = CALLS[name];
  const answers = response as Record<string, object>;
  const success = {
    description: 'Success',
    content: {
      ...(result ? { 'application/json': { schema: answers['200'] } } : {}),
      ...(contentType ? { [contentType]: { schema: { type: 'string', format: 'binary' } } } : {}),
    },
  };
  const failure = {
    description: 'An error: `code` says which (docs/errors.md), `detail` what, where and what to do',
    content: { 'application/json': { schema: answers['default'] } },
  };
  return { operationId: name, response: { 200: success, default: failure } };
}
