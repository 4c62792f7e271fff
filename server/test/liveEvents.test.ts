import type { LiveState } from '@pace/contract';
import { appendFile, readFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unvModel } from './support/fakeEngines.ts';
import { TestServer, type Client } from './support/testServer.ts';

let server: TestServer;
let user: Client;
beforeAll(async () => {
  server = await TestServer.start();
  user = await server.newUser();
});
afterAll(() => server.stop());

interface Told {
  name: string;
  data: unknown;
}

/** All events of a stream, to its end. */
async function followed(
  id: string,
  onEvent: (told: Told) => Promise<void> | void = () => undefined,
): Promise<Told[]> {
  const response = await user.fetch('liveEvents', { query: { id } });
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const all: Told[] = [];
  let rest = '';
  for await (const bytes of response.body!) {
    const blocks = (rest + Buffer.from(bytes as Uint8Array).toString()).split('\n\n');
    rest = blocks.pop()!;
    for (const block of blocks) {
      const match = /^event: (\w+)\ndata: (.*)$/.exec(block);
      if (!match) continue;
      const told = { name: match[1]!, data: JSON.parse(match[2]!) as unknown };
      all.push(told);
      await onEvent(told);
    }
  }
  return all;
}

/** After the first stage the events file is the run's own: its state is Running before its folder replaces that of the last run. */
const tellsStage = ({ name, data }: Told) =>
  name === 'solver' && (data as { event: string }[]).some(({ event }) => event === 'stage');
const tells =
  (iteration: number) =>
  ({ name, data }: Told) =>
    name === 'solver' && (data as { iteration?: number }[]).some((event) => event.iteration === iteration);

test('a run is told as it happens: its states, the solver’s stages and every residual, to the end', async () => {
  const { id } = await user.projectWithMesh(unvModel());
  // Until it is told to end: the stream may be slow.
  await user.startSolver(id, { numberofiterations: 60_000 });
  const folder = join(server.dataDir, 'projects', id);
  const log = join(folder, 'events.ndjson');
  // As the engine writes it; the second line arrives in two pieces.
  const line = (iteration: number) =>
    `${JSON.stringify({ event: 'iteration', frequencyHz: 1e9, rightHandSide: 0, iteration, residual: 0.5 ** iteration })}\n`;
  const begun = line(1) + line(2).slice(0, 30);
  const steps = [
    { after: tellsStage, then: () => appendFile(log, begun) },
    { after: tells(1), then: () => appendFile(log, line(2).slice(30)) },
    { after: tells(2), then: () => writeFile(join(folder, 'enough'), '') },
  ];
  const all = await followed(id, async (told) => {
    if (steps[0]?.after(told)) await steps.shift()?.then();
  });
  const states = all
    .filter(({ name }) => name === 'state')
    .map(({ data }) => (data as LiveState).solverState.status);
  expect(states.at(-1)).toBe('Finished');
  expect(states).toContain('Running');
  const events = all
    .filter(({ name }) => name === 'solver')
    .flatMap(({ data }) => data as { event: string; iteration?: number }[]);
  expect(events.filter(({ event }) => event === 'iteration').map(({ iteration }) => iteration)).toEqual([
    1, 2,
  ]);
});

test('where nothing is active the state is told once and the stream ends', async () => {
  const { id } = await user.newProject();
  expect((await followed(id)).map(({ name }) => name)).toEqual(['state']);
});

test('the archive of a run holds model, mesh, job, results, tables and how to run it again', async () => {
  const { id } = await user.projectWithMesh(unvModel());
  await writeFile(join(server.dataDir, 'projects', id, 'needs'), '1000');
  await user.startSolver(id);
  await user.waitFor(id, ({ solverState }) => solverState.status === 'Finished');
  const response = await user.fetch('downloadRun', { query: { ProjectID: id } });
  expect(response.headers.get('content-disposition')).toContain('Test-NOT-CONVERGED.zip');
  const folder = await mkdtemp(join(tmpdir(), 'pace-archive-'));
  try {
    await writeFile(join(folder, 'run.zip'), Buffer.from(await response.arrayBuffer()));
    execFileSync('python3', ['-m', 'zipfile', '-e', join(folder, 'run.zip'), join(folder, 'out')]);
    const text = (path: string) => readFile(join(folder, 'out', path), 'utf8');
    const readme = await text('README.txt');
    expect(readme).toMatch(/^NOT CONVERGED/);
    expect(readme).toContain('pace solve job.json --out results-again');
    expect(await text('NOT-CONVERGED.txt')).toContain('stopped before');
    expect(JSON.parse(await text('job.json'))).toMatchObject({ schema: 'pace-job-1' });
    expect(await text('model.unv')).toBe(
      await readFile(join(server.dataDir, 'projects', id, 'model.unv'), 'utf8'),
    );
    const [warning, titles, row] = (await text('csv/monostatic.csv')).split('\n');
    expect(warning).toBe('# NOT CONVERGED');
    expect(titles).toContain('rcs_dbsm');
    expect(row?.split(',').slice(0, 3)).toEqual(['1300000000', '180', '180']);
    expect((await text('csv/solver_result_1300000000_farzone_1800_1800.csv')).split('\n')).toHaveLength(
      2 + 6 + 1,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a model that is no sphere has no exact curve, and the sentence says why', async () => {
  const { id } = await user.projectWithMesh(unvModel());
  await user.startSolver(id);
  const reply = await user.call('sphereResult', {
    body: { projectId: id, frequency: 1e9, theta: 0, phi: 0 },
  });
  expect(reply).toMatchObject({ status: 409, code: 'NOT_A_SPHERE' });
  expect(reply.detail).toMatch(/too few vertices/);
});
