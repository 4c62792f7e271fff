import { CALLS } from '@pace/contract';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer } from './support/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ environment: { PACE_BODY_WINDOW_SECONDS: '0.5' } });
});
afterAll(() => server.stop());

/** Says that a body of so many bytes comes, sends a byte of it every 50 ms, and resolves with the answer when it is hung up on. */
function trickle(bytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    let answer = '';
    let timer: NodeJS.Timeout | undefined;
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `POST ${CALLS.login.path} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`,
      );
      // Not before: what is written while it connects would stand in front of the head.
      timer = setInterval(() => socket.write(' '), 50);
    });
    socket.on('data', (data) => (answer += data.toString()));
    socket.on('error', reject);
    socket.on('close', () => {
      clearInterval(timer);
      resolve(answer);
    });
  });
}

test('a body that comes in drops ends its connection', async () => {
  expect(await trickle(16_000)).toMatch(/^HTTP\/1\.1 408 /);
});
