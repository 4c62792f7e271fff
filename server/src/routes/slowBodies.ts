import type { FastifyInstance } from 'fastify';

/** For the headers, and for a whole request with the largest body on a slow line. */
export const HEADERS_TIMEOUT_MS = 20_000;
export const REQUEST_TIMEOUT_MS = 300_000;
/** How often the server looks for requests beyond those. */
export const CHECK_TIMEOUTS_MS = 5_000;

const LEAST_BYTES_PER_SECOND = 1024;
const ANSWER = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/**
 * Ends connections whose body comes in drops: within each window it has to bring a kilobyte a second, from when it is
 * asked for. While a call waits for its turn, nothing is asked for.
 */
export function endSlowBodies(app: FastifyInstance, { windowSeconds }: { windowSeconds: number }): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { socket } = request.raw;
    let seen = socket.bytesRead;
    const timer = setInterval(() => {
      const brought = socket.bytesRead - seen;
      seen = socket.bytesRead;
      if (brought >= LEAST_BYTES_PER_SECOND * windowSeconds || request.raw.complete) return;
      clearInterval(timer);
      request.log.info({ request: request.id }, 'a request body came too slowly');
      socket.end(ANSWER, () => socket.destroy());
    }, 1000 * windowSeconds);
    const stop = () => clearInterval(timer);
    request.raw.once('end', stop).once('close', stop);
    done(null, payload);
  });
}
