import { errorMapFileName, RESULT_FILE, type Refinement } from '@pace/contract';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engines } from '../src/runs/enginePort.ts';
import { fakeEngines, stepModel, unvModel } from './support/fakeEngines.ts';
import { TestServer, type Client } from './support/testServer.ts';

const FREQUENCY_HZ = 3e8;
/** What the mesher was asked for, and the file of edges that it found. */
const meshed: { sizes: Parameters<Engines['meshStep']>[0]['sizes']; bytes: number }[] = [];

let server: TestServer;
let user: Client;
beforeAll(async () => {
  server = await TestServer.start({
    engines: {
      ...fakeEngines,
      meshStep: async (request) => {
        const { sizes, folder } = request;
        const bytes = sizes ? (await readFile(join(folder, sizes.file))).length : 0;
        meshed.push({ sizes, bytes });
        return fakeEngines.meshStep(request);
      },
    },
  });
  user = await server.newUser();
});
afterAll(() => server.stop());

/** A finished run of a STEP model with a map of its one triangle. */
async function solved({ withMap = true } = {}): Promise<string> {
  const { id } = await user.newProject();
  await user.upload(id, 'model.step', stepModel());
  await user.call('runMesher', { body: { projectId: id } });
  await user.waitFor(id, ({ mesherState }) => mesherState.status === 'Finished');
  await user.startSolver(id, { scalefactor: undefined });
  await user.waitFor(id, ({ solverState }) => solverState.status === 'Finished');
  if (withMap) await addMap(id, 0.25);
  return id;
}

/** What the solver's stand-in does not write. */
async function addMap(id: string, value: number): Promise<void> {
  const { files } = server.services;
  const result = JSON.parse((await files.read(id, `results/${RESULT_FILE}`)).toString('utf8')) as {
    frequencies: { frequencyHz: number; errorEstimate?: object }[];
  };
  const [frequency] = result.frequencies as [(typeof result.frequencies)[number]];
  const file = errorMapFileName(frequency.frequencyHz);
  frequency.errorEstimate = {
    equation: 0.01,
    discretisation: 0.1,
    geometry: 0.02,
    receivers: 'solved',
    seconds: 0.1,
    map: { file, sum: value, rootSumOfSquares: value },
  };
  const map = Buffer.alloc(16);
  map.write('PACEERR1', 'latin1');
  map.writeUInt32LE(1, 8);
  map.writeFloatLE(value, 12);
  const names = [`results/${RESULT_FILE}`, `results/${file}`, 'results/.checksums.json'];
  await files.edit(id, [], names, async (folder) => {
    await mkdir(join(folder, 'results'), { recursive: true });
    await writeFile(join(folder, names[0]!), JSON.stringify(result));
    await writeFile(join(folder, names[1]!), map);
    await writeFile(join(folder, names[2]!), '{}');
  });
}

describe('refining a mesh where the error map says so', () => {
  test('predicts, copies the project, meshes the copy by the map and solves it; the project stays', async () => {
    const id = await solved();
    const { status, result } = await user.call('refinement', { body: { projectId: id } });
    expect(status).toBe(200);
    const predicted = result as Refinement;
    expect(predicted.unknownsNow).toBe(3);
    expect(predicted.unknowns).toBeCloseTo(2 * predicted.unknownsNow, 0);
    expect(predicted.errorFactor).toBeCloseTo(0.5, 2);

    meshed.length = 0;
    const made = await user.call('refineMesh', { body: { projectId: id, name: 'Refined' } });
    expect(made.status).toBe(200);
    const copy = (made.result as { id: string }).id;
    expect(copy).not.toBe(id);
    await user.waitFor(copy, ({ solverState }) => solverState.status === 'Finished');
    expect(meshed).toHaveLength(1);
    expect(meshed[0]!.sizes?.refined).toMatchObject({
      predictedTriangles: predicted.triangles,
      from: { project: id, unknowns: 3, errors: [{ discretisation: 0.1, geometry: 0.02 }] },
    });
    expect(meshed[0]!.bytes).toBeGreaterThan(60);
    expect((await user.state(id)).solverState.status).toBe('Finished');
  });

  test('comes to a number of unknowns that is asked for', async () => {
    const id = await solved();
    const { result } = await user.call('refinement', { body: { projectId: id, unknowns: 12 } });
    expect((result as Refinement).unknowns).toBe(12);
  });

  test('is refused of a UNV model, without a map, and where a map has no errors', async () => {
    const unv = await user.projectWithMesh(unvModel());
    expect((await user.call('refinement', { body: { projectId: unv.id } })).message).toBe(
      'NOT_REFINABLE.unv',
    );
    const without = await solved({ withMap: false });
    expect((await user.call('refineMesh', { body: { projectId: without, name: 'No' } })).message).toBe(
      'NOT_REFINABLE.noMap',
    );
    await addMap(without, 0);
    expect((await user.call('refinement', { body: { projectId: without } })).message).toBe(
      'NOT_REFINABLE.asFineAsMaps',
    );
  });

  test('the map itself can be read, as numbers and as it lies there; none of another frequency', async () => {
    const id = await solved();
    const { values } = (
      await user.call('errorMapResult', {
        body: { projectId: id, frequency: await frequencyOf(id) },
      })
    ).result as { values: number[] };
    expect(values).toEqual([0.25]);
    expect((await user.call('errorMapResult', { body: { projectId: id, frequency: 12345 } })).code).toBe(
      'RESULT_NOT_FOUND',
    );
    const stranger = await server.newUser();
    expect(
      (await stranger.call('errorMapResult', { body: { projectId: id, frequency: FREQUENCY_HZ } })).code,
    ).toBe('PROJECT_NOT_FOUND');
  });
});

async function frequencyOf(id: string): Promise<number> {
  const text = (await server.services.files.read(id, `results/${RESULT_FILE}`)).toString('utf8');
  return (JSON.parse(text) as { frequencies: [{ frequencyHz: number }] }).frequencies[0].frequencyHz;
}
