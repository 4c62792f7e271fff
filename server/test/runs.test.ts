import type { MeshReport } from '@pace/contract';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identify, isAlive } from '../src/storage/processIdentity.ts';
import { stepModel, unvModel } from './support/fakeEngines.ts';
import { TestServer, type Client } from './support/testServer.ts';

let server: TestServer;
let user: Client;
beforeAll(async () => {
  server = await TestServer.start();
  user = await server.newUser();
});
afterAll(() => server.stop());

const finished = ({ solverState }: { solverState: { status: string } }) => solverState.status === 'Finished';
const running = ({ solverState }: { solverState: { status: string } }) => solverState.status === 'Running';
const fileOf = (projectId: string, ...path: string[]) => join(server.dataDir, 'projects', projectId, ...path);
const LONG = { numberofiterations: 60_000 };

async function jobOf(projectId: string) {
  return JSON.parse(await readFile(fileOf(projectId, 'job.json'), 'utf8')) as {
    threads: number;
    memoryLimitBytes: number;
    errorEstimate: boolean;
    solverInput: Record<string, unknown>;
  };
}

const isRunning = (pid: number) => isAlive(identify(pid));

describe('a solver run', () => {
  test('goes from input to results that every result call can read', async () => {
    const { id } = await user.projectWithMesh(unvModel());
    expect((await user.startSolver(id)).status).toBe(200);
    const state = await user.waitFor(id, finished);
    expect(state.solverState).toMatchObject({
      status: 'Finished',
      detail: 'Finished',
      fraction: 1,
      converged: true,
    });

    const project = await user.project(id);
    expect(project.state).toMatchObject({ solverResultReady: true, mesherResultReady: true });
    expect(project.state.outputFileList).toContain('solver_result_1300000000_farzone_1800_1800.json');
    expect(project.state.outputFileList).toContain('mesh.unv');
    expect(project.resultSummary).toMatchObject({ schema: 'pace-result-1' });
    expect(Date.parse(project.endDate)).toBeGreaterThanOrEqual(Date.parse(project.startDate ?? ''));

    const key = { projectId: id, frequency: 1.3e9, theta: 1800, phi: 1800 };
    const far = await user.call('farZoneFieldsResult', { body: key });
    expect(far.result).toMatchObject({ converged: true });
    const { farZoneFields } = far.result as { farZoneFields: object[] };
    expect(farZoneFields).toHaveLength(6);
    expect(farZoneFields[1]).toEqual({
      plane: 'xy',
      angleTheta: 900,
      anglePhi: 1800,
      e_Theta_Real: 1,
      e_Theta_Imag: -2,
      e_Phi_Real: 0.5,
      e_Phi_Imag: 0,
    });
    expect((await user.call('iterationsResult', { body: key })).result).toEqual({
      method: 'dense-lu',
      converged: true,
      iterations: [{ iteration: 1, residual: 1e-12 }],
    });
    expect((await user.call('monoStaticRcsResult', { body: { projectId: id } })).result).toMatchObject({
      monoStaticRcs: [{ angleTheta: 1800, frequency: 1.3e9, e_Theta_Imag: -2 }],
    });
    const currents = (await user.call('fusionResult', { body: key })).result as {
      currents: number[];
      currentJ: number[][];
      unit: string;
    };
    expect(currents).toMatchObject({ density: 'J', unit: 'A/m', currents: [5, 5, 5], currentM: [] });
    expect(currents.currentJ[2]).toEqual([3, 0, 0, -4, 0, 0]);
    const raw = await user.fetch('fusionResult', {
      body: key,
      headers: { accept: 'application/octet-stream' },
    });
    expect(Buffer.from(await raw.arrayBuffer()).toString('latin1', 0, 8)).toBe('PACECUR1');
  });

  test('results that do not exist are refused with what does', async () => {
    const { id } = await user.projectWithMesh(unvModel());
    const key = { projectId: id, frequency: 1.3e9, theta: 1800, phi: 1800 };
    expect(await user.call('farZoneFieldsResult', { body: key })).toMatchObject({
      status: 404,
      code: 'RESULT_NOT_READY',
    });
    await user.startSolver(id);
    await user.waitFor(id, finished);
    const reply = await user.call('farZoneFieldsResult', { body: { ...key, theta: 900 } });
    expect(reply).toMatchObject({ status: 404, code: 'RESULT_NOT_FOUND' });
    expect(reply.detail).toBe(
      'There is no far field for 1300000000 Hz, theta 90°, phi 180°. There are frequencies 1300000000 Hz and angles (theta, phi) (180°, 180°).',
    );
    expect((await user.call('fusionResult', { body: { ...key, density: 'M' } })).code).toBe(
      'RESULT_NOT_FOUND',
    );
  });

  test('the mesh is drawn in metres: by the scale factor, else by the file, and raw on request', async () => {
    const { id } = await user.projectWithMesh(unvModel({ metresPerUnit: 0.0254 }));
    const vertices = async () =>
      (await user.call('mesherResult', { body: { projectId: id } })).result as {
        meshVertex3: number[][];
        meshTri3: number[][];
      };
    expect((await vertices()).meshVertex3[1]).toEqual([2.54, 0, 0]);
    expect((await vertices()).meshTri3).toEqual([[1, 0, 1, 2]]);
    await user.call('input', { body: { projectId: id, scalefactor: 0.001 } });
    expect((await vertices()).meshVertex3[1]).toEqual([0.1, 0, 0]);
    const raw = await user.fetch('mesherResult', {
      body: { projectId: id },
      headers: { accept: 'application/octet-stream' },
    });
    expect(raw.headers.get('x-metres-per-unit')).toBe('0.001');
    expect((await raw.arrayBuffer()).byteLength).toBe(72);
  });

  test('an error of the solver is shown with its code and sentence, and the run can be started again', async () => {
    const { id } = await user.projectWithMesh(unvModel());
    await writeFile(fileOf(id, 'fail-with'), 'MATRIX_SINGULAR');
    await user.startSolver(id);
    const { solverState } = await user.waitFor(id, (state) => state.solverState.status === 'Error');
    expect(solverState).toMatchObject({
      code: 'MATRIX_SINGULAR',
      detail: 'The matrix is singular at part 2.',
    });
    await rm(fileOf(id, 'fail-with'));
    expect((await user.startSolver(id)).status).toBe(200);
    await user.waitFor(id, finished);
  });

  test('what a finished run was made of cannot be changed any more', async () => {
    const { id } = await user.projectWithMesh(unvModel());
    await user.startSolver(id);
    await user.waitFor(id, finished);
    for (const reply of [
      await user.call('input', { body: { projectId: id } }),
      await user.call('inputMaterials', { body: { projectId: id } }),
      await user.call('runMesher', { body: { projectId: id } }),
      await user.call('solverRun', { body: { projectId: id, formulationType: 1 } }),
    ])
      expect(reply).toMatchObject({ status: 409, code: 'RUN_FINISHED' });
    expect((await user.upload(id, 'b.unv', unvModel({ parts: 2 }))).code).toBe('UPLOAD_LOCKED');
    expect((await user.call('cancel', { body: { projectId: id } })).code).toBe('RUN_NOT_ACTIVE');
  });
});

describe('before a run', () => {
  test.each([
    ['zero frequency', { frequency: [0, -1, -1] }, 'FREQUENCY_INVALID', '/frequency/0'],
    ['a negative frequency', { frequency: [-1e9, -1, -1] }, 'FREQUENCY_INVALID', '/frequency/0'],
    ['101 GHz', { frequency: [101e9, -1, -1] }, 'FREQUENCY_INVALID', '/frequency/0'],
    ['theta of 181°', { excitation: [181, 0, 0] }, 'ANGLE_INVALID', '/excitation/0'],
    [
      '10⁹ sweep points',
      { anglesweep: 1, excitation: [0, 180, 0, 360, 0, 0.006, 0.011] },
      'SWEEP_TOO_LARGE',
      '/excitation',
    ],
    ['a residual error of 0', { residualerror: 0 }, 'VALIDATION', '/residualerror'],
    ['an alpha of 1.5', { cfiealpha: [1.5] }, 'VALIDATION', '/cfiealpha/0'],
  ])('%s is refused with its code and place', async (_, input, code, path) => {
    const { id } = await user.newProject();
    const reply = await user.call('input', { body: { projectId: id, ...input } });
    expect(reply).toMatchObject({ status: 400, code });
    expect(reply.issues?.[0]?.path).toBe(path);
    expect(reply.detail).toMatch(/^\S.{10,}/);
    expect((await user.project(id)).state.solverInput).toBeNull();
  });

  test('NaN in the body is refused as invalid JSON', async () => {
    const { id } = await user.newProject();
    const response = await fetch(`${server.url}/api/solver/input`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token ?? ''}`, 'content-type': 'application/json' },
      body: `{"projectId":"${id}","residualerror":NaN}`,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'VALIDATION' });
  });

  test('a UNV file without units needs a scale factor; one with units does not', async () => {
    const silent = await user.projectWithMesh(unvModel());
    const reply = await user.startSolver(silent.id, { scalefactor: undefined });
    expect(reply).toMatchObject({ status: 409, code: 'UNITS_UNKNOWN' });
    const inches = await user.projectWithMesh(unvModel({ metresPerUnit: 0.0254 }));
    expect((await user.startSolver(inches.id, { scalefactor: undefined })).status).toBe(200);
    await user.waitFor(inches.id, finished);
    expect((await jobOf(inches.id)).solverInput['scalefactor']).toBe(0.0254);
  });

  test('a person may correct the units of a UNV file, and the report follows', async () => {
    const { id } = await user.projectWithMesh(unvModel({ metresPerUnit: 1 }));
    await user.startSolver(id, { scalefactor: 0.0254 });
    await user.waitFor(id, finished);
    expect((await jobOf(id)).solverInput['scalefactor']).toBe(0.0254);
    expect((await user.project(id)).state.meshReport as MeshReport).toMatchObject({
      metresPerUnit: 0.0254,
      frequencyHz: 1.3e9,
    });
  });

  test.each([
    [{ errorestimate: 1, solvertype: 2 }, true],
    [{ errorestimate: 0, solvertype: 2 }, false],
    [{ errorestimate: 1, solvertype: 1 }, false],
  ])('error bars of an input with %o are asked of the solver: %s', async (input, asked) => {
    const { id } = await user.projectWithMesh(unvModel({ metresPerUnit: 1 }));
    expect((await user.startSolver(id, input)).status).toBe(200);
    await user.waitFor(id, finished);
    const job = await jobOf(id);
    expect(job.errorEstimate).toBe(asked);
    expect(job.solverInput).not.toHaveProperty('errorestimate');
  });

  test.each([
    [undefined, 200],
    [1, 200],
    [0.001, 200],
    [0.005, 400],
  ])('a STEP model in millimetres with scale factor %s answers %i', async (scalefactor, status) => {
    const { id } = await user.newProject();
    await user.upload(id, 'a.step', stepModel());
    await user.call('runMesher', { body: { projectId: id } });
    await user.waitFor(id, ({ mesherState }) => mesherState.status === 'Finished');
    const reply = await user.startSolver(id, { scalefactor });
    expect(reply.status).toBe(status);
    if (status === 400) {
      expect(reply.code).toBe('SCALE_CONFLICT');
      return;
    }
    await user.waitFor(id, finished);
    expect((await jobOf(id)).solverInput['scalefactor']).toBe(1);
  });

  test('the number of part methods must be none, one, or that of the parts', async () => {
    const { id } = await user.projectWithMesh(unvModel({ parts: 3 }));
    expect(await user.startSolver(id, { partmethods: [1, 2] })).toMatchObject({
      status: 400,
      code: 'PART_METHODS_COUNT',
      detail:
        'The methods of 2 parts are given, but the mesh has 3 parts. Give one value for each part, one for all, or none.',
    });
  });

  test('the number of CFIE alphas must be none, one, or that of the parts', async () => {
    const { id } = await user.projectWithMesh(unvModel({ parts: 3 }));
    const reply = await user.startSolver(id, { cfiealpha: [0.5, 0.5] });
    expect(reply).toMatchObject({
      status: 400,
      code: 'ALPHA_COUNT',
      detail:
        'There are 2 CFIE alpha values, but the mesh has 3 parts. Give one value for each part, or one for all.',
    });
    expect((await user.startSolver(id, { cfiealpha: [0.1, 0.5, 1] })).status).toBe(200);
    await user.waitFor(id, finished);
  });

  test('a mesh, saved input and the right program type are needed', async () => {
    const empty = await user.newProject();
    expect((await user.call('solverRun', { body: { projectId: empty.id, formulationType: 1 } })).code).toBe(
      'INPUT_MISSING',
    );
    expect((await user.startSolver(empty.id)).code).toBe('NO_MODEL');
    await user.upload(empty.id, 'a.step', stepModel());
    expect((await user.startSolver(empty.id)).code).toBe('MESH_NOT_READY');
    const ready = await user.projectWithMesh(unvModel());
    expect(
      (await user.call('input', { body: { projectId: ready.id, solvertype: 1, scalefactor: 1 } })).status,
    ).toBe(200);
    expect((await user.call('solverRun', { body: { projectId: ready.id, formulationType: 2 } })).code).toBe(
      'VALIDATION',
    );
    const coated = await user.newProject({ solverType: 2 });
    await user.upload(coated.id, 'a.unv', unvModel());
    await user.waitFor(coated.id, ({ mesherState }) => mesherState.status === 'Finished');
    await user.call('input', { body: { projectId: coated.id, solvertype: 1, scalefactor: 1 } });
    expect(
      await user.call('solverRun', { body: { projectId: coated.id, formulationType: 2 } }),
    ).toMatchObject({ code: 'VALIDATION', detail: 'Physical optics is only for PEC models' });
  });

  test('the job has the threads asked for, as far as the machine has them, and a memory limit', async () => {
    const { id } = await user.projectWithMesh(unvModel());
    await user.call('input', { body: { projectId: id, scalefactor: 1, numberofiterations: 1 } });
    await user.call('solverRun', { body: { projectId: id, formulationType: 1, core: 4 } });
    await user.waitFor(id, finished);
    expect(await jobOf(id)).toMatchObject({ threads: Math.min(4, availableParallelism()) });
    expect((await jobOf(id)).memoryLimitBytes).toBeGreaterThan(1e8);
    expect((await user.project(id)).coreType).toBe(4);
  });
});

describe('cancelling and deleting', () => {
  test('a running solver is ended, a second start is refused meanwhile, and others wait their turn', async () => {
    const [one, two] = [await user.projectWithMesh(unvModel()), await user.projectWithMesh(unvModel())];
    await user.startSolver(one.id, LONG);
    const { solverState } = await user.waitFor(
      one.id,
      (state) => running(state) && state.solverState.detail !== '',
    );
    expect(solverState).toMatchObject({ detail: 'CALCULATING NEAR INTERACTIONS', fraction: 0.2 });
    expect((await user.call('solverRun', { body: { projectId: one.id, formulationType: 1 } })).code).toBe(
      'RUN_ACTIVE',
    );
    expect((await user.call('input', { body: { projectId: one.id } })).code).toBe('RUN_ACTIVE');
    expect((await user.startSolver(two.id)).result).toMatchObject({
      solverState: { status: 'Queued', queuePosition: 1 },
    });
    const pid = Number(await readFile(fileOf(one.id, 'starts.log'), 'utf8'));
    expect(isRunning(pid)).toBe(true);
    expect((await user.call('cancel', { body: { projectId: one.id } })).result).toMatchObject({
      solverState: { status: 'Cancelled' },
    });
    expect(isRunning(pid)).toBe(false);
    await user.waitFor(two.id, finished);
    expect((await user.startSolver(one.id)).status).toBe(200);
    await user.waitFor(one.id, finished);
  });

  test('a waiting run is cancelled without ever starting', async () => {
    const [one, two] = [await user.projectWithMesh(unvModel()), await user.projectWithMesh(unvModel())];
    await user.startSolver(one.id, LONG);
    await user.waitFor(one.id, running);
    await user.startSolver(two.id);
    expect((await user.call('cancel', { body: { projectId: two.id } })).result).toMatchObject({
      solverState: { status: 'Cancelled' },
    });
    await user.call('cancel', { body: { projectId: one.id } });
    expect(existsSync(fileOf(two.id, 'starts.log'))).toBe(false);
  });

  test('deleting a project ends its solver and removes its files', async () => {
    const { id } = await user.projectWithMesh(unvModel());
    await user.startSolver(id, LONG);
    await user.waitFor(id, (state) => running(state) && state.solverState.detail !== '');
    const pid = Number(await readFile(fileOf(id, 'starts.log'), 'utf8'));
    expect((await user.call('deleteProject', { body: { id } })).status).toBe(200);
    expect(isRunning(pid)).toBe(false);
    expect(existsSync(fileOf(id))).toBe(false);
  });
});
