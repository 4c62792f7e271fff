import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Config } from '../config/config.ts';
import { problem } from '../problem.ts';
import { sendProblem } from './errors.ts';

/**
 * The CAD importer's glue (emscripten's embind) makes its functions from text. That is allowed in its worker alone, which
 * sees neither page nor storage and may fetch from this server only.
 */
const CAD_WORKER = /stepWorker-[^/\\]+\.js(\.br|\.gz)?$/;
const CAD_WORKER_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-eval' 'wasm-unsafe-eval'; connect-src 'self'";

/** Where the footer's "About Us" leads: to a page of the operator's if there is one, else to ours. */
const ABOUT = '/about';

/**
 * The web application's files; every other path outside /api is a page of it. Vite puts a hash of the content into the
 * names under /assets, so those never change.
 */
export async function registerWeb(
  app: FastifyInstance,
  { webDir, aboutUrl }: Pick<Config, 'webDir' | 'aboutUrl'>,
): Promise<void> {
  if (aboutUrl !== undefined)
    app.get(ABOUT, (_request, reply) => reply.header('cache-control', 'no-cache').redirect(aboutUrl));
  const isBuilt = existsSync(join(webDir, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: webDir,
      cacheControl: false,
      // The build puts .br and .gz beside what compresses.
      preCompressed: true,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(join(webDir, 'assets') + sep);
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        if (isHashed && CAD_WORKER.test(path)) reply.header('content-security-policy', CAD_WORKER_POLICY);
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (isPage(request)) return isBuilt ? sendPage(reply) : sendNotBuilt(reply);
    return sendProblem(
      reply,
      problem('NOT_FOUND.address', { call: `${request.method} ${request.url.split('?')[0] ?? ''}` }),
    );
  });
}

function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? '';
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    path !== '/api' &&
    !path.startsWith('/api/') &&
    !path.startsWith('/assets/')
  );
}

function sendPage(reply: FastifyReply): FastifyReply {
  return reply.code(200).header('cache-control', 'no-cache').sendFile('index.html');
}

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send('The web application is not built yet. Run "npm run build:web", then start the server again.\n');
}
