import type { LiveState } from '@pace/contract';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { prepareContinuation, prepareResults, replaceResults } from '../src/runs/resultFolders.ts';
import { FolderFiles } from '../src/storage/folderFiles.ts';
import type { Fence } from '../src/storage/projectFiles.ts';
import { scratch } from './engines/programs.ts';
import { fakeEngines, stepModel, unvModel } from './support/fakeEngines.ts';
import { killGroup, startedPids } from './support/startedPrograms.ts';
import { newDataDir, TestServer, type Client } from './support/testServer.ts';

let server: TestServer;
let user: Client;
beforeAll(async () => {
  server = await TestServer.start({ environment: { PACE_LEASE_SECONDS: '2' } });
  user = await server.newUser();
});
afterAll(() => server.stop());

const finished = ({ solverState }: LiveState) => solverState.status === 'Finished';
const isAtWork = ({ solverState }: LiveState) =>
  solverState.status === 'Running' && solverState.detail !== '';
const keyOf = (projectId: string) => ({ projectId, frequency: 1.3e9, theta: 1800, phi: 1800 });
const fileOf = (projectId: string, ...path: string[]) => join(server.dataDir, 'projects', projectId, ...path);
const LONG = 60_000;

/** A project whose run of 2 iterations has ended without converging; 8 are needed. */
async function unconverged(who = user, on = server): Promise<string> {
  const { id } = await who.projectWithMesh(unvModel());
  await writeFile(join(on.dataDir, 'projects', id, 'needs'), '8');
  await who.startSolver(id, { numberofiterations: 2 });
  expect(await who.waitFor(id, finished)).toMatchObject({
    solverState: { converged: false, numberofiterations: 2 },
  });
  return id;
}

const goOn = (projectId: string, numberofiterations?: number, who = user) =>
  who.call('continueRun', { body: { projectId, numberofiterations } });

/** What the result calls answer: iterations in the history, the far field's own count, and monostatic. */
async function answered(projectId: string, who = user) {
  const { iterations, converged } = (await who.call('iterationsResult', { body: keyOf(projectId) }))
    .result as { iterations: object[]; converged: boolean };
  const far = (await who.call('farZoneFieldsResult', { body: keyOf(projectId) })).result as {
    converged: boolean;
    farZoneFields: { e_Theta_Real: number }[];
  };
  const mono = (await who.call('monoStaticRcsResult', { body: { projectId } })).result as {
    converged: boolean;
    monoStaticRcs: { e_Theta_Real: number }[];
  };
  expect([far.converged, mono.converged]).toEqual([converged, converged]);
  expect(far.farZoneFields[0]?.e_Theta_Real).toBe(iterations.length);
  expect(mono.monoStaticRcs[0]?.e_Theta_Real).toBe(iterations.length);
  return { iterations: iterations.length, converged };
}
const EARLIER = { iterations: 2, converged: false };

describe('continuing a run that has not converged', () => {
  test('goes on counting, by default with twice the iterations, until it has converged; then there is nothing to continue', async () => {
    const id = await unconverged();
    const { resultVersion } = (await user.project(id)).state;
    expect((await goOn(id)).result).toMatchObject({
      solverState: { continues: true, numberofiterations: 4 },
    });
    expect((await user.waitFor(id, finished)).solverState.converged).toBe(false);
    expect(await answered(id)).toEqual({ iterations: 6, converged: false });
    const project = await user.project(id);
    expect(project.state.resultVersion).not.toBe(resultVersion);
    // What the user saved stays as it was saved.
    expect(project.state.solverInput?.numberofiterations).toBe(2);

    await goOn(id, 3);
    expect(await user.waitFor(id, finished)).toMatchObject({
      solverState: { converged: true, continues: true, numberofiterations: 3 },
    });
    expect(await answered(id)).toEqual({ iterations: 9, converged: true });
    expect(existsSync(fileOf(id, 'results.next'))).toBe(false);
    expect(existsSync(fileOf(id, 'results.old'))).toBe(false);
    const refused = await goOn(id);
    expect(refused).toMatchObject({ status: 409, code: 'RUN_NOT_CONTINUABLE' });
    expect(refused.detail).toContain('has converged');
  });

  test('while it runs, every result call answers the earlier numbers, and nothing else may be started', async () => {
    const id = await unconverged();
    await goOn(id, LONG);
    await user.waitFor(id, isAtWork);
    expect(await answered(id)).toEqual(EARLIER);
    const project = await user.project(id);
    expect(project.state.solverResultReady).toBe(true);
    expect(project.endDate).toBe('-1');
    expect(project.resultSummary).toMatchObject({ converged: false });
    expect((await goOn(id)).code).toBe('RUN_ACTIVE');
    expect((await user.call('input', { body: { projectId: id } })).code).toBe('RUN_ACTIVE');
    await user.call('cancel', { body: { projectId: id } });
  });

  test('cancelled, the finished run stands with its results, cannot be changed, and can be continued again', async () => {
    const id = await unconverged();
    await goOn(id, LONG);
    await user.waitFor(id, isAtWork);
    const state = (await user.call('cancel', { body: { projectId: id } })).result as LiveState;
    expect(state.solverState).toMatchObject({
      status: 'Finished',
      converged: false,
      failedContinuation: { status: 'Cancelled' },
    });
    expect(await answered(id)).toEqual(EARLIER);
    expect((await user.call('input', { body: { projectId: id } })).code).toBe('RUN_FINISHED');
    await goOn(id, 6);
    await user.waitFor(id, finished);
    expect(await answered(id)).toEqual({ iterations: 8, converged: true });
    expect((await user.state(id)).solverState.failedContinuation).toBeUndefined();
  });

  test('failed, it says why, and the finished run stands with its results', async () => {
    const id = await unconverged();
    await writeFile(fileOf(id, 'fail-with'), 'MATRIX_SINGULAR');
    await goOn(id, 6);
    const { solverState } = await user.waitFor(
      id,
      (state) => state.solverState.failedContinuation !== undefined,
    );
    expect(solverState).toMatchObject({
      status: 'Finished',
      converged: false,
      failedContinuation: {
        status: 'Error',
        code: 'MATRIX_SINGULAR',
        detail: 'The matrix is singular at part 2.',
      },
    });
    expect(await answered(id)).toEqual(EARLIER);
    await rm(fileOf(id, 'fail-with'));
    await goOn(id, 6);
    await user.waitFor(id, finished);
    expect(await answered(id)).toEqual({ iterations: 8, converged: true });
  });

  test('a solver killed from outside is started again and goes on', async () => {
    const id = await unconverged();
    await goOn(id, LONG);
    await user.waitFor(id, isAtWork);
    await writeFile(fileOf(id, 'quick'), '');
    killGroup((await startedPids(fileOf(id, 'starts.log'))).at(-1));
    await user.waitFor(id, finished);
    expect(await answered(id)).toEqual({ iterations: 2 + LONG, converged: true });
  });

  test('a server stopped in the middle takes it up again, with the earlier results still there', async () => {
    const dataDir = await newDataDir();
    let other = await TestServer.start({ dataDir });
    const before = await other.newUser();
    const id = await unconverged(before, other);
    await goOn(id, LONG, before);
    await before.waitFor(id, isAtWork);
    await other.stop({ keepData: true });
    other = await TestServer.start({ dataDir });
    const after = other.as(before.token ?? '');
    await after.waitFor(id, isAtWork);
    expect(await answered(id, after)).toEqual(EARLIER);
    await after.call('cancel', { body: { projectId: id } });
    await goOn(id, 6, after);
    await after.waitFor(id, finished);
    expect(await answered(id, after)).toEqual({ iterations: 8, converged: true });
    await other.stop();
  });
});

describe('continuing a cancelled run', () => {
  /** A project whose first run was cancelled; it left a checkpoint of 5 of the 8 iterations needed. */
  async function cancelled(): Promise<string> {
    const { id } = await user.projectWithMesh(unvModel());
    await writeFile(fileOf(id, 'needs'), '8');
    await writeFile(fileOf(id, 'checkpoints'), '');
    await user.startSolver(id, { numberofiterations: LONG });
    await user.waitFor(id, isAtWork);
    await user.call('cancel', { body: { projectId: id } });
    await rm(fileOf(id, 'checkpoints'));
    return id;
  }
  const save = (id: string, input: object) => user.call('input', { body: { projectId: id, ...input } });

  test('goes on from where it was; its results are those of one run', async () => {
    const id = await cancelled();
    expect((await user.state(id)).solverState).toMatchObject({ status: 'Cancelled', continuable: true });
    expect((await goOn(id, 3)).result).toMatchObject({ solverState: { numberofiterations: 3 } });
    expect((await user.waitFor(id, finished)).solverState).toMatchObject({ converged: true });
    expect(await answered(id)).toEqual({ iterations: 8, converged: true });
    expect((await user.state(id)).solverState.continuable).toBeUndefined();
  });

  test('cancelled again, also before it has begun, it can still be continued', async () => {
    const id = await cancelled();
    // Other runs hold the one place, so that this one waits.
    const other = (await user.projectWithMesh(unvModel())).id;
    await user.startSolver(other, { numberofiterations: LONG });
    await user.waitFor(other, isAtWork);
    expect((await goOn(id, LONG)).result).toMatchObject({ solverState: { status: 'Queued' } });
    await user.call('cancel', { body: { projectId: id } });
    await user.call('cancel', { body: { projectId: other } });
    expect((await user.state(id)).solverState).toMatchObject({ status: 'Cancelled', continuable: true });
    await goOn(id, LONG);
    await user.waitFor(id, isAtWork);
    await user.call('cancel', { body: { projectId: id } });
    await goOn(id, 3);
    await user.waitFor(id, finished);
    expect(await answered(id)).toEqual({ iterations: 8, converged: true });
  });

  test('takes the iterations that are saved, and is refused once anything else was changed', async () => {
    const id = await cancelled();
    const { solverInput } = (await user.project(id)).state;
    await save(id, { ...solverInput, numberofiterations: 2 });
    expect((await user.state(id)).solverState.continuable).toBe(true);
    await save(id, { ...solverInput, solvertype: 2, errorestimate: 1 });
    expect((await user.state(id)).solverState.continuable).toBeUndefined();
    await save(id, { ...solverInput, residualerror: 1e-5 });
    expect((await user.state(id)).solverState.continuable).toBeUndefined();
    expect(await goOn(id)).toMatchObject({ status: 409, code: 'RUN_NOT_CONTINUABLE' });
    expect((await goOn(id)).detail).toContain('were changed');
    await save(id, { ...solverInput, numberofiterations: 2 });
    expect((await goOn(id)).result).toMatchObject({ solverState: { numberofiterations: 2 } });
    await user.waitFor(id, finished);
    expect(await answered(id)).toEqual({ iterations: 7, converged: false });
  });

  test('is refused where nothing is kept; a start begins anew', async () => {
    const { id } = await user.projectWithMesh(unvModel());
    await user.startSolver(id, { numberofiterations: LONG });
    await user.waitFor(id, isAtWork);
    await user.call('cancel', { body: { projectId: id } });
    expect((await user.state(id)).solverState.continuable).toBeUndefined();
    expect((await goOn(id)).detail).toContain('before it had computed anything');
    const kept = await cancelled();
    await user.startSolver(kept, { numberofiterations: 3 });
    await user.waitFor(kept, finished);
    expect(await answered(kept)).toEqual({ iterations: 3, converged: false });
  });
});

describe('continuing is refused', () => {
  test('for a project that never ran, one that is at work, and one that was solved directly', async () => {
    const { id } = await user.projectWithMesh(unvModel());
    expect(await goOn(id)).toMatchObject({ status: 409, code: 'RUN_NOT_CONTINUABLE' });
    await user.startSolver(id, { numberofiterations: LONG });
    expect((await goOn(id)).code).toBe('RUN_ACTIVE');
    await user.call('cancel', { body: { projectId: id } });
    const direct = await user.projectWithMesh(unvModel());
    await writeFile(fileOf(direct.id, 'needs'), '8');
    await writeFile(fileOf(direct.id, 'method'), 'dense-lu');
    await user.startSolver(direct.id);
    await user.waitFor(direct.id, finished);
    expect(await goOn(direct.id)).toMatchObject({ status: 409, code: 'RUN_NOT_CONTINUABLE' });
  });

  test('to another person, and without a token', async () => {
    const id = await unconverged();
    const stranger = await server.newUser();
    expect(await goOn(id, 5, stranger)).toMatchObject({ status: 404, code: 'PROJECT_NOT_FOUND' });
    expect((await goOn(id, 5, server.guest())).code).toBe('UNAUTHENTICATED');
    expect((await user.state(id)).solverState.status).toBe('Finished');
  });

  test.each([0, -1, 1.5, 100_001])('with %s iterations', async (iterations) => {
    const id = await unconverged();
    const reply = await goOn(id, iterations);
    expect(reply).toMatchObject({ status: 400, code: 'VALIDATION' });
    expect(reply.issues?.[0]?.path).toBe('/numberofiterations');
  });
});

describe('the folder of a continuing run', () => {
  const projectId = 'project';
  const held: Fence = (work) => work(undefined as never);

  /** A run's attempt at its work; `fence` lets it through unless its lease is lost. */
  function attempt(root: string, runId: string, number = 1, fence: Fence = held) {
    const files = new FolderFiles(root);
    const attempt = files.attempt({ projectId, token: `${runId}-${number}` });
    return { files, projectId, attempt, runId, job: '{}', fence };
  }
  async function finishedFirst() {
    const place = scratch();
    await mkdir(join(place.folder, projectId));
    await writeFile(join(place.folder, projectId, 'mesh.unv'), 'mesh');
    const first = attempt(place.folder, 'first');
    await prepareResults(first);
    await writeFile(join(first.attempt.folder, 'results', 'result.json'), 'first');
    await first.attempt.close();
    return place;
  }
  const shown = (root: string, folder = 'results') =>
    readFile(join(root, projectId, folder, 'result.json'), 'utf8');
  const rewrite = async ({ attempt: { folder } }: { attempt: { folder: string } }, text: string) => {
    await rm(join(folder, 'results', 'result.json'));
    await writeFile(join(folder, 'results', 'result.json'), text);
  };

  test('the finished results are shown until the new ones take their place, in one step', async () => {
    using place = await finishedFirst();
    const second = attempt(place.folder, 'second');
    expect(await prepareContinuation(second)).toBe(true);
    await rewrite(second, 'second');
    expect([await shown(place.folder), await shown(place.folder, 'results.next')]).toEqual([
      'first',
      'second',
    ]);
    await replaceResults(second);
    expect(await shown(place.folder)).toBe('second');
    expect(existsSync(join(place.folder, projectId, 'results.next'))).toBe(false);
    // Nothing of the first run takes space any more.
    expect(await readdir(join(place.folder, projectId, '.attempts'))).toEqual(['second-1']);
  });

  test('a crash before the folder was complete begins anew', async () => {
    using place = await finishedFirst();
    const second = attempt(place.folder, 'second');
    await mkdir(join(`${second.attempt.folder}.part`, 'results'), { recursive: true });
    await writeFile(join(`${second.attempt.folder}.part`, 'results', 'result.json'), 'half');
    expect(await prepareContinuation(second)).toBe(true);
    expect(await shown(place.folder, 'results.next')).toBe('first');
  });

  test('a crash after the replacement, before the end was written down, does not solve again', async () => {
    using place = await finishedFirst();
    const second = attempt(place.folder, 'second');
    await prepareContinuation(second);
    await rewrite(second, 'second');
    await replaceResults(second);
    expect(await prepareContinuation(attempt(place.folder, 'second', 2))).toBe(false);
    expect(await prepareContinuation(attempt(place.folder, 'third'))).toBe(true);
    expect(await shown(place.folder)).toBe('second');
  });

  test('what a worker without the lease goes on to write is never shown, and its folder goes', async () => {
    using place = await finishedFirst();
    const lost: Fence = () => Promise.reject(new Error('lost'));
    const slow = attempt(place.folder, 'second', 1);
    await prepareContinuation(slow);
    const successor = attempt(place.folder, 'second', 2);
    await prepareContinuation(successor);
    await expect(writeFile(join(slow.attempt.folder, 'results', 'result.json'), 'slow')).rejects.toThrow();
    await expect(replaceResults({ ...slow, fence: lost })).rejects.toThrow('lost');
    await slow.attempt.close();
    await rewrite(successor, 'second');
    await replaceResults(successor);
    expect(await shown(place.folder)).toBe('second');
  });

  test('results that an earlier version wrote as a folder are resumed', async () => {
    using place = scratch();
    const results = join(place.folder, projectId, 'results');
    await mkdir(results, { recursive: true });
    await writeFile(join(results, 'result.json'), 'old');
    const second = attempt(place.folder, 'second');
    expect(await prepareContinuation(second)).toBe(true);
    await replaceResults(second);
    expect(await shown(place.folder)).toBe('old');
    expect((await readdir(join(place.folder, projectId))).sort()).toEqual([
      '.attempts',
      'events.ndjson',
      'job.json',
      'results',
    ]);
  });
});

describe('an estimate', () => {
  test('is what the solver says of the mesh and the saved input, from a folder of its own, at any time', async () => {
    const { id } = await user.projectWithMesh(unvModel());
    const ask = () => user.call('estimate', { body: { projectId: id } });
    expect((await ask()).code).toBe('INPUT_MISSING');
    await user.startSolver(id, { numberofiterations: LONG });
    await user.waitFor(id, isAtWork);
    const { status, result } = await ask();
    expect(status).toBe(200);
    const estimate = result as { reason: string };
    expect(estimate).toMatchObject({ unknowns: 3, memoryBytes: 1000, seconds: 2, levels: 2, products: 15 });
    // The stand-in tells its folder as the reason.
    expect(estimate.reason).not.toContain(server.dataDir);
    expect(existsSync(estimate.reason)).toBe(false);
    await user.call('cancel', { body: { projectId: id } });
  });

  test('is of values that are given with the question, which are checked and not saved', async () => {
    const jobs: unknown[] = [];
    const own = await TestServer.start({
      engines: {
        ...fakeEngines,
        estimate: async (asked) => {
          jobs.push(JSON.parse(await readFile(join(asked.folder, 'job.json'), 'utf8')));
          return fakeEngines.estimate(asked);
        },
      },
    });
    onTestFinished(() => own.stop());
    const someone = await own.newUser();
    const { id } = await someone.projectWithMesh(unvModel());
    const { result } = await someone.call('input', { body: { projectId: id, scalefactor: 1 } });
    const saved = result as { frequency: number[] };
    const ask = (values: object) => someone.call('estimate', { body: { projectId: id, ...values } });
    const values = { ...saved, freqsweep: 1, frequency: [1e8, 1e8, 2e9] };
    expect((await ask({ solverInput: values })).status).toBe(200);
    expect(jobs.at(-1)).toMatchObject({ solverInput: { freqsweep: 1, frequency: [1e8, 1e8, 2e9] } });
    const refused = await ask({ solverInput: { ...values, frequency: [1e8, 1e8, 1e15] } });
    expect([refused.status, refused.code]).toEqual([400, 'FREQUENCY_INVALID']);
    expect((await ask({})).status).toBe(200);
    expect(jobs).toHaveLength(2);
    expect(jobs.at(-1)).toMatchObject({ solverInput: { frequency: saved.frequency } });
  });

  test('is refused for what a run would be refused for, and for a foreign project', async () => {
    const { id } = await user.newProject();
    const ask = (who = user) => who.call('estimate', { body: { projectId: id } });
    await user.call('input', { body: { projectId: id } });
    expect((await ask()).code).toBe('NO_MODEL');
    await user.upload(id, 'a.step', stepModel());
    expect((await ask()).code).toBe('MESH_NOT_READY');
    expect((await ask(await server.newUser())).code).toBe('PROJECT_NOT_FOUND');
    await user.call('runMesher', { body: { projectId: id } });
    await user.waitFor(id, ({ mesherState }) => mesherState.status === 'Finished');
    await user.call('input', { body: { projectId: id, scalefactor: 0.005 } });
    expect((await ask()).code).toBe('SCALE_CONFLICT');
  });
});
