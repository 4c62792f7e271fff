/** Retries, against a server that fails first. */
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  AccessKeyError,
  ConnectionLost,
  InvalidInput,
  QuotaExceeded,
  RateLimited,
  RunFailed,
  ServerError,
  type PaceError,
} from '../src/errors.ts';
import { follow, serverSent, WAITS_MS } from '../src/events.ts';
import { Run } from '../src/run.ts';
import { Ambiguous, PAUSES_MS, Transport } from '../src/transport.ts';
import { VERSION } from '../src/version.ts';
import { good, refused, serve, state, type Answer } from './support/answering.ts';

beforeAll(() => {
  PAUSES_MS.first = 10;
  WAITS_MS.poll = 10;
});

const caught = async (promise: Promise<unknown>): Promise<PaceError> =>
  promise.then(
    () => expect.unreachable('nothing was thrown'),
    (error: PaceError) => error,
  );

describe('calls', () => {
  test('what changes nothing is asked again until it is answered', async () => {
    const { asked, transport } = await serve([
      'cut',
      refused(503, 'DATABASE_UNAVAILABLE'),
      { status: 502, body: '<html>' },
      good(7),
    ]);
    expect(await transport.call('getSingleProject', { id: 'a b' })).toBe(7);
    expect(asked).toHaveLength(4);
    expect(asked[0]?.headers.authorization).toBe('Bearer pace_x');
  });

  test('what must not be done twice is sent once', async () => {
    const body = { name: 'a', solverType: 1 } as const;
    const { asked, transport } = await serve(['cut', good({})]);
    expect(await caught(transport.call('createProject', body))).toBeInstanceOf(Ambiguous);
    expect(asked).toHaveLength(1);
    const passing = await serve([refused(503, 'DATABASE_UNAVAILABLE')]);
    expect(await caught(passing.transport.call('createProject', body))).toBeInstanceOf(ServerError);
    const proxy = await serve([{ status: 504, body: '<html>' }]);
    expect(await caught(proxy.transport.call('createProject', body))).toBeInstanceOf(Ambiguous);
    expect(proxy.asked).toHaveLength(1);
  });

  test('an answer that is no JSON is an error that shows it', async () => {
    const { transport } = await serve([{ status: 200, body: '<html>hello' }]);
    const error = await caught(transport.call('usage'));
    expect(error).toBeInstanceOf(ServerError);
    expect(error.detail).toContain('<html>hello');
  });

  test('too many calls wait as long as the server asks, and not beyond the patience', async () => {
    const { asked, transport } = await serve([
      refused(429, 'RATE_LIMITED', {}, { 'retry-after': '1' }),
      good(1),
    ]);
    const begun = performance.now();
    await transport.call('usage');
    expect(performance.now() - begun).toBeGreaterThanOrEqual(990);
    expect(asked).toHaveLength(2);
    const long = await serve([refused(429, 'RATE_LIMITED', {}, { 'retry-after': '60' })]);
    expect(await caught(long.transport.call('usage'))).toBeInstanceOf(RateLimited);
    expect(long.asked).toHaveLength(1);
  });

  test('a server that is not there is waited for as long as the patience', async () => {
    const { close, url } = await serve([good(1)]);
    close();
    const transport = new Transport(url, 'pace_secret', { patience: 0.1, timeout: 1, agent: 'test' });
    const error = await caught(transport.call('createProject', { name: 'a', solverType: 1 }));
    expect(error).toBeInstanceOf(ConnectionLost);
    expect(error).not.toBeInstanceOf(Ambiguous);
    // The key is in no output.
    expect(inspect([error, transport], { depth: 9, showHidden: true })).not.toContain('pace_secret');
    expect(JSON.stringify(transport)).not.toContain('pace_secret');
  });

  test('a refusal is an exception with code, place and sentence', async () => {
    const issues = [{ path: '/excitation/0', message: 'Theta is too large.' }];
    for (const [answer, kind, code] of [
      [refused(400, 'ANGLE_INVALID', { issues }), InvalidInput, 'ANGLE_INVALID'],
      [refused(401, 'ACCESS_KEY_INVALID'), AccessKeyError, 'ACCESS_KEY_INVALID'],
      [refused(409, 'QUOTA_RUNS'), QuotaExceeded, 'QUOTA_RUNS'],
      [{ status: 500, body: 'oh' }, ServerError, 'INTERNAL'],
    ] as [Answer, typeof PaceError, string][]) {
      const { transport } = await serve([answer]);
      const error = await caught(transport.call('estimate', { projectId: 'p' }));
      expect(error).toBeInstanceOf(kind);
      expect(error.code).toBe(code);
      if (kind !== InvalidInput) continue;
      expect(error.place).toBe('/excitation/0');
      expect(error.message).toContain('Theta is too large.');
    }
  });
});

describe('a start', () => {
  const project = (status: string, startDate: string | null = null) =>
    good({
      name: 'p',
      solverType: 1,
      coreType: 1,
      startDate,
      endDate: '-1',
      state: {},
      stateLive: state(status),
    });

  test('whose answer is lost is not sent again where the run has begun', async () => {
    const { count, transport } = await serve({
      'storage-stateLive': [good(state(''))],
      'get-single-project': [project(''), project('Queued', 'now')],
      'solver-run': ['cut'],
    });
    await new Run(transport, 'p').start();
    expect(count('solver-run')).toBe(1);
  });

  test('that failed as the run before it did, before anybody asked, is not sent again', async () => {
    const { count, transport } = await serve({
      'storage-stateLive': [good(state('Error'))],
      'get-single-project': [project('Error', 'yesterday'), project('Error', 'now')],
      'solver-run': ['cut'],
    });
    await new Run(transport, 'p').start();
    expect(count('solver-run')).toBe(1);
  });

  test('is not sent once its waiting has been given up', async () => {
    const { asked, transport } = await serve([good(state(''))]);
    const waiting = new Run(transport, 'p').wait({ signal: AbortSignal.abort(), onProgress: false });
    await expect(waiting).rejects.toThrow('aborted');
    expect(asked).toEqual([]);
  });

  test('that did not arrive is sent again, and a late one is taken for it', async () => {
    const { count, transport } = await serve({
      'storage-stateLive': [good(state(''))],
      'get-single-project': [project('')],
      'solver-run': ['cut', refused(409, 'RUN_ACTIVE')],
    });
    await new Run(transport, 'p').start();
    expect(count('solver-run')).toBe(2);
  });

  test('of what is active or done is not sent', async () => {
    for (const status of ['Queued', 'Running', 'Finished']) {
      const { asked, transport } = await serve([good(state(status))]);
      await new Run(transport, 'p').start();
      expect(asked.map(({ name }) => name)).toEqual(['storage-stateLive']);
    }
  });

  test('a continuation that finished before anybody asked whether it had begun is sent once', async () => {
    const withVersion = (resultVersion: string) =>
      good({ name: 'p', state: { resultVersion }, stateLive: state('Finished') });
    const { asked, transport } = await serve({
      continue: ['cut'],
      'get-single-project': [withVersion('first'), withVersion('second')],
    });
    await new Run(transport, 'p').continue({ iterations: 50 });
    expect(asked.filter(({ name }) => name === 'continue').map(({ body }) => body)).toEqual([
      { projectId: 'p', numberofiterations: 50 },
    ]);
  });
});

describe('events', () => {
  test('a failed run is an exception with the code of the solver', async () => {
    const failed = state('Error', { code: 'MATRIX_SINGULAR' });
    const { transport } = await serve({
      'storage-stateLive': [good(failed)],
      'live-events': [{ status: 200, body: `event: state\ndata: ${JSON.stringify(failed)}\n\n` }],
    });
    const error = await caught(new Run(transport, 'p').wait({ onProgress: false }));
    expect(error).toBeInstanceOf(RunFailed);
    expect(error.code).toBe('MATRIX_SINGULAR');
  });

  test.each<[string, Answer]>([
    ['a proxy refuses it', { status: 502, body: '<html>' }],
    ['it is cut', 'cut'],
    ['something answers in its place', { status: 200, body: 'event: state\ndata: <html>\n\n' }],
    ['what answers in its place says nothing', { status: 200, body: '' }],
  ])('the state is polled where no stream gets through: %s', async (_, broken) => {
    const { count, transport } = await serve({
      'live-events': [broken],
      'storage-stateLive': [good(state('Running')), good(state('Running')), good(state('Finished'))],
    });
    const seen: string[] = [];
    for await (const event of follow(transport, 'p'))
      if (event.kind === 'state') seen.push(event.data.solverState.status);
    expect(seen).toEqual(['Running', 'Running', 'Finished']);
    expect(count('live-events')).toBe(1);
  });

  test('are read however they are written', async () => {
    const lines = [': here', '', 'event: solver', 'data: [{"a":', 'data: 1}]', '', 'data: 2', '', 'data: 3'];
    const read = [];
    for await (const event of serverSent(lines)) read.push(event);
    expect(read).toEqual([
      { kind: 'solver', data: [{ a: 1 }] },
      { kind: 'message', data: 2 },
    ]);
  });

  test('a download that breaks begins anew', async () => {
    const cut: Answer = { status: 200, body: 'half', headers: { 'content-length': '8' } };
    const { transport } = await serve([cut, { status: 200, body: 'complete' }]);
    let text = '';
    await transport.save(
      'download',
      { ProjectID: 'p' },
      {
        reset: async () => {
          text = '';
        },
        write: async (piece) => {
          text += piece.toString();
        },
      },
    );
    expect(text).toBe('complete');
  });
});

test('an estimate says what of the matrix lies on disk', async () => {
  const answer = {
    unknowns: 10042560,
    memoryBytes: 18.2e9,
    seconds: 1500,
    method: 'mlfma',
    reason: 'Large.',
  };
  const { transport } = await serve([good(answer), good({ ...answer, diskBytes: 13.1e9 })]);
  const run = new Run(transport, 'p');
  expect(String(await run.estimate())).toBe('10042560 unknowns, 1500 s, 18200 MB, mlfma: Large.');
  const estimate = await run.estimate();
  expect(estimate.diskBytes).toBe(13.1e9);
  expect(String(estimate)).toContain('18200 MB and 13100 MB of disk');
});

test('the version is that of the product', () => {
  const root = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  expect((JSON.parse(root) as { version: string }).version).toBe(VERSION);
});
