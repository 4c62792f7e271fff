import { ACCESS_KEY_START } from '@pace/contract';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { SERVER_VERSION } from '../config/version.ts';

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
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: false,
    uiConfig: { validatorUrl: null },
  });
}
