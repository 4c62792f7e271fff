import {
  MONOSTATIC_FILE,
  type Job,
  type Study,
  type StudyCurves,
  type StudyDefinitionInput,
  type Variant,
} from '@pace/contract';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engines } from '../src/runs/enginePort.ts';
import { EngineError } from '../src/engines/errors.ts';
import { projects, runs, studies } from '../src/storage/schema.ts';
import { fakeEngines, stepModel, unvModel } from './support/fakeEngines.ts';
import { HANGS_MS, PASSWORD, TestServer, type Client, type Reply } from './support/testServer.ts';

/** What the stand-in of the solver was given, oldest first. */
const jobs: Job[] = [];
let meshings = 0;
/** From so many jobs on the solver works until it is stopped. */
let mostJobs = Infinity;
let estimateMs = 0;
const FAILS_AT = 0.9;

/** The α of runs that need 4 iterations */
const UNCONVERGED_AT = 0.33;
/** Of every σ that is computed now */
let sigmaFactor = 1;

/** σ_θ [m²] of a job: a valley of α, and of the thickness of its first layer [mm]. */
const sigmaOf = ({ solverInput, materials }: Job): number => {
  const alpha = solverInput.cfiealpha[0] ?? 0.5;
  const mm = 1000 * (materials?.thicknesses[0]?.thickness ?? 2e-3);
  return 0.01 + (alpha - 0.37) ** 2 + 0.05 * (mm - 2.6) ** 2;
};

const solve: Engines['solve'] = async (request) => {
  const job = JSON.parse(await readFile(join(request.folder, 'job.json'), 'utf8')) as Job;
  jobs.push(job);
  if (job.solverInput.cfiealpha[0] === FAILS_AT)
    throw new EngineError('MATRIX_SINGULAR', 'The matrix is singular at part 2.');
  if (job.solverInput.cfiealpha[0] === UNCONVERGED_AT)
    await writeFile(join(request.folder.replace(/\/\.attempts\/[^/]+$/, ''), 'needs'), '4');
  while (jobs.length > mostJobs) await sleep(20, undefined, { signal: request.signal });
  await fakeEngines.solve(request);
  const path = join(request.folder, request.out, MONOSTATIC_FILE);
  const file = JSON.parse(await readFile(path, 'utf8')) as { monoStaticRcs: Record<string, number>[] };
  const size = Math.sqrt((sigmaFactor * sigmaOf(job)) / (4 * Math.PI));
  const [frequency] = job.solverInput.frequency;
  const [record] = file.monoStaticRcs;
  file.monoStaticRcs = [
    {
      ...record,
      ...{ frequency, e_Theta_Real: 0.6 * size, e_Theta_Imag: -0.8 * size, e_Phi_Real: 0, e_Phi_Imag: 0 },
      ...{ e_Theta_Error: 0.1 * size, e_Phi_Error: 0 },
    },
  ];
  await writeFile(`${path}.part`, JSON.stringify(file));
  await rename(`${path}.part`, path);
};

const engines: Engines = {
  ...fakeEngines,
  solve,
  estimate: async (request) => {
    await sleep(estimateMs);
    return fakeEngines.estimate(request);
  },
  meshStep: (request) => {
    meshings++;
    return fakeEngines.meshStep(request);
  },
};

let server: TestServer;
let user: Client;
beforeAll(async () => {
  server = await TestServer.start({ engines });
  user = await server.newUser();
});
afterAll(() => server.stop());

const ALPHA = { target: { kind: 'alpha' as const }, values: { list: [0.2, 0.4, 0.6] } };
const gridOf = (...parameters: StudyDefinitionInput['parameters']): StudyDefinitionInput => ({
  parameters,
  sampling: { kind: 'grid' },
  objectives: [{ statistic: 'maximum', component: 'theta' }],
});

async function baseProject(who = user, input: object = {}): Promise<string> {
  const { id } = await who.projectWithMesh(unvModel({ parts: 2, metresPerUnit: 1 }));
  await who.call('input', { body: { projectId: id, scalefactor: 1, numberofiterations: 1, ...input } });
  return id;
}

const create = (projectId: string, definition: StudyDefinitionInput, who = user): Promise<Reply> =>
  who.call('createStudy', { body: { projectId, name: 'Series', definition } });

async function studyIn(state: (study: Study) => boolean, id: string, who = user): Promise<Study> {
  for (const deadline = Date.now() + HANGS_MS; ;) {
    const study: Study = (await who.call('getStudy', { query: { id } })).result;
    if (state(study)) return study;
    if (Date.now() > deadline) throw new Error(`the study stays in ${JSON.stringify(study)}`);
    await sleep(50);
  }
}
const isFinished = ({ status }: Study) => status === 'Finished';
const made = async (projectId: string, definition: StudyDefinitionInput, who = user): Promise<Study> => {
  const { result, detail } = await create(projectId, definition, who);
  expect(detail).toBeUndefined();
  return result;
};
const inDb = (sigma: number) => 10 * Math.log10(sigma);

describe('a study', () => {
  test('computes each variant once, keeps its objectives with their bars, and stays out of the lists', async () => {
    const before = jobs.length;
    const projectId = await baseProject();
    const { id } = await made(
      projectId,
      gridOf(ALPHA, { target: { kind: 'frequency' }, values: { range: { from: 1e9, to: 2e9, count: 2 } } }),
    );
    const study = await studyIn(isFinished, id);
    expect(study).toMatchObject({
      ...{ runs: 6, baseProjectId: projectId, name: 'Series' },
      counts: { planned: 0, active: 0, finished: 6, failed: 0, cancelled: 0 },
    });
    expect(study.variants.map(({ values }) => values)).toEqual([
      [0.2, 1e9],
      [0.2, 2e9],
      [0.4, 1e9],
      [0.4, 2e9],
      [0.6, 1e9],
      [0.6, 2e9],
    ]);
    const given = jobs
      .slice(before)
      .map(({ solverInput }) => [solverInput.cfiealpha[0], solverInput.frequency[0]]);
    expect(given.sort()).toEqual(study.variants.map(({ values }) => values));
    for (const { values, objectives } of study.variants) {
      const sigma = 0.01 + ((values[0] as number) - 0.37) ** 2 + 0.05 * 0.6 ** 2;
      expect(objectives[0]?.value).toBeCloseTo(inDb(sigma), 9);
      expect(objectives[0]?.low).toBeCloseTo(inDb(sigma * 0.81), 9);
      expect(objectives[0]?.high).toBeCloseTo(inDb(sigma * 1.21), 9);
    }
    const { projects: listed } = (await user.call('getProjects')).result as { projects: { id: string }[] };
    expect(listed.map((one) => one.id)).toContain(projectId);
    for (const { projectId: variant } of study.variants) {
      expect(listed.map((one) => one.id)).not.toContain(variant);
      expect((await user.project(variant!)).state.solverResultReady).toBe(true);
    }
    const { studies } = (await user.call('getStudies')).result as { studies: Study[] };
    expect(studies.find((one) => one.id === id)).toMatchObject({ status: 'Finished', runs: 6 });
  });

  test('shares the files of its base, and gives curves on common points', async () => {
    const { id: baseId } = await user.projectWithMesh(
      unvModel({ parts: 2, metresPerUnit: 1, padding: 300_000 }),
    );
    await user.call('input', { body: { projectId: baseId, scalefactor: 1, numberofiterations: 1 } });
    const usage = async () => ((await user.call('usage')).result as { storageBytes: number }).storageBytes;
    const before = await usage();
    const { id } = await made(baseId, gridOf(ALPHA));
    const { variants } = await studyIn(isFinished, id);
    expect((await usage()) - before).toBeLessThan(150_000);
    const { result } = await user.call('studyCurves', { body: { id, component: 'theta', variants: [1, 3] } });
    expect(result).toEqual({
      sweeps: [{ thetaDeg: [180], phiDeg: [180], frequencyHz: [1.3e9] }],
      curves: [0, 2].map((i) => ({
        ...{ variant: i + 1, sweep: 0, dbsm: [expect.closeTo(variants[i]!.objectives[0]!.value!, 9)] },
        low: [expect.closeTo(variants[i]!.objectives[0]!.low!, 9)],
        high: [expect.closeTo(variants[i]!.objectives[0]!.high!, 9)],
      })),
    });
    // A component that these runs do not have is no curve, and not a curve without a field.
    expect((await user.call('studyCurves', { body: { id, component: 'VV' } })).result).toEqual({
      ...{ sweeps: [], curves: [] },
    });
    // The base may change and go: the study has it as it was.
    expect((await user.call('deleteProject', { body: { id: baseId } })).status).toBe(200);
    expect((await user.project(variants[0]!.projectId!)).state.mesherResultReady).toBe(true);
  });

  test('has a row with its sentence for a variant that fails, and goes on', async () => {
    const { id } = await made(
      await baseProject(),
      gridOf({ ...ALPHA, values: { list: [0.1, FAILS_AT, 0.3] } }),
    );
    const { variants, counts } = await studyIn(isFinished, id);
    expect(counts).toMatchObject({ finished: 2, failed: 1 });
    expect(variants[1]).toMatchObject({
      ...{ status: 'Error', objectives: [] },
      error: { code: 'MATRIX_SINGULAR', detail: 'The matrix is singular at part 2.' },
    });
    const promoted = await user.call('promoteVariant', { body: { id, variant: 2, name: 'Best' } });
    expect(promoted).toMatchObject({ status: 409, code: 'STUDY_STATE' });
  });

  test('meshes each size once', async () => {
    const { id: projectId } = await user.newProject();
    await user.upload(projectId, 'model.step', stepModel());
    await user.call('input', { body: { projectId, numberofiterations: 1 } });
    await user.call('runMesher', { body: { projectId, mesh_size: 10 } });
    await user.waitFor(projectId, ({ mesherState }) => mesherState.status === 'Finished');
    const before = meshings;
    const definition = gridOf({ target: { kind: 'meshSize' }, values: { list: [0.01, 0.02, 0.03] } }, ALPHA);
    const other = await server.newUser();
    const foreign = await other.call('predictStudy', { body: { projectId, definition } });
    expect(foreign).toMatchObject({ code: 'PROJECT_NOT_FOUND' });
    const forecast = await user.call('predictStudy', { body: { projectId, definition } });
    expect(forecast.result).toMatchObject({
      variants: 9,
      meshes: 2,
      asked: 3,
      unmeshed: 6,
      seconds: 6,
      memoryBytes: 1000,
    });
    const { id } = await made(projectId, definition);
    const { variants } = await studyIn(isFinished, id);
    expect(variants.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 'Finished'));
    expect(meshings - before).toBe(2);
    const sizes = await Promise.all(
      variants.map(async (one) => (await user.project(one.projectId!)).state.mesherInput?.mesh_size),
    );
    expect(sizes).toEqual([10, 10, 10, 20, 20, 20, 30, 30, 30]);
  });

  test('takes models of other projects', async () => {
    const [first, second] = [await baseProject(), await baseProject()];
    const { id } = await made(
      first,
      gridOf({ target: { kind: 'model' }, values: { list: [first, second] } }),
    );
    const { variants } = await studyIn(isFinished, id);
    expect(variants.map(({ values }) => values)).toEqual([[first], [second]]);
    const { id: bare } = await user.newProject();
    expect(
      await create(first, gridOf({ target: { kind: 'model' }, values: { list: [bare] } })),
    ).toMatchObject({
      ...{ status: 409, message: 'STUDY_INVALID.model' },
    });
    expect(
      await create(first, gridOf({ target: { kind: 'model' }, values: { list: ['none'] } })),
    ).toMatchObject({
      status: 404,
      code: 'PROJECT_NOT_FOUND',
    });
  });

  test('finds a valley, one run after the other', async () => {
    const { id } = await made(await baseProject(), {
      parameters: [{ target: { kind: 'alpha' }, values: { range: { from: 0, to: 1, count: 2 } } }],
      sampling: { kind: 'optimise', runs: 14, seed: 3 },
      objectives: [{ statistic: 'maximum', component: 'theta' }],
    });
    const { variants, runs: planned } = await studyIn(isFinished, id);
    expect([variants.length, planned]).toEqual([14, 14]);
    const best = variants.reduce((a, b) => (b.objectives[0]!.value! < a.objectives[0]!.value! ? b : a));
    expect(Math.abs((best.values[0] as number) - 0.37)).toBeLessThan(0.02);
  });

  test('is cancelled and resumed; nothing is lost or computed twice', async () => {
    const list = Array.from({ length: 8 }, (_, i) => (i + 1) / 100);
    const projectId = await baseProject();
    const before = jobs.length;
    mostJobs = before + 2;
    const { id } = await made(projectId, gridOf({ ...ALPHA, values: { list } }));
    await studyIn(({ counts }) => counts.finished >= 2, id);
    const cancelled: Study = (await user.call('cancelStudy', { body: { id } })).result;
    expect(cancelled).toMatchObject({ status: 'Cancelled', counts: { active: 0 } });
    expect(cancelled.counts.cancelled).toBeGreaterThan(0);
    expect(await user.call('cancelStudy', { body: { id } })).toMatchObject({ code: 'STUDY_STATE' });
    const stopped = jobs.length;
    await sleep(1500);
    expect(jobs.length).toBe(stopped);
    mostJobs = Infinity;
    await user.call('resumeStudy', { body: { id } });
    const { counts, variants } = await studyIn(isFinished, id);
    expect(counts).toMatchObject({ finished: 8, failed: 0, cancelled: 0 });
    expect(variants.map(({ values }) => values[0])).toEqual(list);
    // Those that were under way were begun again; the others once.
    const computed = jobs.slice(before).map(({ solverInput }) => solverInput.cfiealpha[0]);
    expect(new Set(computed).size).toBe(8);
    expect(computed.length).toBeLessThanOrEqual(8 + 4);
    expect(await user.call('resumeStudy', { body: { id } })).toMatchObject({ code: 'STUDY_STATE' });
  });

  test('gives its best variant away as a project, and goes with all its files', async () => {
    const { id } = await made(await baseProject(), gridOf(ALPHA));
    const { variants } = await studyIn(isFinished, id);
    const promoted = await user.call('promoteVariant', { body: { id, variant: 2, name: 'Best' } });
    expect(promoted.result).toMatchObject({ id: variants[1]!.projectId, name: 'Best' });
    const { projects: listed } = (await user.call('getProjects')).result as { projects: { id: string }[] };
    expect(listed.map((one) => one.id)).toContain(variants[1]!.projectId);
    expect((await studyIn(() => true, id)).variants[1]).toMatchObject({ status: 'Finished' });
    expect((await user.call('renameStudy', { body: { id, name: 'Other' } })).result).toMatchObject({
      name: 'Other',
    });
    expect((await user.call('deleteStudy', { body: { id } })).status).toBe(200);
    expect(await user.call('getStudy', { query: { id } })).toMatchObject({ code: 'STUDY_NOT_FOUND' });
    expect(await user.call('getSingleProject', { query: { id: variants[0]!.projectId! } })).toMatchObject({
      code: 'PROJECT_NOT_FOUND',
    });
    expect(await server.services.files.list(variants[0]!.projectId!)).toEqual([]);
    expect(await server.db.select().from(projects).where(eq(projects.studyId, id))).toEqual([]);
    expect((await user.project(variants[1]!.projectId!)).state.solverResultReady).toBe(true);
  });
});

describe('a study of a coating', () => {
  const LAYER = { id: 'a', materialName: 'Absorber', surface: 1, surfaceIndex: 0, thickness: 0.002 };
  const MATERIAL = {
    ...{ id: 1, name: 'Absorber', frequency: 1e9 },
    permitivity: { real: 4, imaginary: -1 },
    permeability: { real: 1, imaginary: 0 },
  };

  test('gives the solver the layers of each variant, and no impedance of other layers', async () => {
    const { id: projectId } = await user.newProject({ solverType: 2 });
    await user.upload(projectId, 'model.unv', unvModel({ parts: 2, metresPerUnit: 1 }));
    await user.waitFor(projectId, ({ mesherState }) => mesherState.status === 'Finished');
    await user.call('input', { body: { projectId, scalefactor: 1, numberofiterations: 1, solvertype: 2 } });
    const impedance = (impedanceSurface: number) => ({
      impedanceSurface,
      impedanceReal: 9,
      impedanceImaginary: 8,
    });
    await user.call('inputMaterials', {
      body: {
        ...{ projectId, inputMaterials: [MATERIAL], thicknesses: [LAYER] },
        impedances: [{ frequency: 1.3e9, params: [impedance(1), impedance(2)] }],
      },
    });
    const before = jobs.length;
    const { id } = await made(
      projectId,
      gridOf(
        { target: { kind: 'thickness', layers: [0] }, values: { list: [0.001, 0.003] } },
        { target: { kind: 'layerMaterial', layers: [0] }, values: { list: ['Absorber', 'Teflon (PTFE)'] } },
        { target: { kind: 'resistance', surfaces: [2] }, values: { list: [50] } },
      ),
    );
    const { variants } = await studyIn(isFinished, id);
    expect(variants.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'Finished'));
    const given = jobs.slice(before).map(({ materials }) => materials!);
    expect(given.map(({ thicknesses }) => thicknesses[0]!.thickness).sort()).toEqual([
      1e-3, 1e-3, 3e-3, 3e-3,
    ]);
    for (const { impedances, inputMaterials, thicknesses } of given) {
      expect(impedances).toEqual([
        {
          frequency: 1.3e9,
          params: [{ impedanceSurface: 2, impedanceReal: 50, impedanceImaginary: 8 }],
        },
      ]);
      expect(inputMaterials.map(({ name }) => name)).toContain(thicknesses[0]!.materialName);
    }
    const refused = async (target: object, values: object) =>
      (await create(projectId, gridOf({ target, values } as never))).message;
    const one = { list: [1e-3] };
    expect(await refused({ kind: 'thickness', layers: [4] }, one)).toBe('STUDY_INVALID.layer');
    expect(await refused({ kind: 'thickness', layers: [0] }, { list: [0] })).toBe('validation.thickness');
    expect(await refused({ kind: 'layerMaterial', layers: [0] }, { list: ['Nothing'] })).toBe(
      'STUDY_INVALID.material',
    );
    expect(await refused({ kind: 'resistance', surfaces: [1] }, one)).toBe('STUDY_INVALID.layered');
    expect(await refused({ kind: 'reactance', surfaces: [7] }, one)).toBe('STUDY_INVALID.surface');
    expect(await refused({ kind: 'permittivityFactor', material: 'Absorber' }, { list: [-1] })).toBe(
      'STUDY_INVALID.aboveZero',
    );
    expect(await refused({ kind: 'meshSize' }, one)).toBe('STUDY_INVALID.meshSize');
    expect(await refused({ kind: 'partMethod' }, { list: [1] })).toBe('STUDY_INVALID.partMethod');
    expect(await refused({ kind: 'polarization' }, { list: [4] })).toBe('STUDY_INVALID.component');
  });
});

test('of two forecasts at once the newer one is answered, and the older one gives way', async () => {
  const projectId = await baseProject();
  const ask = (list: number[]) =>
    user.call('predictStudy', {
      body: { projectId, definition: gridOf({ ...ALPHA, values: { list } }) },
    });
  // The older one is being answered when the newer one comes.
  estimateMs = 600;
  const [older, newer] = await Promise.all([ask([0.1, 0.2, 0.3]), sleep(500).then(() => ask([0.4, 0.5]))]);
  estimateMs = 0;
  expect(newer.result).toMatchObject({ variants: 2, asked: 2 });
  expect(older).toMatchObject({ message: 'RATE_LIMITED.newerQuestion' });
  expect((await ask([0.1])).result).toMatchObject({ variants: 1, asked: 1 });
});

describe('an account', () => {
  test('takes its studies along in its data, and with it when it is deleted', async () => {
    const owner = await server.newUser();
    const { id } = await made(await baseProject(owner), gridOf(ALPHA), owner);
    const { variants } = await studyIn(isFinished, id, owner);
    const data = Buffer.from(await (await owner.fetch('exportData', {})).arrayBuffer());
    expect(data.includes('studies.json')).toBe(true);
    expect((await owner.call('deleteAccount', { body: { password: PASSWORD } })).status).toBe(200);
    expect(await server.db.select().from(studies).where(eq(studies.id, id))).toEqual([]);
    expect(await server.db.select().from(projects).where(eq(projects.studyId, id))).toEqual([]);
    for (const { projectId } of variants) expect(await server.services.files.list(projectId!)).toEqual([]);
  });
});

describe('a variant that has not converged', () => {
  test('has no settings of its own to change; once it is continued, the study has what came out of it', async () => {
    const projectId = await baseProject();
    const { id } = await made(
      projectId,
      gridOf({ target: { kind: 'alpha' }, values: { list: [0.2, UNCONVERGED_AT] } }),
    );
    const { variants } = await studyIn(isFinished, id);
    expect(variants.map(({ converged }) => converged)).toEqual([true, false]);
    const variant = variants[1]!.projectId!;
    for (const [name, body] of [
      ['input', { cfiealpha: [0.5] }],
      ['mesherInput', { mesh_size: 3 }],
      ['runMesher', {}],
    ] as const)
      expect(await user.call(name, { body: { projectId: variant, ...body } }), name).toMatchObject({
        code: 'STUDY_STATE',
      });
    sigmaFactor = 2;
    try {
      expect(
        (await user.call('continueRun', { body: { projectId: variant, numberofiterations: 9 } })).detail,
      ).toBeUndefined();
      await user.waitFor(
        variant,
        ({ solverState: { status, converged } }) => status === 'Finished' && converged === true,
      );
    } finally {
      sigmaFactor = 1;
    }
    const after: Study = (await user.call('getStudy', { query: { id } })).result;
    expect(after.variants[1]!.converged).toBe(true);
    expect(after.variants[0]!.objectives).toEqual(variants[0]!.objectives);
    const [before, now] = [variants[1]!, after.variants[1]!].map(({ objectives }) => objectives[0]!.value!);
    expect(now! - before!).toBeCloseTo(inDb(2), 9);
  });
});

describe('other people', () => {
  test('do not see a study, and cannot make one of a foreign project', async () => {
    const projectId = await baseProject();
    const { id } = await made(projectId, gridOf(ALPHA));
    const other = await server.newUser();
    for (const name of [
      ...(['cancelStudy', 'resumeStudy', 'deleteStudy', 'studyCurves'] as const),
      ...(['renameStudy', 'promoteVariant'] as const),
    ])
      expect(await other.call(name, { body: { id, name: 'Mine', variant: 1 } })).toMatchObject({
        status: 404,
        code: 'STUDY_NOT_FOUND',
      });
    expect(await other.call('getStudy', { query: { id } })).toMatchObject({ code: 'STUDY_NOT_FOUND' });
    expect(await create(projectId, gridOf(ALPHA), other)).toMatchObject({ code: 'PROJECT_NOT_FOUND' });
    const { variants } = await studyIn(isFinished, id);
    expect(await other.call('getSingleProject', { query: { id: variants[0]!.projectId! } })).toMatchObject({
      code: 'PROJECT_NOT_FOUND',
    });
  });
});

describe('a read-only link to a study', () => {
  test('opens it, its curves and the results of its variants, and nothing else', async () => {
    const owner = await server.newUser();
    const projectId = await baseProject(owner);
    const { id, carrierId } = await made(projectId, gridOf(ALPHA), owner);
    const { variants } = await studyIn(isFinished, id, owner);
    const { id: otherId } = await made(projectId, gridOf(ALPHA), owner);
    const other = await studyIn(isFinished, otherId, owner);
    const linkTo = async (shared: string): Promise<{ token: string; id: string }> =>
      (await owner.call('createShare', { body: { projectId: shared } })).result;
    const { token, id: shareId } = await linkTo(carrierId);
    const visit = (name: 'getStudy' | 'studyCurves' | 'getSingleProject', input: object, by = token) =>
      server.guest().call(name, { ...input, headers: { authorization: `Share ${by}` } });
    const first = variants[0]!.projectId!;
    const curves = async () =>
      ((await visit('studyCurves', { body: { id, component: 'theta' } })).result as StudyCurves).curves;
    expect((await visit('getStudy', { query: { id } })).result).toMatchObject({ id, variants });
    expect(await curves()).toHaveLength(3);
    expect(await visit('getSingleProject', { query: { id: first } })).toMatchObject({ status: 200 });
    for (const foreign of [other.variants[0]!.projectId!, projectId])
      expect(await visit('getSingleProject', { query: { id: foreign } })).toMatchObject({
        code: 'PROJECT_NOT_FOUND',
      });
    expect(await visit('getStudy', { query: { id: otherId } })).toMatchObject({ code: 'STUDY_NOT_FOUND' });
    // A link to one variant opens that one alone.
    const { token: ofOne } = await linkTo(first);
    expect(await visit('getSingleProject', { query: { id: first } }, ofOne)).toMatchObject({ status: 200 });
    expect(await visit('getStudy', { query: { id } }, ofOne)).toMatchObject({ code: 'STUDY_NOT_FOUND' });
    expect(await visit('getSingleProject', { query: { id: variants[1]!.projectId! } }, ofOne)).toMatchObject({
      code: 'PROJECT_NOT_FOUND',
    });
    // What has become a project is no part of the study, whose curves stay.
    await owner.call('promoteVariant', { body: { id, variant: 1, name: 'Mine' } });
    expect(await curves()).toHaveLength(3);
    expect(await visit('getSingleProject', { query: { id: first } })).toMatchObject({
      code: 'PROJECT_NOT_FOUND',
    });
    await owner.call('deleteProject', { body: { id: first } });
    expect(await curves()).toHaveLength(2);
    await owner.call('revokeShare', { body: { projectId: carrierId, shareId } });
    expect(await visit('getStudy', { query: { id } })).toMatchObject({ code: 'SHARE_INVALID' });
  });
});

describe('quotas', () => {
  test('let a study go on as runs of the user end, and no further', async () => {
    const limited = await TestServer.start({
      engines,
      environment: { PACE_QUOTA_QUEUED: '2', PACE_QUOTA_PROJECTS: '1' },
    });
    try {
      const who = await limited.newUser();
      const projectId = await baseProject(who);
      const list = Array.from({ length: 9 }, (_, i) => (i + 1) / 20);
      const { id } = await made(projectId, gridOf({ ...ALPHA, values: { list } }), who);
      const most: number[] = [];
      const study = await studyIn(
        (now) => {
          most.push(now.variants.filter(({ status }: Variant) => status === 'Queued').length);
          return isFinished(now);
        },
        id,
        who,
      );
      expect(study.counts.finished).toBe(9);
      expect(Math.max(...most)).toBeLessThanOrEqual(2);
      expect(await limited.db.select({ id: runs.id }).from(runs).where(eq(runs.kind, 'solver'))).toHaveLength(
        9,
      );
      expect(await who.call('promoteVariant', { body: { id, variant: 1, name: 'One' } })).toMatchObject({
        code: 'QUOTA_PROJECTS',
      });
    } finally {
      await limited.stop();
    }
  });
});
