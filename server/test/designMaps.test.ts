import { resultFileName, type MapsFile } from '@pace/contract';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { engineError } from '../src/engines/errors.ts';
import type { Engines } from '../src/runs/enginePort.ts';
import { fakeEngines, unvModel } from './support/fakeEngines.ts';
import { TestServer, type Client } from './support/testServer.ts';

/** Design maps with a stand-in for the solver: who may ask, what is asked again, what goes wrong. */

type Work = Engines['designMaps'];

let server: TestServer;
let user: Client;
let id: string;
/** What the stand-in does, and what it was asked */
const standIn: Work = (request) => fakeEngines.designMaps(request);
let work = standIn;
const asked: Parameters<Work>[0][] = [];
beforeAll(async () => {
  server = await TestServer.start({
    engines: {
      ...fakeEngines,
      designMaps: (request) => {
        asked.push(request);
        return work(request);
      },
    },
  });
  user = await server.newUser();
  id = await solved();
});
afterAll(() => server.stop());

const BINARY = { accept: 'application/octet-stream' };
const KEY = { frequency: 1.3e9, theta: 900, phi: 300 };

async function solved(): Promise<string> {
  const project = await user.projectWithMesh(unvModel());
  await user.startSolver(project.id);
  await user.waitFor(project.id, ({ solverState }) => solverState.status === 'Finished');
  return project.id;
}

const ask = (question: object = {}, projectId = id) =>
  user.call('designMaps', { body: { projectId, ...KEY, ...question } });

async function doing<T>(other: Work, during: () => Promise<T>): Promise<T> {
  work = other;
  try {
    return await during();
  } finally {
    work = standIn;
  }
}

function signalled(): [give: () => void, given: Promise<void>] {
  let give: () => void = () => undefined;
  const given = new Promise<void>((done) => (give = done));
  return [() => give(), given];
}

test('the table is JSON, the maps are raw bytes, and both are computed once', async () => {
  const before = asked.length;
  const answer = await ask();
  expect(answer.status).toBe(200);
  expect(answer.result as MapsFile).toMatchObject({ schema: 'pace-maps-1', rcs_dBsm: 900 });
  const raw = await user.fetch('designMaps', { body: { projectId: id, ...KEY }, headers: BINARY });
  expect(raw.headers.get('content-type')).toBe('application/octet-stream');
  expect(raw.headers.get('content-length')).toBe('20');
  const bytes = Buffer.from(await raw.arrayBuffer());
  expect(bytes.toString('latin1', 0, 8)).toBe('PACEMAP1');
  expect(bytes.readFloatLE(16)).toBe(0.5);
  // The order of names says nothing.
  await user.call('designMaps', { body: { phi: 300, theta: 900, frequency: 1.3e9, projectId: id } });
  expect(asked).toHaveLength(before + 1);
  await ask({ theta: 910 });
  expect(asked).toHaveLength(before + 2);
  expect(asked.at(-1)).toMatchObject({ question: { ...KEY, theta: 910 } });
});

test('hot spots are asked for in the same way, and do not end a question about design maps', async () => {
  const body = { projectId: id, phi: 200, phiTo: 700, received: 'H' } as const;
  const answer = await user.call('backProjection', { body });
  expect(answer.status).toBe(200);
  expect(answer.result).toMatchObject({ received: 'H', spots: [{ rcs_dBsm: 200, part: 1 }] });
  const raw = await user.fetch('backProjection', { body, headers: BINARY });
  expect(Buffer.from(await raw.arrayBuffer()).toString('latin1', 0, 8)).toBe('PACEMAP1');
  expect((await (await server.newUser()).call('backProjection', { body })).code).toBe('PROJECT_NOT_FOUND');
  const [give, given] = signalled();
  const both = await doing(
    async (request) => {
      await given;
      return standIn(request);
    },
    async () => {
      const first = ask({ theta: 777 });
      const second = await user.call('backProjection', { body: { ...body, phiTo: 600 } });
      give();
      return [(await first).status, second.status];
    },
  );
  expect(both).toEqual([200, 200]);
});

test('who holds the link of a project may ask, a stranger may not', async () => {
  const { token } = (await user.call('createShare', { body: { projectId: id } })).result as { token: string };
  const headers = { authorization: `Share ${token}` };
  const body = { projectId: id, ...KEY };
  expect((await server.guest().call('designMaps', { body, headers })).status).toBe(200);
  expect((await (await server.newUser()).call('designMaps', { body })).code).toBe('PROJECT_NOT_FOUND');
  expect((await server.guest().call('designMaps', { body })).status).toBe(401);
});

test('before there are results the question is refused', async () => {
  const project = await user.projectWithMesh(unvModel());
  expect(await ask({}, project.id)).toMatchObject({ status: 404, code: 'RESULT_NOT_READY' });
});

test('the solver gets the coefficients of the sector and frequency, and none else', async () => {
  const results = join(server.dataDir, 'projects', id, 'results');
  const name = (frequency: number, theta: number, phi = 300) =>
    resultFileName('coefficients', { frequency, theta, phi });
  const there = [900, 905, 950, 1000].map((theta) => name(1.3e9, theta));
  for (const each of [...there, name(1.4e9, 900), name(1.3e9, 900, 310)])
    await writeFile(join(results, each), 'coefficients');
  const seen = await doing(
    async (request) => {
      const names = await readdir(join(request.folder, 'results'));
      throw engineError('MAPS_UNAVAILABLE.coefficients', { file: names.sort().join(' ') });
    },
    async () => (await ask({ thetaTo: 950 })).values?.['file'],
  );
  expect(seen).toBe(['monostatic.json', 'result.json', ...there.slice(0, 3).sort()].join(' '));
});

test('a refusal of the solver reaches the user with its values, and is not kept', async () => {
  const refused = await doing(
    () => Promise.reject(engineError('MAPS_UNAVAILABLE.polarization', { letter: 'H' })),
    () => ask({ received: 'H' }),
  );
  expect(refused).toMatchObject({
    status: 409,
    code: 'MAPS_UNAVAILABLE',
    message: 'MAPS_UNAVAILABLE.polarization',
    values: { letter: 'H' },
  });
  expect((await ask({ received: 'H' })).status).toBe(200);
});

test('maps that take too long say what to ask for instead', async () => {
  const late = await doing(
    ({ timeoutMs }) => Promise.reject(engineError('ESTIMATE_TIMEOUT.maps', { seconds: timeoutMs / 1000 })),
    () => ask({ theta: 920 }),
  );
  expect(late.code).toBe('ESTIMATE_TIMEOUT');
  expect(late.detail).toMatch(/not ready after 120 s.*smaller sector/);
});

test('the same question asked twice at once is computed once', async () => {
  const before = asked.length;
  const [start, started] = signalled();
  const [release, released] = signalled();
  const answers = await doing(
    async (request) => {
      start();
      await released;
      return fakeEngines.designMaps(request);
    },
    async () => {
      const one = ask({ theta: 930 });
      await started;
      const two = ask({ theta: 930 });
      release();
      return Promise.all([one, two]);
    },
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(asked).toHaveLength(before + 1);
});

test('another question about the project ends the open one', async () => {
  const [start, started] = signalled();
  const [older, newer] = await doing(
    (request) => {
      if (request.question.theta === 940) return fakeEngines.designMaps(request);
      start();
      return new Promise((_, reject) =>
        request.signal.addEventListener('abort', () => reject(new Error('aborted'))),
      );
    },
    async () => {
      const open = ask({ theta: 935 });
      await started;
      return Promise.all([open, ask({ theta: 940 })]);
    },
  );
  expect(older).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
  expect(older.detail).toMatch(/newer question/);
  expect(newer.status).toBe(200);
});

test('angles, layers and radii that are none are refused with their place', async () => {
  const wrong = async (question: object) => (await ask(question)).issues?.map(({ path }) => path);
  expect(await wrong({ radius: 0 })).toEqual(['/radius']);
  expect(await wrong({ incident: 'X' })).toEqual(['/incident']);
  const one = { real: 1, imaginary: 0 };
  expect(await wrong({ layer: { permittivity: { real: 0, imaginary: 0 }, permeability: one } })).toEqual([
    '/layer/permittivity',
  ]);
  expect(await wrong({ layer: { permittivity: one } })).toEqual(['/layer/permeability']);
});
