import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { fakeEngines, stepModel, unvModel } from './support/fakeEngines.ts';
import { TestServer, type Client } from './support/testServer.ts';

/** Meshers that end when the test says so. */
let held = true;
const letGo = async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
  while (held && !signal.aborted) await sleep(10);
  return work();
};

let server: TestServer;
let user: Client;
beforeAll(async () => {
  server = await TestServer.start({
    engines: {
      ...fakeEngines,
      importUnv: (request) => letGo(() => fakeEngines.importUnv(request), request.signal),
      meshStep: (request) => letGo(() => fakeEngines.meshStep(request), request.signal),
    },
  });
  user = await server.newUser();
});
afterAll(() => server.stop());
afterEach(() => {
  held = false;
});

/** A project whose uploaded mesh is still being checked. */
async function uploaded(content: Buffer, form: { solverType?: number } = {}): Promise<string> {
  held = true;
  const { id } = await user.newProject(form);
  await user.upload(id, 'model.unv', content);
  return id;
}

describe('a start while the mesh is still being checked', () => {
  test('waits for it, then computes', async () => {
    const id = await uploaded(unvModel({ metresPerUnit: 0.0254 }));
    const { status, result } = await user.startSolver(id, { scalefactor: undefined });
    expect({ status, result }).toMatchObject({ status: 200, result: { solverState: { status: 'Queued' } } });
    const waiting = await user.waitFor(id, ({ solverState }) => solverState.waitingFor === 'mesh');
    expect(waiting.mesherState.status).not.toBe('Finished');
    // Nothing else may change it now.
    expect((await user.call('solverRun', { body: { projectId: id, formulationType: 1 } })).code).toBe(
      'RUN_ACTIVE',
    );
    expect((await user.call('input', { body: { projectId: id } })).code).toBe('RUN_ACTIVE');
    held = false;
    expect(await user.waitFor(id, ({ solverState }) => solverState.status === 'Finished')).toMatchObject({
      mesherState: { status: 'Finished' },
    });
  });

  test('ends with the reason where the mesh cannot be read', async () => {
    const id = await uploaded(Buffer.from('no mesh'));
    await user.startSolver(id);
    held = false;
    expect(await user.waitFor(id, ({ solverState }) => solverState.status === 'Error')).toMatchObject({
      solverState: {
        code: 'MESH_NOT_READY',
        detail:
          'The mesh is not ready: The UNV file has no triangles. Export the surface mesh, not only its nodes.',
      },
    });
  });

  test('ends with the reason where what is set does not fit the mesh', async () => {
    const id = await uploaded(unvModel({ parts: 2 }));
    await user.startSolver(id, { cfiealpha: [0.5, 0.5, 0.5] });
    held = false;
    expect(
      (await user.waitFor(id, ({ solverState }) => solverState.status === 'Error')).solverState.code,
    ).toBe('ALPHA_COUNT');
  });

  test('can be cancelled; the check goes on', async () => {
    const id = await uploaded(unvModel());
    await user.startSolver(id);
    expect((await user.call('cancel', { body: { projectId: id } })).result).toMatchObject({
      solverState: { status: 'Cancelled' },
    });
    held = false;
    await user.waitFor(id, ({ mesherState }) => mesherState.status === 'Finished');
    expect((await user.state(id)).solverState.status).toBe('Cancelled');
  });

  test('and deleting the project ends both', async () => {
    const id = await uploaded(unvModel());
    await user.startSolver(id);
    expect((await user.call('deleteProject', { body: { id } })).status).toBe(200);
    expect((await user.call('getSingleProject', { query: { id } })).status).toBe(404);
  });

  test('works for a STEP model that is being meshed as well', async () => {
    held = true;
    const { id } = await user.newProject();
    await user.upload(id, 'model.step', stepModel());
    await user.call('runMesher', { body: { projectId: id } });
    expect((await user.startSolver(id)).result).toMatchObject({ solverState: { status: 'Queued' } });
    held = false;
    await user.waitFor(id, ({ solverState }) => solverState.status === 'Finished');
  });
});

test('what cannot be done meanwhile says what the project is busy with', async () => {
  const id = await uploaded(unvModel());
  expect(await user.call('runMesher', { body: { projectId: id } })).toMatchObject({
    code: 'RUN_ACTIVE',
    detail: 'The uploaded mesh of this project is being checked. Wait for the end of the check.',
  });
});

describe('a composite without outer media is refused before it is queued', () => {
  const materials = (surfaces: number[]) => ({
    inputMaterials: [
      {
        ...{ id: 'a', id_i: 1, name: 'PTFE', frequency: 1e9 },
        ...{ permitivity: { real: 2.1, imaginary: 0 }, permeability: { real: 1, imaginary: 0 } },
      },
    ],
    outerMedias: surfaces.map((surfaceApplied) => ({ surfaceApplied, outerMedia: 0, outerMaterial: 'PTFE' })),
  });
  const start = async (projectId: string) => {
    await user.call('input', { body: { projectId, scalefactor: 1 } });
    return user.call('solverRun', { body: { projectId, formulationType: 3 } });
  };

  test('with the surfaces that lack an entry, also while the mesh is being checked', async () => {
    const id = await uploaded(unvModel({ parts: 2 }), { solverType: 3 });
    const refusal = {
      status: 422,
      code: 'REGION_TABLE',
      detail: expect.stringContaining('No surface of this composite has an entry') as string,
    };
    expect(await start(id)).toMatchObject(refusal);
    held = false;
    await user.waitFor(id, ({ mesherState }) => mesherState.status === 'Finished');
    expect(await start(id)).toMatchObject(refusal);
    expect((await user.state(id)).solverState.status).toBe('');
    await user.call('inputMaterials', { body: { projectId: id, ...materials([1]) } });
    expect(await start(id)).toMatchObject({
      code: 'REGION_TABLE',
      detail: expect.stringContaining('Surface 2 of this composite has no entry') as string,
    });
    await user.call('inputMaterials', { body: { projectId: id, ...materials([1, 2]) } });
    expect((await start(id)).status).toBe(200);
  });
});
