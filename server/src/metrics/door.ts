import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';

/** Whether a request may read the metrics: it carries the token. */
export function mayRead(header: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));
}

/**
 * /metrics on a port of its own, for who can reach that port; with a token, only for who has it.
 * @returns undefined if no port is wanted
 */
export async function openMetricsDoor(
  metrics: Metrics,
  door: { port: number | undefined; host: string; token: string | undefined },
  log: Logger,
): Promise<{ url: string; close(): Promise<void> } | undefined> {
  const { port, host, token } = door;
  if (port === undefined) return undefined;
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0];
    if (request.method !== 'GET' || path !== '/metrics') response.writeHead(404).end();
    else if (token !== undefined && !mayRead(request.headers.authorization, token))
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    else
      metrics.registry.metrics().then(
        (text) => response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text),
        (error: unknown) => {
          log.warn({ err: error }, 'the metrics could not be read');
          response.writeHead(503).end();
        },
      );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host}:${address.port}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
