import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { Transport } from '../../src/transport.ts';

/** "cut" hangs up; a text is sent as a stream of events. */
export type Answer = 'cut' | { status: number; body: unknown; headers?: Record<string, string> };
export interface Asked {
  name: string;
  body: unknown;
  headers: IncomingHttpHeaders;
}

export const good = (result: unknown): Answer => ({ status: 200, body: { result } });
export const refused = (status: number, code: string, more: object = {}, headers = {}): Answer => ({
  status,
  body: { code, detail: `Said of ${code}.`, ...more },
  headers,
});
export const state = (solver: string, more: object = {}) => ({
  mesherState: { status: 'Finished', detail: '' },
  solverState: { status: solver, detail: '', ...more },
});

/**
 * A server that gives the next answer of a list, the last of which stays: one list for all calls, or lists by the last word of the path.
 */
export async function serve(answers: Answer[] | Record<string, Answer[]>, patience = 5) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString();
      const name = /([^/?]+)(\?|$)/.exec(request.url ?? '')?.[1] ?? '';
      asked.push({ name, body: text === '' ? undefined : JSON.parse(text), headers: request.headers });
      const left = Array.isArray(answers) ? answers : (answers[name] ?? []);
      const answer = left.length > 1 ? left.shift()! : left[0];
      if (answer === undefined || answer === 'cut') {
        request.socket.destroy();
        return;
      }
      const { status, body, headers = {} } = answer;
      response.writeHead(status, headers);
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const transport = new Transport(url, 'pace_x', { patience, timeout: 5, agent: 'test' });
  const count = (name: string) => asked.filter((one) => one.name === name).length;
  return { asked, count, transport, url, close: () => server.close() };
}
