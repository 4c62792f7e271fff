import { sql } from 'drizzle-orm';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isForThisMachine, readConfig } from '../src/config/config.ts';
import { TestServer, registration } from './support/testServer.ts';

/** What the log says, and what it does not. */

function sink() {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(...chunk.toString().split('\n').filter(Boolean));
      done();
    },
  });
  return { lines, stream };
}

const here = sink();
const elsewhere = sink();
let server: TestServer;
let reached: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ logTo: here.stream });
  const environment = { PUBLIC_URL: 'https://pace.example' };
  reached = await TestServer.start({ logTo: elsewhere.stream, environment });
});
afterAll(async () => {
  await server.stop();
  await reached.stop();
});

test('a query that fails is logged without its parameters, in short, and twenty times a minute at most', async () => {
  const { lines } = here;
  await server.db.execute(sql`drop table support_messages`);
  const message = `secret ${'x'.repeat(3000)}`;
  for (let i = 0; i < 25; i++) {
    const body = { name: 'A', email: 'a@company.example', message };
    expect((await server.guest().call('support', { body })).status).toBe(500);
  }
  const failures = lines.filter((line) => line.includes('a call failed'));
  expect(failures).toHaveLength(20);
  expect(failures[0]).toContain('insert into');
  expect(failures[0]).toContain('(parameters left out)');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(4000);
  expect(lines.join('')).not.toContain('secret');
});

test('links of mails in the outbox are logged where the server is for this machine only, and that is said at the start', async () => {
  const outcomeOf = async (of: TestServer, { lines }: { lines: string[] }) => {
    await of.guest().call('register', { body: registration('a@company.example') });
    const token = await of.tokenMailedTo('a@company.example');
    expect(token).not.toBe('');
    return {
      isLogged: lines.join('').includes(token),
      said: lines.find((line) => line.includes('DATA_DIR/outbox')),
    };
  };
  const said = (how: string) => expect.stringContaining(`their links are ${how}`) as string;
  expect(await outcomeOf(server, here)).toEqual({ isLogged: true, said: said('logged') });
  expect(await outcomeOf(reached, elsewhere)).toEqual({ isLogged: false, said: said('not logged') });
});

test.each([
  [{}, true],
  [{ HOST: '::1', PUBLIC_URL: 'http://localhost:8080' }, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ PUBLIC_URL: 'https://localhost.example' }, false],
])('a server with %j is for this machine only: %s', (environment: Record<string, string>, expected) => {
  expect(isForThisMachine(readConfig(environment))).toBe(expected);
});
