import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { MesherOptionsSchema, type LiveState } from '@pace/contract';
import { geometryMs, mesherLimits } from '../src/engines/limits.ts';
import { meshStep } from '../src/engines/index.ts';
import { runs } from '../src/storage/schema.ts';
import { scratch, script } from './engines/programs.ts';
import { runFolder, stepText } from './mesher/models.ts';
import { fakeEngines, stepModel } from './support/fakeEngines.ts';
import { PaceProcess } from './support/paceProcess.ts';
import { environmentOf, HANGS_MS, newDataDir, TestServer, type Client } from './support/testServer.ts';

const isOver = ({ mesherState }: LiveState) => ['Error', 'Finished'].includes(mesherState.status);
const startMesher = (user: Client, projectId: string) => user.call('runMesher', { body: { projectId } });

let dataDir: string;
beforeAll(async () => {
  dataDir = await newDataDir();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** The server is a process of its own where a file may hold it: it must not hold the test. */
describe('a STEP file made to hold the server', () => {
  let server: PaceProcess;
  let user: Client;
  beforeAll(async () => {
    const environment = { ...(await environmentOf(dataDir)), PACE_TEST_MESHER: 'gmsh' };
    server = await PaceProcess.start('all', environment);
    user = await server.asServer(dataDir).newUser();
  });
  afterAll(() => server.end('SIGKILL'));

  test.each([
    ['comments before a record', `${'/*a*/'.repeat(45)}UNIT;\n`],
    ['comments before a record that nearly is one', `${'/*a*/'.repeat(45)}#1 UNIT;\n`],
    ['blanks in a record', `#1=${' '.repeat(200_000)}UNIT;\n`],
    [
      'one unit that is named without end',
      `#1=(LENGTH_UNIT()${' '.repeat(60_000)});\n#2=GLOBAL_UNIT_ASSIGNED_CONTEXT((${'#1,'.repeat(20_000)}#1));\n`,
    ],
    [
      'units in a circle',
      "#1=(CONVERSION_BASED_UNIT('a',#2)LENGTH_UNIT());\n#2=MEASURE_WITH_UNIT(LENGTH_MEASURE(1.),#1);\n#3=GLOBAL_UNIT_ASSIGNED_CONTEXT((#1));\n",
    ],
  ])('%s: it is refused with a sentence, and others are answered meanwhile', async (_, records) => {
    const { id } = await user.newProject();
    const content = `ISO-10303-21;\nDATA;\n${records}ENDSEC;\nEND-ISO-10303-21;\n`;
    await user.upload(id, 'hostile.step', Buffer.from(content));
    expect((await startMesher(user, id)).status).toBe(200);
    const answered = await Promise.race([
      user.waitFor(id, isOver),
      new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), HANGS_MS)),
    ]);
    expect(answered?.mesherState).toMatchObject({ status: 'Error', code: 'STEP_UNITS_UNKNOWN' });
  });
});

test('a STEP file that includes another one is refused before gmsh begins, however it says so', async () => {
  using place = scratch();
  const ran = join(place.folder, 'ran');
  vi.stubEnv('PACE_GMSH', script(place.folder, `touch ${ran}`));
  const here = await TestServer.start({ engines: { ...fakeEngines, meshStep } });
  try {
    const user = await here.newUser();
    for (const record of [
      "#9=DOCUMENT_FILE('/etc/passwd','',$,$,'',$);",
      "#9=document_file ('x','',$,$,'',$);",
      "#9=DCMFL('x','',$,$,'',$);",
      "#9=(A()DOCUMENT_FILE('x'));",
      "#9=APPLIED_EXTERNAL_IDENTIFICATION_ASSIGNMENT('/etc/passwd',#1,#2,());",
    ]) {
      const { id } = await user.newProject();
      const model = stepText('plate').replace('DATA;', `DATA;\n${record}`);
      await user.upload(id, 'hostile.step', Buffer.from(model, 'latin1'));
      await startMesher(user, id);
      const { mesherState } = await user.waitFor(id, isOver);
      expect(mesherState, record).toMatchObject({ status: 'Error', code: 'STEP_EXTERNAL' });
      expect(mesherState.detail).toContain('Export the whole assembly into one STEP file');
    }
    expect(existsSync(ran)).toBe(false);
  } finally {
    vi.unstubAllEnvs();
    await here.stop();
  }
});

test('gmsh runs in a folder of its own with nothing of the server in its environment', async () => {
  using place = scratch();
  const seen = join(place.folder, 'seen');
  vi.stubEnv('PACE_SECRET', 'a secret of thirty-two characters');
  vi.stubEnv('PACE_GMSH', script(place.folder, `ls > ${seen}; env >> ${seen}; exit 1`));
  vi.stubEnv('PACE_SANDBOX', 'off');
  using run = runFolder({ 'model.step': stepText('plate') });
  try {
    await meshStep({
      folder: run.folder,
      options: MesherOptionsSchema.parse({ mesh_size: 100 }),
      signal: new AbortController().signal,
      onProgress: () => undefined,
    }).catch(() => undefined);
    const lines = readFileSync(seen, 'utf8').trim().split('\n');
    expect(lines.filter((line) => !line.includes('='))).toEqual(['mesh.geo', 'model.step']);
    expect(lines.find((line) => line.startsWith('HOME='))).toContain('.mesher');
    expect(lines.filter((line) => line.includes('secret'))).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
  }
});

test('gmsh that is killed from outside is tried again as the solver is, and told as what it is', async () => {
  using place = scratch();
  const starts = join(place.folder, 'starts');
  vi.stubEnv('PACE_SANDBOX', 'off');
  vi.stubEnv('PACE_GMSH', script(place.folder, `echo start >> ${starts}; kill -9 $$`));
  const here = await TestServer.start({ engines: { ...fakeEngines, meshStep } });
  try {
    const user = await here.newUser();
    const { id } = await user.newProject();
    await user.upload(id, 'plate.step', Buffer.from(stepText('plate'), 'latin1'));
    await startMesher(user, id);
    const { mesherState } = await user.waitFor(id, isOver);
    expect(mesherState).toMatchObject({ status: 'Error', code: 'WORKER_LOST' });
    expect(mesherState.detail).toContain('ended from outside 3 times');
    expect(mesherState.detail).not.toContain('GB');
    expect(readFileSync(starts, 'utf8').trim().split('\n')).toHaveLength(3);
  } finally {
    vi.unstubAllEnvs();
    await here.stop();
  }
});

test('models that take long keep nobody else’s from being meshed, and cancelling one lets the next begin', async () => {
  const here = await TestServer.start();
  try {
    const slow = await here.newUser();
    const [first, second] = [await slow.newProject(), await slow.newProject()];
    for (const { id } of [first, second]) {
      await slow.upload(id, 'slow.step', stepModel('SLOW'));
      await startMesher(slow, id);
    }
    await slow.waitFor(first.id, ({ mesherState }) => mesherState.status === 'Running');
    await slow.waitFor(second.id, ({ mesherState }) => mesherState.waitingFor === 'limit');
    const other = await here.newUser();
    const { id } = await other.newProject();
    await other.upload(id, 'good.step', stepModel());
    await startMesher(other, id);
    await other.waitFor(id, ({ mesherState }) => mesherState.status === 'Finished');
    expect((await slow.state(first.id)).mesherState.status).toBe('Running');

    await slow.call('cancel', { body: { projectId: first.id } });
    await slow.waitFor(first.id, ({ mesherState }) => mesherState.status === 'Cancelled');
    await slow.waitFor(second.id, ({ mesherState }) => mesherState.status === 'Running');
  } finally {
    await here.stop();
  }
});

test('a small model has minutes to be read, the largest half an hour', () => {
  const limits = mesherLimits();
  expect(geometryMs(limits, 277)).toBeLessThan(301_000);
  expect(geometryMs(limits, 5e6)).toBe(900_000);
  expect(geometryMs(limits, 1e9)).toBe(limits.geometryMs);
});

test('a server that a file holds ends itself; one that only stood still as a whole does not', async () => {
  const server = await PaceProcess.start('all', {
    ...(await environmentOf(dataDir)),
    PACE_WATCHDOG_SECONDS: '4',
  });
  const user = await server.asServer(dataDir).newUser();
  const { id } = await user.newProject();
  await user.upload(id, 'hang.step', stepModel('HANG'));

  server.signal('SIGSTOP');
  await new Promise((resolve) => setTimeout(resolve, 5000));
  server.signal('SIGCONT');
  expect((await user.state(id)).mesherState.status).toBe('');

  // The answer may not come any more.
  void startMesher(user, id).catch(() => undefined);
  expect(await server.ended).toBe('SIGKILL');
});

test('a file with which the server ended twice is not read a third time, until it is uploaded again', async () => {
  const here = await TestServer.start({ environment: { PACE_LEASE_SECONDS: '1' } });
  try {
    const user = await here.newUser();
    const { id } = await user.newProject();
    await user.upload(id, 'slow.step', stepModel('SLOW'));
    await startMesher(user, id);
    for (const attempt of [1, 2]) {
      const isHeld = and(eq(runs.projectId, id), eq(runs.attempt, attempt), eq(runs.status, 'Running'));
      const dead = { leaseOwner: 'a server that is dead', leaseExpiresAt: new Date(0) };
      const died = async () => (await here.db.update(runs).set(dead).where(isHeld).returning()).length;
      await expect.poll(died).toBe(1);
    }
    const { mesherState } = await user.waitFor(id, isOver);
    expect(mesherState).toMatchObject({ status: 'Error', code: 'MODEL_ENDS_SERVER' });
    expect(mesherState.detail).toContain('The server ended twice while it read this model');
    expect(await startMesher(user, id)).toMatchObject({ status: 422, code: 'MODEL_ENDS_SERVER' });
    await user.upload(id, 'good.step', stepModel());
    expect((await startMesher(user, id)).status).toBe(200);
    await user.waitFor(id, ({ mesherState: { status } }) => status === 'Finished');
  } finally {
    await here.stop();
  }
});
