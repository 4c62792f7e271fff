import {
  coatingImpedance,
  frequenciesHz,
  type Job,
  type MapsFile,
  type Materials,
  type WireProject as Project,
} from '@pace/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MATERIAL_LIBRARY } from '../src/materials/library.ts';
import type { Engines } from '../src/runs/enginePort.ts';
import { projects } from '../src/storage/schema.ts';
import { fakeEngines, mapsOfOneTriangle, unvModel } from './support/fakeEngines.ts';
import { TestServer, type Client } from './support/testServer.ts';

const FREQUENCY_HZ = 3e8;
const TYPED = { permittivity: { real: 4, imaginary: -2 }, permeability: { real: 1, imaginary: 0 } };
const asked: object[] = [];
/** What the stand-in of the solver says further of its maps */
let more: Partial<MapsFile>;

/** Three parts, the last one a sheet. */
const threeParts = (): Partial<MapsFile> => {
  const part = { index: 1, number: 1, name: '', triangles: 1, area_m2: 1, share_dBsm: 0, without_dBsm: 0 };
  const middle_m: [number, number, number] = [0, 0, 0];
  return {
    parts: [1, 2, 3].map((number) => ({ ...part, middle_m, index: number, number })),
    responses: [
      {
        field: [1, 2],
        parts: [
          { share: [1, 0], perOhm: [0.01, 0], perMmOfLayer: [5, 5] },
          { share: [0, 2], perOhm: [0, 0.02], perMmOfLayer: [5, 5] },
          { share: [0, 0] },
        ],
      },
    ],
  };
};

const designMaps: Engines['designMaps'] = ({ question }) => {
  asked.push(question);
  const { file, maps } = mapsOfOneTriangle(question);
  return Promise.resolve({ maps, file: { ...file, ...more } });
};

let server: TestServer;
let user: Client;
beforeAll(async () => {
  server = await TestServer.start({ engines: { ...fakeEngines, designMaps } });
  user = await server.newUser();
});
afterAll(() => server.stop());

async function solved(input: object = {}): Promise<string> {
  more = threeParts();
  const { id } = await user.projectWithMesh(unvModel({ parts: 3, metresPerUnit: 1 }));
  await user.startSolver(id, {
    scalefactor: 1,
    frequency: [FREQUENCY_HZ, -1, -1],
    cfiealpha: [0.3],
    ...input,
  });
  await user.waitFor(id, ({ solverState }) => solverState.status === 'Finished');
  return id;
}

const coat = (projectId: string, change: object = {}, who = user) =>
  who.call('coatParts', {
    body: {
      projectId,
      name: 'Coated',
      question: { frequency: FREQUENCY_HZ, theta: 900, phi: 0, incident: 'V', received: 'V' },
      layer: TYPED,
      parts: [1, 2],
      thicknessMm: 2,
      ...change,
    },
  });

const stored = async (id: string, path: string) => server.services.files.read(id, path);

describe('coating parts of a run', () => {
  test('copies the project as a coating on the same mesh, with its settings and what is predicted', async () => {
    const id = await solved();
    const { status, result } = await coat(id);
    expect(status).toBe(200);
    const copy = result as Project;
    expect(copy).toMatchObject({ solverType: 2, name: 'Coated', state: { mesherResultReady: true } });
    expect((await stored(copy.id, 'mesh.unv')).equals(await stored(id, 'mesh.unv'))).toBe(true);
    const before = (await user.project(id)).state.solverInput!;
    expect(copy.state.solverInput).toEqual({ ...before, solvertype: 2, partmethods: [] });
    const materials = copy.state.materials!;
    expect(materials).toMatchObject({
      pecBack: true,
      isConstant: true,
      inputMaterials: [
        { name: 'Typed layer', permitivity: TYPED.permittivity, permeability: TYPED.permeability },
      ],
      thicknesses: [1, 2].map((surface) => ({ surface, materialName: 'Typed layer', thickness: 0.002 })),
      impedances: [
        {
          frequency: FREQUENCY_HZ,
          params: [{ impedanceSurface: 3, impedanceReal: 0, impedanceImaginary: 0 }],
        },
      ],
    });
    const z = coatingImpedance(TYPED, 2, FREQUENCY_HZ);
    const { coated } = copy.state;
    expect(coated).toMatchObject({
      from: id,
      frequencyHz: FREQUENCY_HZ,
      incident: 'V',
      received: 'V',
      thicknessMm: 2,
      parts: [1, 2],
      predictions: [{ thetaDeg: 90, phiDeg: 0, before: [1, 2] }],
    });
    const [real, imaginary] = coated!.predictions[0]!.predicted;
    // (1 + 2j) + (R + jX)(0.01 + 0.02j)
    expect(real).toBeCloseTo(1 + 0.01 * z.real - 0.02 * z.imaginary, 12);
    expect(imaginary).toBeCloseTo(2 + 0.02 * z.real + 0.01 * z.imaginary, 12);
  });

  test('its run has these materials, and leaves the first project as it was', async () => {
    const id = await solved();
    const copy = ((await coat(id, { parts: [2] })).result as Project).id;
    expect(
      (await user.call('solverRun', { body: { projectId: copy, formulationType: 2, core: 1 } })).status,
    ).toBe(200);
    await user.waitFor(copy, ({ solverState }) => solverState.status === 'Finished');
    const job = JSON.parse((await stored(copy, 'job.json')).toString('utf8')) as Job;
    expect(job).toMatchObject({ programType: 2, solverInput: { scalefactor: 1, cfiealpha: [0.3] } });
    const { thicknesses, impedances } = job.materials as Materials;
    expect(thicknesses.map(({ surface }) => surface)).toEqual([2]);
    expect(impedances[0]!.params.map(({ impedanceSurface }) => impedanceSurface)).toEqual([1, 3]);
    expect((await user.project(copy)).state.coated?.parts).toEqual([2]);
    const first = await user.project(id);
    expect(first).toMatchObject({ solverType: 1, state: { materials: null } });
    expect(first.state.coated).toBeUndefined();
    // A copy of the copy may become something else: it has no prediction.
    const again = await user.call('duplicateProject', { body: { id: copy, name: 'Again' } });
    expect((again.result as Project).state.coated).toBeUndefined();
  });

  test('a material of the library keeps its name, and its table over a sweep', async () => {
    const material = MATERIAL_LIBRARY.find(({ name }) => name.includes('M13'))!;
    const frequency = [FREQUENCY_HZ, 1e8, 5e8];
    const id = await solved({ freqsweep: 1, frequency });
    asked.length = 0;
    const { result } = await coat(id, { layer: { material: material.name } });
    const { materials, coated } = (result as Project).state;
    expect(coated!.material).toBe(material.name);
    expect(asked).toMatchObject([{ layer: { permittivity: { real: expect.any(Number) as number } } }]);
    expect(materials!.isConstant).toBe(false);
    const entries = materials!.inputMaterials;
    expect(new Set(entries.map(({ name }) => name))).toEqual(new Set([material.name]));
    expect([entries[0]!.frequency, entries.at(-1)!.frequency]).toEqual([3e8, 5e8]);
    expect(materials!.impedances.map((one) => one.frequency)).toEqual(
      frequenciesHz({ freqsweep: 1, frequency }),
    );
  });

  test('is refused of sheets, of parts and materials that are not there, and without responses', async () => {
    const id = await solved();
    expect((await coat(id, { parts: [1, 3] })).message).toBe('NOT_COATABLE.sheet');
    expect((await coat(id, { parts: [7] })).message).toBe('NOT_COATABLE.unknownPart');
    expect((await coat(id, { layer: { material: 'Cheese' } })).message).toBe('NOT_COATABLE.material');
    expect((await coat(id, { parts: [] })).code).toBe('VALIDATION');
    expect((await coat(id, { thicknessMm: 0 })).code).toBe('VALIDATION');
    more = { ...threeParts(), responses: undefined };
    const elsewhere = { frequency: FREQUENCY_HZ, theta: 800, phi: 0 };
    expect((await coat(id, { question: elsewhere })).message).toBe('NOT_COATABLE.noResponses');
    const { total } = (await user.call('getProjects')).result as { total: number };
    await coat(id, { parts: [3] });
    expect(((await user.call('getProjects')).result as { total: number }).total).toBe(total);
  });

  test('needs a finished run', async () => {
    const { id } = await user.projectWithMesh(unvModel());
    await user.call('input', { body: { projectId: id } });
    expect((await coat(id)).code).toBe('RESULT_NOT_READY');
  });

  test('is for the owner; a demo can be coated by everybody, into a project of their own', async () => {
    const id = await solved();
    const stranger = await server.newUser();
    expect((await coat(id, {}, stranger)).code).toBe('PROJECT_NOT_FOUND');
    expect((await coat(id, {}, server.guest())).status).toBe(401);
    await server.db.update(projects).set({ isDemo: true }).where(eq(projects.id, id));
    const copy = (await coat(id, {}, stranger)).result as Project;
    expect((await stranger.project(copy.id)).state.coated?.from).toBe(id);
    expect((await user.call('getSingleProject', { query: { id: copy.id } })).code).toBe('PROJECT_NOT_FOUND');
  });

  test('counts against the limit of projects', async () => {
    const own = await TestServer.start({
      environment: { PACE_QUOTA_PROJECTS: '1' },
      engines: { ...fakeEngines, designMaps },
    });
    const person = await own.newUser();
    const { id } = await person.projectWithMesh(unvModel({ parts: 3, metresPerUnit: 1 }));
    await person.startSolver(id, { scalefactor: 1 });
    await person.waitFor(id, ({ solverState }) => solverState.status === 'Finished');
    more = threeParts();
    expect((await coat(id, {}, person)).code).toBe('QUOTA_PROJECTS');
    await own.stop();
  });
});
