import type { LiveState, SolverEvent } from '@pace/contract';
import { eq } from 'drizzle-orm';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import { Bucket } from '../src/storage/bucket.ts';
import { BucketFiles } from '../src/storage/bucketFiles.ts';
import { cut } from '../src/storage/bucketPieces.ts';
import { identify, isAlive } from '../src/storage/processIdentity.ts';
import { storedFiles } from '../src/storage/schema.ts';
import { startWorker, type RunningWorker } from '../src/worker.ts';
import { BucketServer } from './support/bucketServer.ts';
import { Cluster } from '../../testing/postgresql.ts';
import { fakeEngines, stepModel, unvModel } from './support/fakeEngines.ts';
import { PaceProcess } from './support/paceProcess.ts';
import { killGroup, startedPids } from './support/startedPrograms.ts';
import { chunksOf, newDataDir, TestServer, type Client } from './support/testServer.ts';

/** Project files in an S3-compatible bucket: nobody shares a disk. */

const PATIENCE = { interval: 100 };
const LONG = { numberofiterations: 60_000 };
const isFinished = ({ solverState }: LiveState) => solverState.status === 'Finished';
const isAtWork = ({ solverState }: LiveState) =>
  solverState.status === 'Running' && solverState.detail !== '';

let bucket: BucketServer;
let before: NodeJS.ProcessEnv;
beforeAll(async () => {
  bucket = await BucketServer.create();
  before = { ...process.env };
  // Where the SDK finds who may.
  Object.assign(process.env, bucket.environment);
});
afterAll(async () => {
  for (const name of Object.keys(bucket.environment)) delete process.env[name];
  Object.assign(process.env, before);
  await bucket.remove();
});

const settings = () => ({
  bucket: 'pace',
  endpoint: bucket.environment['PACE_S3_ENDPOINT'],
  region: 'us-east-1',
  prefix: 'test/',
});

async function keysInBucket(): Promise<string[]> {
  const direct = new Bucket(settings());
  const keys: string[] = [];
  for await (const { key } of direct.list()) keys.push(key);
  direct.close();
  return keys;
}

describe('pieces of a file', () => {
  const pieces = [
    { from: 0, bytes: 10, key: 'a' },
    { from: 5, bytes: 10, key: 'b' },
    { from: 15, bytes: 5, key: 'c' },
  ];
  test.each([
    [0, 20, ['a 0-10', 'b 5-10', 'c 0-5']],
    [3, 7, ['a 3-7']],
    [12, 16, ['b 7-10', 'c 0-1']],
    [20, 25, []],
  ])('bytes %i to %i come from %j', (from, to, expected) => {
    expect(cut(pieces, from, to).map(({ key, start, end }) => `${key} ${start}-${end}`)).toEqual(expected);
  });
});

describe('one server on the embedded database', () => {
  let server: TestServer;
  let user: Client;
  let files: BucketFiles;
  beforeAll(async () => {
    server = await TestServer.start({ environment: bucket.environment });
    user = await server.newUser();
    files = new BucketFiles(server.db, new Bucket(settings()), server.dataDir);
  });
  afterAll(async () => {
    files.close();
    await server.stop();
  });

  test('from upload to results and archive, with nothing of the project on the disk', async () => {
    const { id } = await user.newProject();
    const content = unvModel({ padding: 3_000_000 });
    for (const body of [...chunksOf(id, 'model.unv', content)].reverse()) await user.call('upload', { body });
    await user.waitFor(id, ({ mesherState }) => mesherState.status === 'Finished');
    expect((await user.call('upload', { body: chunksOf(id, 'model.unv', content)[1] })).result).toMatchObject(
      {
        complete: true,
      },
    );
    // The units of the mesh follow the input: the server reads the model once more.
    await user.startSolver(id, { scalefactor: 0.5 });
    expect((await user.project(id)).state.meshReport).toMatchObject({ metresPerUnit: 0.5 });
    await user.waitFor(id, isFinished);
    const key = { projectId: id, frequency: 1.3e9, theta: 1800, phi: 1800 };
    expect((await user.call('farZoneFieldsResult', { body: key })).status).toBe(200);
    expect((await user.call('mesherResult', { body: { projectId: id } })).status).toBe(200);
    const raw = await user.fetch('fusionResult', {
      body: key,
      headers: { accept: 'application/octet-stream' },
    });
    expect((await raw.arrayBuffer()).byteLength).toBe(84);
    const mesh = await user.fetch('download', { query: { ProjectID: id } });
    expect(Buffer.from(await mesh.arrayBuffer()).equals(content)).toBe(true);
    const archive = join(server.dataDir, 'run.zip');
    await writeFile(
      archive,
      Buffer.from(await (await user.fetch('downloadRun', { query: { ProjectID: id } })).arrayBuffer()),
    );
    const listed = execFileSync('python3', ['-m', 'zipfile', '-l', archive], { encoding: 'utf8' });
    for (const name of ['model.unv', 'mesh.unv', 'job.json', 'events.ndjson', 'results/result.json'])
      expect(listed).toContain(name);
    expect(await readdir(join(server.dataDir, 'work', id))).toEqual([]);
    expect(await buffer(await files.stream(id, 'model.unv', { from: 0, to: 11 }))).toEqual(
      content.subarray(0, 11),
    );
  });

  test('a continued run takes the place of the finished one, and a copy of the project keeps the files that it shares', async () => {
    const { id } = await user.projectWithMesh(unvModel());
    await mkdir(join(server.dataDir, 'projects', id), { recursive: true });
    await writeFile(join(server.dataDir, 'projects', id, 'needs'), '8');
    await user.startSolver(id, { numberofiterations: 2 });
    await user.waitFor(id, isFinished);
    await user.call('continueRun', { body: { projectId: id, numberofiterations: 6 } });
    const { solverState } = await user.waitFor(id, isFinished);
    expect(solverState).toMatchObject({ converged: true });
    const key = { projectId: id, frequency: 1.3e9, theta: 1800, phi: 1800 };
    const { iterations } = (await user.call('iterationsResult', { body: key })).result as {
      iterations: object[];
    };
    expect(iterations).toHaveLength(8);
    const paths = (await files.list(id)).map(({ path }) => path);
    expect(paths.filter((path) => path.startsWith('results.next'))).toEqual([]);
    const copy = (await user.call('duplicateProject', { body: { id, name: 'Copy' } })).result as {
      id: string;
    };
    await user.call('deleteProject', { body: { id } });
    expect(await files.list(id)).toEqual([]);
    const rows = await server.db.select().from(storedFiles).where(eq(storedFiles.projectId, copy.id));
    expect((await keysInBucket()).filter((name) => name.includes(id)).sort()).toEqual(
      rows.map(({ objectKey }) => objectKey).sort(),
    );
    expect(await files.storedBytes([copy.id])).toBe(rows.reduce((sum, { bytes }) => sum + bytes, 0));
    await user.startSolver(copy.id);
    await user.waitFor(copy.id, isFinished);
    await user.call('deleteProject', { body: { id: copy.id } });
    expect((await keysInBucket()).filter((name) => name.includes(id) || name.includes(copy.id))).toEqual([]);
  });

  test('objects that nothing refers to go when the house is kept, and no others', async () => {
    const { id } = await user.newProject();
    await user.upload(id, 'a.step', stepModel());
    const direct = new Bucket(settings());
    await direct.put('projects/gone/x', Buffer.from('x'), 1);
    const long = Date.now() + 2 * 24 * 3_600_000;
    await files.runMaintenance(long);
    direct.close();
    expect((await keysInBucket()).filter((key) => key.includes('gone'))).toEqual([]);
    expect((await files.read(id, 'model.step')).equals(stepModel())).toBe(true);
    const rows = await server.db.select().from(storedFiles);
    expect(new Set(rows.map(({ objectKey }) => objectKey))).toEqual(new Set(await keysInBucket()));
  });
});

describe('web and workers that share a database and a bucket only', () => {
  let cluster: Cluster;
  let shared: Record<string, string>;
  let api: TestServer;
  let user: Client;
  const folders: string[] = [];
  beforeAll(async () => {
    cluster = await Cluster.create();
    shared = {
      ...bucket.environment,
      DATABASE_URL: cluster.url(await cluster.newDatabase()),
      PACE_DEMO: '0',
      PACE_LEASE_SECONDS: '2',
    };
    api = await TestServer.start({ dataDir: await newDataDir(), environment: shared, role: 'api' });
    user = await api.newUser();
  });
  afterAll(async () => {
    await api.stop();
    await cluster.remove();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  async function machine(): Promise<Record<string, string>> {
    const folder = await mkdtemp(join(tmpdir(), 'pace-machine-'));
    folders.push(folder);
    return { ...shared, DATA_DIR: folder };
  }
  const newWorker = (of: Record<string, string>): Promise<RunningWorker> =>
    startWorker(readConfig({ ...of, PACE_WORKER_PORT: '0' }), fakeEngines, pino({ level: 'silent' }));
  /** What a test tells the solver on a machine, and what that writes down there. */
  const note = (of: Record<string, string>, id: string, name: string) =>
    join(of['DATA_DIR']!, 'projects', id, name);
  async function tell(of: Record<string, string>, id: string, notes: Record<string, string>): Promise<void> {
    await mkdir(join(of['DATA_DIR']!, 'projects', id), { recursive: true });
    for (const [name, text] of Object.entries(notes)) await writeFile(note(of, id, name), text);
  }

  test('a worker killed with kill -9: one on another machine goes on from the checkpoint that had been brought', async () => {
    const [one, two] = [await machine(), await machine()];
    const { id } = await user.newProject();
    await user.upload(id, 'model.unv', unvModel());
    const first = await PaceProcess.start('worker', one);
    onTestFinished(async () => {
      await first.end('SIGKILL');
      // Nobody comes back to this machine and ends the solver that goes on there.
      for (const pid of await startedPids(note(one, id, 'starts.log'))) killGroup(pid);
    });
    await user.waitFor(id, ({ mesherState }) => mesherState.status === 'Finished');
    await tell(one, id, { needs: '8', checkpoints: '' });
    await tell(two, id, { needs: '8', quick: '' });
    await user.startSolver(id, LONG);
    await user.waitFor(id, isAtWork);
    // The stages are told to whoever follows the run, on a machine without its files.
    const response = await user.fetch('liveEvents', { query: { id } });
    const told = (async () => {
      let text = '';
      for await (const bytes of response.body!) {
        text += Buffer.from(bytes as Uint8Array).toString();
        const events = /^event: solver\ndata: (.*)$/m.exec(text)?.[1];
        if (events) return JSON.parse(events) as SolverEvent[];
      }
      return [];
    })();
    expect((await told)[0]).toMatchObject({ event: 'stage', stage: 'CALCULATING NEAR INTERACTIONS' });
    const checkpoints = () =>
      api.db
        .select()
        .from(storedFiles)
        .then((rows) => rows.filter(({ path }) => path.endsWith('.checkpoint_1.bin')).length);
    await expect.poll(checkpoints, PATIENCE).toBe(1);
    await first.end('SIGKILL');
    const second = await newWorker(two);
    try {
      await user.waitFor(id, isFinished);
      const key = { projectId: id, frequency: 1.3e9, theta: 1800, phi: 1800 };
      const { iterations } = (await user.call('iterationsResult', { body: key })).result as {
        iterations: object[];
      };
      expect(iterations).toHaveLength(5 + LONG.numberofiterations);
      const pid = Number(await readFile(note(two, id, 'starts.log'), 'utf8'));
      expect((await user.project(id)).resultSummary).toMatchObject({ version: `process ${pid}` });
    } finally {
      await second.stop();
    }
  });

  test('a store that is away when the run ends: the run waits for it, and its solver runs once', async () => {
    const here = await machine();
    const worker = await newWorker(here);
    try {
      const { id } = await user.projectWithMesh(unvModel());
      await user.startSolver(id, { numberofiterations: 150 });
      await user.waitFor(id, isAtWork);
      await bucket.stop();
      const solver = identify(Number(await readFile(note(here, id, 'starts.log'), 'utf8')));
      await expect.poll(() => isAlive(solver)).toBe(false);
      const ready = async () => (await fetch(`${worker.url}/ready`)).status;
      await expect.poll(ready).toBe(503);
      expect((await user.state(id)).solverState.status).toBe('Running');
      await bucket.start();
      await user.waitFor(id, isFinished);
      expect((await readFile(note(here, id, 'starts.log'), 'utf8')).trim().split('\n')).toHaveLength(1);
      expect((await user.project(id)).resultSummary).toMatchObject({ converged: true });
    } finally {
      await worker.stop();
    }
  });

  test('chunks of an upload may come to different web processes', async () => {
    const other = await TestServer.start({
      dataDir: await newDataDir(),
      environment: { ...shared, PACE_SECRET: 'x'.repeat(32) },
      role: 'api',
    });
    try {
      const one = await other.newUser();
      const same = await TestServer.start({
        dataDir: await newDataDir(),
        environment: { ...shared, PACE_SECRET: 'x'.repeat(32) },
        role: 'api',
      });
      try {
        const there = same.as(one.token ?? '');
        const { id } = await one.newProject();
        const content = stepModel('#1=X\n'.repeat(2000));
        const chunks = chunksOf(id, 'a.step', content, 1000);
        await Promise.all(chunks.map((body, i) => (i % 2 === 0 ? one : there).call('upload', { body })));
        expect((await one.project(id)).state.model).toMatchObject({ complete: true });
        const reader = new BucketFiles(api.db, new Bucket(settings()), api.dataDir);
        expect((await reader.read(id, 'model.step')).equals(content)).toBe(true);
        reader.close();
        expect(existsSync(join(other.dataDir, 'projects', id))).toBe(false);
      } finally {
        await same.stop();
      }
    } finally {
      await other.stop();
    }
  });
});
