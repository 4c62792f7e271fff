import type { FastifyInstance } from 'fastify';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SERVER_VERSION } from '../config/version.ts';
import type { Readiness } from '../readiness.ts';

/** What machines that watch the service ask: does the process live, and may it be given work. */
type Question = () => Promise<{ status: number; body: object }>;

function questions(readiness: Readiness): Record<string, Question> {
  return {
    '/health': () => Promise.resolve({ status: 200, body: { status: 'ok', version: SERVER_VERSION } }),
    '/ready': async () => {
      const report = await readiness.report();
      return { status: report.ready ? 200 : 503, body: report };
    },
  };
}

export function registerOperations(app: FastifyInstance, readiness: Readiness): void {
  for (const [path, ask] of Object.entries(questions(readiness)))
    app.get(path, { schema: { hide: true } }, async (_request, reply) => {
      const { status, body } = await ask();
      return reply.code(status).header('cache-control', 'no-store').send(body);
    });
}

/** The same questions where there is no web. */
export async function openOperations(
  readiness: Readiness,
  where: { port: number; host: string },
): Promise<{ url: string; close(): Promise<void> }> {
  const known = questions(readiness);
  const listener: RequestListener = (request, response) => {
    const ask = request.method === 'GET' ? known[(request.url ?? '').split('?')[0] ?? ''] : undefined;
    const answer = ask?.() ?? Promise.resolve({ status: 404, body: { detail: 'There is nothing here.' } });
    void answer.then(({ status, body }) => {
      response.writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
      });
      response.end(JSON.stringify(body));
    });
  };
  const server = createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(where.port, where.host, resolve);
  });
  const { address, port, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
