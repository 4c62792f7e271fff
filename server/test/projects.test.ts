import {
  CALLS,
  DEMO_MODELS,
  type CallName,
  type WireDemoModel as DemoModel,
  type WireProject as Project,
} from '@pace/contract';
import { eq } from 'drizzle-orm';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unvModel } from './support/fakeEngines.ts';
import { projects } from '../src/storage/schema.ts';
import { TestServer, type Client } from './support/testServer.ts';

let server: TestServer;
let owner: Client;
let stranger: Client;
beforeAll(async () => {
  server = await TestServer.start();
  owner = await server.newUser();
  stranger = await server.newUser();
});
afterAll(() => server.stop());

const NAMES = Object.keys(CALLS) as CallName[];

/** A good request for every call that names a project. */
const STUDY = {
  parameters: [{ target: { kind: 'alpha' }, values: { list: [0.2, 0.4] } }],
  sampling: { kind: 'grid' },
  objectives: [{ statistic: 'mean' }],
};

function requestsFor(
  projectId: string,
): Partial<Record<CallName, { body?: object; query?: Record<string, string> }>> {
  const result = { projectId, frequency: 3e8, theta: 1800, phi: 1800 };
  return {
    getSingleProject: { query: { id: projectId } },
    projectPicture: { query: { id: projectId } },
    download: { query: { ProjectID: projectId } },
    upload: {
      body: { projectId, fileName: 'a.unv', index: 0, offset: 0, fileSize: 3, chunkSize: 3, data: 'YWJj' },
    },
    storageStateLive: { body: { projectId } },
    inputMaterials: { body: { projectId } },
    input: { body: { projectId } },
    solverRun: { body: { projectId, formulationType: 1, core: 1 } },
    continueRun: { body: { projectId } },
    estimate: { body: { projectId } },
    regions: { body: { projectId } },
    coatingFindings: { body: { projectId } },
    opticsPreview: { body: { projectId, frequency: 1e9, excitation: [0, 90, 0, 0, 1, 1, 1] } },
    mesherInput: { body: { projectId } },
    runMesher: { body: { projectId } },
    mesherResult: { body: { projectId } },
    fusionResult: { body: result },
    errorMapResult: { body: result },
    farZoneFieldsResult: { body: result },
    iterationsResult: { body: result },
    monoStaticRcsResult: { body: { projectId } },
    sphereResult: { body: result },
    designMaps: { body: result },
    backProjection: { body: { projectId } },
    liveEvents: { query: { id: projectId } },
    downloadRun: { query: { ProjectID: projectId } },
    exportResult: { query: { ProjectID: projectId, Format: 'txt' } },
    createShare: { body: { projectId } },
    getShares: { query: { id: projectId } },
    revokeShare: { body: { projectId, shareId: 'any' } },
    renameProject: { body: { id: projectId, name: 'Mine now' } },
    deleteProject: { body: { id: projectId } },
    duplicateProject: { body: { id: projectId, name: 'Mine too' } },
    refinement: { body: { projectId } },
    refineMesh: { body: { projectId, name: 'Mine refined' } },
    coatParts: {
      body: {
        projectId,
        name: 'Mine coated',
        question: { frequency: 3e8, theta: 900, phi: 0 },
        layer: { permittivity: { real: 4, imaginary: 0 }, permeability: { real: 1, imaginary: 0 } },
        parts: [1],
        thicknessMm: 1,
      },
    },
    cancel: { body: { projectId } },
    predictStudy: { body: { projectId, definition: STUDY } },
    createStudy: { body: { projectId, name: 'Mine in series', definition: STUDY } },
  };
}

describe('projects', () => {
  test('a new project is listed for its owner only, with everything still empty', async () => {
    const project = await owner.newProject({ name: '  Tank  ' });
    expect(project).toMatchObject({
      name: 'Tank',
      projectName: 'Tank',
      solverType: 1,
      coreType: 1,
      startDate: null,
      endDate: '-1',
      isDemo: false,
      resultSummary: null,
      stateLive: { solverState: { status: '' }, mesherState: { status: '' } },
      state: {
        solverInput: null,
        mesherInputFileList: [],
        outputFileList: [],
        solverResultReady: false,
        mesherResultReady: false,
        model: null,
      },
    });
    const list = async (client: Client) =>
      ((await client.call('getProjects')).result as { projects: Project[] }).projects.map(({ id }) => id);
    expect(await list(owner)).toContain(project.id);
    expect(await list(stranger)).not.toContain(project.id);
  });

  test.each([
    [{ name: '' }, 'Project name is required'],
    [{ name: 'x'.repeat(256) }, 'Project name must be at most 255 characters'],
    [{ coreType: 16 }, 'Processors must be 1 or 4'],
  ])('creating with %j is refused', async (change, detail) => {
    expect(
      await owner.call('createProject', { body: { name: 'P', solverType: 1, coreType: 1, ...change } }),
    ).toMatchObject({ status: 400, code: 'VALIDATION', detail });
  });

  test('a project keeps the name it was given, script and all, and can be renamed', async () => {
    const { id } = await owner.newProject();
    const name = '<script>alert(1)</script>';
    expect((await owner.call('renameProject', { body: { id, name } })).result).toMatchObject({
      name,
      projectName: name,
    });
    expect((await owner.project(id)).name).toBe(name);
  });

  test('a deleted project is gone with its files', async () => {
    const { id } = await owner.projectWithMesh(unvModel());
    expect(await readdir(join(server.dataDir, 'projects'))).toContain(id);
    expect((await owner.call('deleteProject', { body: { id } })).status).toBe(200);
    expect(await owner.call('getSingleProject', { query: { id } })).toMatchObject({
      status: 404,
      code: 'PROJECT_NOT_FOUND',
    });
    expect(await readdir(join(server.dataDir, 'projects'))).not.toContain(id);
  });

  test('the number of processors is kept with the solver input where it is told, and stays where it is not', async () => {
    const { id } = await owner.projectWithMesh(unvModel());
    const kept = async (body: object) => {
      expect((await owner.call('input', { body: { projectId: id, ...body } })).status).toBe(200);
      return ((await owner.call('getSingleProject', { query: { id } })).result as Project).coreType;
    };
    expect([await kept({ core: 4 }), await kept({}), await kept({ core: 1 })]).toEqual([4, 4, 1]);
    expect((await owner.call('input', { body: { projectId: id, core: 16 } })).code).toBe('VALIDATION');
  });

  test('a copy has the model, the mesh and the settings of its original, and lives without it', async () => {
    const original = await owner.projectWithMesh(unvModel());
    await owner.call('input', {
      body: { projectId: original.id, frequency: [2e9, -1, -1], cfiealpha: [0.25] },
    });
    const { result, status } = await owner.call('duplicateProject', {
      body: { id: original.id, name: 'Copy' },
    });
    expect(status).toBe(200);
    const copy = result as Project;
    expect(copy).toMatchObject({
      name: 'Copy',
      isDemo: false,
      state: { mesherResultReady: true, solverInput: { frequency: [2e9, -1, -1], cfiealpha: [0.25] } },
      stateLive: { mesherState: { status: 'Finished' }, solverState: { status: '' } },
    });
    expect(copy.id).not.toBe(original.id);
    await owner.call('deleteProject', { body: { id: original.id } });
    expect((await owner.call('mesherResult', { body: { projectId: copy.id } })).status).toBe(200);
    expect(
      (await owner.call('input', { body: { projectId: copy.id, frequency: [3e9, -1, -1] } })).status,
    ).toBe(200);
  });

  test('a demo project may be read and copied by everybody, but changed by its owner only', async () => {
    const { id } = await owner.projectWithMesh(unvModel());
    await server.db.update(projects).set({ isDemo: true }).where(eq(projects.id, id));
    const visitor = await server.newUser();
    const listed = (await visitor.call('getDemoProjects')).result as { projects: Project[] };
    expect(listed.projects.map((project) => project.id)).toEqual([id]);
    expect((await visitor.call('getProjects')).result).toEqual({ projects: [], total: 0 });
    for (const name of ['getSingleProject', 'storageStateLive', 'mesherResult'] as const)
      expect((await visitor.call(name, requestsFor(id)[name])).status, name).toBe(200);
    for (const name of [
      'input',
      'inputMaterials',
      'renameProject',
      'deleteProject',
      'runMesher',
      'cancel',
    ] as const)
      expect((await visitor.call(name, requestsFor(id)[name])).code, name).toBe('PROJECT_NOT_FOUND');
    const { result } = await visitor.call('duplicateProject', requestsFor(id).duplicateProject);
    expect(result).toMatchObject({ name: 'Mine too', isDemo: false, state: { mesherResultReady: true } });
    expect(((await visitor.call('getProjects')).result as { projects: Project[] }).projects).toHaveLength(1);
    await owner.call('deleteProject', { body: { id } });
  });

  test('every ready model becomes a project with its wave and materials, and can be downloaded', async () => {
    const { models } = (await owner.call('getDemoModels')).result as { models: DemoModel[] };
    expect(models.map(({ id }) => id)).toEqual([...DEMO_MODELS]);
    for (const { id: model, solverType, fileName, fileSize } of models) {
      const project = (await owner.call('createFromDemo', { body: { model, name: model } }))
        .result as Project;
      expect(project).toMatchObject({
        name: model,
        solverType,
        state: { model: { fileName, fileSize, complete: true } },
      });
      expect(project.state.solverInput).not.toBeNull();
      expect(project.state.materials === null).toBe(solverType === 1);
      await owner.call('deleteProject', { body: { id: project.id } });
    }
  });

  test('the material library begins with vacuum and has passive materials only', async () => {
    const { materials } = (await owner.call('getMaterials')).result as {
      materials: { name: string; params: { permitivity: { real: number; imaginary: number } }[] }[];
    };
    expect(materials[0]).toMatchObject({
      name: 'Vacuum',
      params: [{ permitivity: { real: 1, imaginary: 0 } }],
    });
    expect(materials.map(({ name }) => name)).toContain('Air');
    for (const { params } of materials)
      for (const { permitivity } of params) expect(permitivity.imaginary).toBeLessThanOrEqual(0);
  });
});

test('a project whose input was stored by an earlier version is listed, with defaults for settings that came later', async () => {
  const { id } = await owner.newProject();
  await owner.call('input', { body: { projectId: id, scalefactor: 1 } });
  const [row] = await server.db.select().from(projects).where(eq(projects.id, id));
  const { edgediffraction: _, ...earlier } = row!.solverInput!;
  await server.db
    .update(projects)
    .set({ solverInput: earlier as never })
    .where(eq(projects.id, id));
  expect((await owner.call('getProjects')).status).toBe(200);
  expect((await owner.project(id)).state.solverInput).toEqual(row!.solverInput);
  await owner.call('deleteProject', { body: { id } });
});

const isOfBase = (name: CallName) => name === 'predictStudy' || name === 'createStudy';

describe('who may', () => {
  test.each(NAMES.filter((name) => CALLS[name].access !== 'public'))(
    '%s without a token is refused',
    async (name) => {
      const request = requestsFor('any')[name] ?? { body: CALLS[name].method === 'POST' ? {} : undefined };
      expect(await server.guest().call(name, request)).toMatchObject({
        status: 401,
        code: 'UNAUTHENTICATED',
      });
    },
  );

  test('every call that takes a project is tried below', () => {
    const taking = NAMES.filter((name) => {
      if (CALLS[name].access === 'admin') return false;
      // Of studies: test/studies.test.ts
      if (CALLS[name].path.startsWith('/api/study/') && !isOfBase(name)) return false;
      const { body, query } = CALLS[name] as { body?: { shape: object }; query?: { shape: object } };
      return ['projectId', 'id', 'ProjectID'].some((key) => key in { ...body?.shape, ...query?.shape });
    });
    expect(Object.keys(requestsFor('any')).sort()).toEqual(taking.sort());
  });

  test.each(Object.keys(requestsFor('any')) as CallName[])(
    "%s with another person's project answers as if there were none",
    async (name) => {
      const { id } = await owner.newProject();
      const foreign = await stranger.call(name, requestsFor(id)[name]);
      const unknown = await stranger.call(name, requestsFor('00000000-0000-0000-0000-000000000000')[name]);
      const traversal = await stranger.call(name, requestsFor('../../secret')[name]);
      for (const reply of [foreign, unknown, traversal])
        expect(reply).toMatchObject({ status: 404, code: 'PROJECT_NOT_FOUND' });
      expect(foreign.detail).toBe(unknown.detail);
      expect((await owner.project(id)).name).toBe('Test');
    },
  );
});
