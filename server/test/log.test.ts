import { sql } from 'drizzle-orm';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
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

test('a query that fails is logged without its parameters, in short, and twenty times a minute at most', async () => {
  const { lines, stream } = sink();
  const server = await TestServer.start({ logTo: stream });
  await server.db.execute(sql`drop table support_messages`);
  const message = `secret ${'x'.repeat(9000)}`;
  for (let i = 0; i < 40; i++) {
    const body = { name: 'A', email: 'a@company.example', message };
    expect((await server.guest().call('support', { body })).status).toBe(500);
  }
  const failures = lines.filter((line) => line.includes('a call failed'));
  expect(failures).toHaveLength(20);
  expect(failures[0]).toContain('insert into');
  expect(failures[0]).toContain('(parameters left out)');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(4000);
  expect(lines.join('')).not.toContain('secret');
  await server.stop();
});

test('links of mails in the outbox are logged where the server is for this machine only, and that is said at the start', async () => {
  const outcomeOf = async (environment: Record<string, string>) => {
    const { lines, stream } = sink();
    const server = await TestServer.start({ logTo: stream, environment });
    await server.guest().call('register', { body: registration('a@company.example') });
    const token = await server.tokenMailedTo('a@company.example');
    expect(token).not.toBe('');
    const said = lines.find((line) => line.includes('DATA_DIR/outbox')) ?? '';
    await server.stop();
    return { isLogged: lines.join('').includes(token), said };
  };
  const here = await outcomeOf({});
  expect(here.isLogged).toBe(true);
  expect(here.said).toContain('their links are logged');
  const elsewhere = await outcomeOf({ PUBLIC_URL: 'https://pace.example' });
  expect(elsewhere.isLogged).toBe(false);
  expect(elsewhere.said).toContain('their links are not logged');
}, 60_000);

test.each([
  [{}, true],
  [{ HOST: '::1', PUBLIC_URL: 'http://localhost:8080' }, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ PUBLIC_URL: 'https://localhost.example' }, false],
])('a server with %j is for this machine only: %s', (environment: Record<string, string>, expected) => {
  expect(isForThisMachine(readConfig(environment))).toBe(expected);
});
