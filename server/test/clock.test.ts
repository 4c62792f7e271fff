import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { CallRate } from '../src/auth/callRate.ts';
import { unvModel } from './support/fakeEngines.ts';
import { TestServer } from './support/testServer.ts';

afterEach(() => vi.restoreAllMocks());

const METRICS_TOKEN = 'a token of twenty-two';
const lines: { level: number; msg: string }[] = [];
const logTo = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    for (const line of chunk.toString().split('\n').filter(Boolean))
      lines.push(JSON.parse(line) as (typeof lines)[number]);
    done();
  },
});
let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ logTo, environment: { PACE_METRICS_TOKEN: METRICS_TOKEN } });
});
afterAll(() => server.stop());

test('a clock that is set back by an hour during a run logs no error, and the run is counted', async () => {
  const user = await server.newUser();
  const { id } = await user.projectWithMesh(unvModel());
  await user.startSolver(id, { numberofiterations: 60 });
  await user.waitFor(id, ({ solverState }) => solverState.status === 'Running');
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
  await user.waitFor(id, ({ solverState }) => solverState.status === 'Finished');
  const counted = async () =>
    (await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text();
  await expect.poll(counted).toMatch(/pace_runs_ended_total\{kind="solver",outcome="Finished",code=""\} 1/);
  expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
});

test('the minute in which calls of an account are counted does not become an hour', () => {
  const rate = new CallRate(2);
  const now = Date.now.bind(Date);
  const steady = performance.now.bind(performance);
  rate.count('a');
  rate.count('a');
  vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
  expect(() => rate.count('a')).toThrow('Too many requests');
  vi.spyOn(performance, 'now').mockImplementation(() => steady() + 61_000);
  expect(() => rate.count('a')).not.toThrow();
});
