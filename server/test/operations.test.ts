import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError, EnvironmentSchema, readConfig } from '../src/config/config.ts';
import { readRole, requireShared } from '../src/roles.ts';
import { runs } from '../src/storage/schema.ts';
import { startServer, type RunningServer } from '../src/server.ts';
import { fakeEngines, unvModel } from './support/fakeEngines.ts';
import { environmentOf, newDataDir, TestServer, type Client } from './support/testServer.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');

describe('the page of operations', () => {
  test('names every setting, and no others', () => {
    const settings = PAGE.slice(PAGE.indexOf('## Settings'), PAGE.indexOf('## Watch'));
    const named = settings.split('\n').flatMap((line) => {
      const [, first = ''] = /^\| (`[^|]*) \|/.exec(line) ?? [];
      return [...first.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name);
    });
    const inEngines = [
      'PACE_MESHER_MEMORY_BYTES',
      'PACE_STEP_READING_SECONDS',
      'PACE_MESHER_GEOMETRY_SECONDS',
    ];
    expect(named.sort()).toEqual([...Object.keys(EnvironmentSchema.shape), ...inEngines].sort());
  });

  test('names tests that exist', () => {
    const table = PAGE.slice(PAGE.indexOf('## When something fails'));
    const claims = [...table.matchAll(/`([a-z/]+): ([^`]+)`/gi)];
    expect(claims.length).toBeGreaterThan(10);
    for (const [, file = '', words = ''] of claims.filter(([, name]) => name !== 'file'))
      expect(
        readFileSync(join(import.meta.dirname, `${file}.test.ts`), 'utf8'),
        `${file}: ${words}`,
      ).toContain(words);
  });

  test('the units start the program in roles that it knows', () => {
    const units = readdirSync(join(ROOT, 'deploy')).filter((name) => name.endsWith('.service'));
    expect(units).toHaveLength(3);
    for (const name of units) {
      const words = /^ExecStart=.* server\/src\/main\.ts (.*)$/m.exec(
        readFileSync(join(ROOT, 'deploy', name), 'utf8'),
      )?.[1];
      expect(() => readRole((words ?? '').replace('${PACE_ENGINE}', 'local').split(' '))).not.toThrow();
    }
  });
});

describe('roles', () => {
  test('a separate web process or worker without DATABASE_URL is refused with what to set', () => {
    const config = readConfig({});
    expect(() => requireShared('all', config)).not.toThrow();
    for (const role of ['api', 'worker'] as const)
      expect(() => requireShared(role, config)).toThrow(
        /needs DATABASE_URL.*PACE_PROJECTS_DIR.*PACE_S3_BUCKET/s,
      );
  });

  test.each([['web'], ['worker', '--engine'], ['worker', '--engine', 'cloud'], ['api', '--engine', 'local']])(
    'the words %s are refused with the usage',
    (...words) => {
      expect(() => readRole(words)).toThrow(ConfigError);
      expect(() => readRole(words)).toThrow('Usage:');
    },
  );
});

describe('what machines that watch ask', () => {
  let server: TestServer;
  let dataDir: string;
  const broken = { solver: true };
  beforeAll(async () => {
    server = await TestServer.start({
      environment: { PACE_MIN_FREE_BYTES: '0' },
      engines: {
        ...fakeEngines,
        solverVersion: () =>
          broken.solver ? Promise.reject(new Error('/secret/place')) : Promise.resolve('1'),
      },
    });
    dataDir = server.dataDir;
  });
  afterAll(() => server.stop());

  test('health is that the process lives; ready is that it may be given work, and what is missing without a place', async () => {
    expect(await (await fetch(`${server.url}/health`)).json()).toMatchObject({ status: 'ok' });
    const notReady = await fetch(`${server.url}/ready`);
    const text = await notReady.text();
    expect(notReady.status).toBe(503);
    expect(JSON.parse(text)).toEqual({
      ready: false,
      checks: {
        database: 'ok',
        files: 'ok',
        disk: 'ok',
        solver: 'The solver is not installed or does not start.',
      },
    });
    expect(text).not.toMatch(/secret/);
    expect(text).not.toContain(dataDir);
    broken.solver = false;
    await expect.poll(async () => (await fetch(`${server.url}/ready`)).status).toBe(200);
  });
});

describe('the log', () => {
  let server: RunningServer;
  let lines: Record<string, unknown>[];
  let user: Client;
  beforeAll(async () => {
    lines = [];
    const sink = { write: (text: string) => void lines.push(JSON.parse(text) as Record<string, unknown>) };
    const dataDir = await newDataDir();
    server = await startServer(
      readConfig(await environmentOf(dataDir)),
      fakeEngines,
      pino({ level: 'info' }, sink),
    );
    const door = Object.create(TestServer.prototype, {
      url: { value: server.url },
      dataDir: { value: dataDir },
    }) as TestServer;
    user = await door.newUser();
  });
  afterAll(() => server.stop());

  test('follows a run by its id from the call that began it to its end', async () => {
    const { id } = await user.projectWithMesh(unvModel());
    const reply = await user.startSolver(id);
    const request = reply.headers.get('x-request-id');
    expect(request).toMatch(/^[0-9a-f-]{36}$/);
    await user.waitFor(id, ({ solverState }) => solverState.status === 'Finished');
    const [run] = (await server.services.db.select().from(runs)).filter(({ kind }) => kind === 'solver');
    expect(run?.requestId).toBe(request);
    const ofRun = () => lines.filter((line) => line['run'] === run?.id);
    await expect.poll(() => ofRun().at(-1)?.['msg']).toBe('run ended');
    expect(ofRun().map(({ msg }) => msg)).toEqual(['run started', 'stage', 'run ended']);
    for (const line of ofRun()) expect(line).toMatchObject({ request, project: id });
    expect(ofRun()[0]).toMatchObject({ kind: 'solver', attempt: 1 });
    const events = await readFile(join(server.services.config.projectsDir, id, 'events.ndjson'), 'utf8');
    expect(events).toContain('CALCULATING NEAR INTERACTIONS');
  });
});
