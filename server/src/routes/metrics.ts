import type { FastifyInstance } from 'fastify';
import { mayRead } from '../metrics/door.ts';
import type { Services } from '../services.ts';

/** Counts every request by its route, and answers /metrics to who has the token, if there is one. */
export function registerMetrics(app: FastifyInstance, { metrics, config }: Services): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.requestEnded({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
    done();
  });
  const { token } = config.metrics;
  if (token === undefined) return;
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request.headers.authorization, token))
      return reply.code(401).header('www-authenticate', 'Bearer').send();
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}
