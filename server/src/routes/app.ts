import { LIMITS } from '@pace/contract';
import rateLimit from '@fastify/rate-limit';
import { randomUUID } from 'node:crypto';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { problem } from '../problem.ts';
import { withinRequest } from '../requestContext.ts';
import type { Services } from '../services.ts';
import { accountHandlers } from './account.ts';
import { adminHandlers } from './admin.ts';
import { registerDocs } from './docs.ts';
import { readBodies } from './bodies/read.ts';
import { answerErrors, sendProblem } from './errors.ts';
import { registerOperations } from './operations.ts';
import { projectHandlers } from './projects.ts';
import { registerCalls } from './registerCalls.ts';
import { resultHandlers } from './results.ts';
import { runHandlers } from './runs.ts';
import { registerMetrics } from './metrics.ts';
import { registerSecurityHeaders } from './security.ts';
import { serviceHandlers } from './service.ts';
import { studyHandlers } from './studies.ts';
import { CHECK_TIMEOUTS_MS, endSlowBodies, HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from './slowBodies.ts';
import { registerWeb } from './web.ts';

/** The HTTP door: every call of the contract, its documentation, and the web application. */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = services.log;
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    bodyLimit: LIMITS.bodyBytes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECK_TIMEOUTS_MS },
    genReqId: () => randomUUID(),
    trustProxy: services.config.trustedProxy ?? false,
    frameworkErrors: (_error, _request, reply) => {
      void sendProblem(reply, problem('VALIDATION.address'));
    },
  });
  app.decorateRequest('signedIn', undefined);
  app.decorateRequest('reader', undefined);
  app.decorateRequest('work', <T>(work: Promise<T>) => work);
  // What begins with a request and ends long after is found in the log by its id.
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    withinRequest(request.id, done);
  });
  answerErrors(app);
  endSlowBodies(app, { windowSeconds: services.config.bodyWindowSeconds });
  readBodies(app);
  await registerSecurityHeaders(app, { https: services.publicUrl().startsWith('https:') });
  await app.register(rateLimit, { global: false });
  registerMetrics(app, services);
  await registerDocs(app);
  await app.register((scope, _options, done) => {
    registerCalls(scope, services, {
      ...accountHandlers(services),
      ...projectHandlers(services),
      ...runHandlers(services),
      ...studyHandlers(services),
      ...resultHandlers(services),
      ...serviceHandlers(services),
      ...adminHandlers(services),
    });
    done();
  });
  registerOperations(app, services.readiness);
  await registerWeb(app, services.config);
  return app;
}
