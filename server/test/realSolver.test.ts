import {
  isScatteringMatrix,
  LIMITS,
  SPEED_OF_LIGHT,
  rcsDbsm,
  type FarZoneField,
  type MapsFile,
  type MonoStaticRcs,
  type OpticsPreview,
  type SphereResult,
} from '@pace/contract';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sphereMesh, type TriangleMesh } from '../src/demo/sphereMesh.ts';
import { unvText } from '../src/demo/unvText.ts';
import { localEngines } from '../src/engines/select.ts';
import { solverCommand } from '../src/engines/programs.ts';
import { exactSphere, type SphereBody } from '../src/engines/mie.ts';
import { TestServer, type Client } from './support/testServer.ts';

const RADIUS = 0.25;
const CENTRE: [number, number, number] = [0.3, -0.2, 0.1];
const FREQUENCY = 300e6;

let server: TestServer;
let user: Client;
/** That were begun */
let previews = 0;
beforeAll(async () => {
  if (!existsSync(solverCommand()))
    throw new Error(`This test needs the solver at ${solverCommand()}; build it with: npm run build:solver`);
  server = await TestServer.start({
    engines: {
      ...localEngines,
      solveHere: (request) => {
        previews++;
        return localEngines.solveHere(request);
      },
    },
  });
  user = await server.newUser();
});
afterAll(() => server?.stop());

const finished = ({ solverState: { status } }: { solverState: { status: string } }) =>
  status === 'Finished' || status === 'Error';

const memoryOf = async (id: string) =>
  (await user.project(id)).resultSummary as unknown as { memoryBytes: number; bytesPerUnknown: number };

test('an off-centre PEC sphere goes through the server and the real solver and scatters as Mie says, within 0.15 dB', async () => {
  const mesh = sphereMesh(RADIUS, CENTRE, 5);
  const model = Buffer.from(unvText(mesh, 'sphere'));
  const { id } = await user.projectWithMesh(model);
  expect((await user.project(id)).state.meshReport).toMatchObject({
    triangles: 500,
    unknownsRwg: 750,
    metresPerUnit: 1,
  });
  await user.startSolver(id, {
    scalefactor: undefined,
    frequency: [FREQUENCY, -1, -1],
    excitation: [60, 30, 1],
    cfiealpha: [0.5],
  });
  const { solverState } = await user.waitFor(id, finished);
  expect(solverState).toMatchObject({ status: 'Finished', converged: true });

  // Its own memory: the process that started it has had far more.
  const { memoryBytes, bytesPerUnknown } = await memoryOf(id);
  expect(memoryBytes).toBeLessThan((1024 * process.resourceUsage().maxRSS) / 2);
  expect(bytesPerUnknown).toBeCloseTo(memoryBytes / 750, 6);

  const { monoStaticRcs } = (await user.call('monoStaticRcsResult', { body: { projectId: id } })).result as {
    monoStaticRcs: MonoStaticRcs[];
  };
  expect(monoStaticRcs).toHaveLength(1);
  expect(monoStaticRcs[0]).toMatchObject({ angleTheta: 600, anglePhi: 300, frequency: FREQUENCY });
  expect(
    Math.abs(
      rcsDbsm(monoStaticRcs[0] as MonoStaticRcs) - mieBackscatterDbsm(equalVolumeRadius(mesh), FREQUENCY),
    ),
  ).toBeLessThan(0.15);

  const key = { projectId: id, frequency: FREQUENCY, theta: 600, phi: 300 };
  const { farZoneFields } = (await user.call('farZoneFieldsResult', { body: key })).result as {
    farZoneFields: FarZoneField[];
  };
  expect(new Set(farZoneFields.map(({ plane }) => plane))).toEqual(new Set(['xy', 'xz', 'yz']));
  expect(farZoneFields.length).toBeGreaterThanOrEqual(3 * 360);
  // The exact curve that the page lays over it, complex: the phase belongs to the global origin, not to the sphere.
  const exact = (await user.call('sphereResult', { body: key })).result as SphereResult;
  expect(exact.radiusM).toBeCloseTo(equalVolumeRadius(mesh), 6);
  expect(exact.vertexRadiusM).toBeCloseTo(RADIUS, 6);
  exact.centreM.forEach((x, axis) => expect(x).toBeCloseTo(CENTRE[axis] ?? NaN, 6));
  expect(exact.farZoneFields.map(directionOf)).toEqual(farZoneFields.map(directionOf));
  const [difference, size] = [0, 1].map((which) =>
    Math.sqrt(
      farZoneFields.reduce(
        (sum, field, i) => sum + distanceSquared(field, which === 0 ? exact.farZoneFields[i] : undefined),
        0,
      ),
    ),
  ) as [number, number];
  // 500 flat triangles at 13 edges a wavelength; a phase of the wrong origin would give more than 1.
  expect(difference / size).toBeLessThan(0.05);
  const { currents } = (await user.call('fusionResult', { body: key })).result as { currents: number[] };
  expect(currents).toHaveLength((await user.project(id)).state.meshReport?.vertices ?? 0);
  // Twice the incident magnetic field is the order of the current on the lit side.
  expect(Math.max(...currents)).toBeGreaterThan(1 / 377);
  expect(Math.max(...currents)).toBeLessThan(10 / 377);
  expect((await user.call('iterationsResult', { body: key })).status).toBe(200);
  expect(
    (await readFile(join(server.dataDir, 'projects', id, 'events.ndjson'), 'utf8')).trim().split('\n').length,
  ).toBeGreaterThan(2);
});

test('the exact series knows coats, impedances and shells: of vacuum they are as if they were not there', async () => {
  const question = {
    ...{ radiusM: 0.4, centreM: [0.1, -0.2, 0.3] as const, frequencyHz: FREQUENCY },
    ...{ thetaDeg: 60, phiDeg: 30, polarization: 1, points: 8 },
  };
  const vacuum = {
    outerRadiusM: 0.5,
    permittivity: { real: 1, imaginary: 0 },
    permeability: { real: 1, imaginary: 0 },
  };
  const rcs = async (body: SphereBody) => rcsDbsm((await exactSphere({ ...question, body })).back);
  const conductor = await rcs({ core: 'pec' });
  expect(await rcs({ core: 'pec', layers: [vacuum] })).toBeCloseTo(conductor, 8);
  expect(await rcs({ core: 'impedance', impedance: { real: 0, imaginary: 0 } })).toBeCloseTo(conductor, 8);
  expect(await rcs({ core: 'dielectric', layers: [vacuum] })).toBeLessThan(-150);
  const glass = { ...vacuum, permittivity: { real: 5, imaginary: -0.3 } };
  expect(Math.abs((await rcs({ core: 'pec', layers: [glass] })) - conductor)).toBeGreaterThan(0.1);
});

test('design maps of a sphere: the far field is that of the run, and a larger radius changes it as the exact series does', async () => {
  const mesh = sphereMesh(RADIUS, CENTRE, 5);
  const solved = async (outputselection: number[]) => {
    const { id } = await user.projectWithMesh(Buffer.from(unvText(mesh, 'sphere')));
    await user.startSolver(id, {
      scalefactor: undefined,
      frequency: [FREQUENCY, -1, -1],
      anglesweep: 1,
      excitation: [60, 100, 30, 30, 1, 20, 10],
      cfiealpha: [0.5],
      solvertype: 2,
      outputselection,
    });
    expect((await user.waitFor(id, finished)).solverState).toMatchObject({ status: 'Finished' });
    return id;
  };
  const askOf = (projectId: string, question: object = {}) =>
    user.call('designMaps', { body: { projectId, frequency: FREQUENCY, theta: 600, phi: 300, ...question } });
  const bare = await solved([0, 1, 1, 1, 1]);
  expect(await askOf(bare)).toMatchObject({ status: 409, message: 'MAPS_UNAVAILABLE.coefficients' });

  const id = await solved([1, 1, 1, 1, 1]);
  const ask = (question: object = {}) => askOf(id, question);
  const answer = await ask();
  expect(answer.detail).toBeUndefined();
  const maps = answer.result as MapsFile;
  const { monoStaticRcs } = (await user.call('monoStaticRcsResult', { body: { projectId: id } })).result as {
    monoStaticRcs: MonoStaticRcs[];
  };
  const co = monoStaticRcs[0] as Extract<MonoStaticRcs, { e_Theta_Real: number }>;
  const coDbsm = 10 * Math.log10(4 * Math.PI * (co.e_Theta_Real ** 2 + co.e_Theta_Imag ** 2));
  expect(maps.rcs_dBsm).toBeCloseTo(coDbsm, 4);
  const [part] = maps.parts;
  expect(part!.share_dBsm).toBeCloseTo(coDbsm, 4);
  expect(part!.name).toBe('sphere');
  const exactDbsm = async (radiusM: number) =>
    rcsDbsm(
      (
        await exactSphere({
          ...{ radiusM, centreM: CENTRE, frequencyHz: FREQUENCY, body: { core: 'pec' } },
          ...{ thetaDeg: 60, phiDeg: 30, polarization: 1, points: 0 },
        })
      ).back,
    );
  const radius = equalVolumeRadius(mesh);
  const perMm = ((await exactDbsm(radius + 1e-4)) - (await exactDbsm(radius - 1e-4))) / 0.2;
  // 500 flat triangles at 13 edges a wavelength; the size of the field itself is as far off.
  expect(Math.abs(part!.derivatives!.displacement_dBPerMm - perMm)).toBeLessThan(0.1 * Math.abs(perMm));
  expect(maps.translationDefect).toBeLessThan(0.1);

  const raw = await user.fetch('designMaps', {
    body: { projectId: id, frequency: FREQUENCY, theta: 600, phi: 300 },
    headers: { accept: 'application/octet-stream' },
  });
  const bytes = Buffer.from(await raw.arrayBuffer());
  expect(bytes.readUInt32LE(8)).toBe(mesh.triangles.length);
  expect(bytes).toHaveLength(16 + 4 * 4 * mesh.triangles.length);

  const vacuum = { real: 1, imaginary: 0 };
  const sector = (await ask({ thetaTo: 1000, layer: { permittivity: vacuum, permeability: vacuum } }))
    .result as MapsFile;
  expect(sector.illuminations.map(({ thetaDeg }) => thetaDeg)).toEqual([60, 80, 100]);
  expect(sector.maps.map(({ name }) => name)).toContain('layer');
  expect(sector.parts[0]!.derivatives!.layer_dBPerMm).toBeCloseTo(0, 9);
  expect(await ask({ received: 'H' })).toMatchObject({
    status: 409,
    message: 'MAPS_UNAVAILABLE.polarization',
  });
  expect(await ask({ theta: 610 })).toMatchObject({ status: 409, message: 'MAPS_UNAVAILABLE.illumination' });
});

test('first order is within 0.1 dB of exact spheres for λ/120, 19 Ω and layers of λ/120, as the page of design maps says', async () => {
  const part = 1 / 120;
  const dbsm = async (radiusM: number, body: SphereBody) => {
    const place = { centreM: [0, 0, 0] as const, thetaDeg: 60, phiDeg: 30, polarization: 1, points: 0 };
    return rcsDbsm((await exactSphere({ ...place, radiusM, body, frequencyHz: SPEED_OF_LIGHT })).back);
  };
  for (const radius of [0.3, 0.45, 0.68, 1.36]) {
    const bare = await dbsm(radius, { core: 'pec' });
    const grown = (by: number) => dbsm(radius + by, { core: 'pec' });
    const perMetre = ((await grown(1e-4)) - (await grown(-1e-4))) / 2e-4;
    for (const by of [part, -part])
      expect(Math.abs((await grown(by)) - bare - perMetre * by), `radius ${radius}`).toBeLessThan(0.1);
    const resistive = (real: number) =>
      dbsm(radius, { core: 'impedance', impedance: { real, imaginary: 0 } });
    const perOhm = ((await resistive(0.05)) - bare) / 0.05;
    expect(Math.abs((await resistive(19)) - bare - 19 * perOhm), `19 Ω on ${radius}`).toBeLessThan(0.1);
    const permittivity = { real: 4, imaginary: -1 };
    const coated = (thickness: number) =>
      dbsm(radius, {
        core: 'pec',
        layers: [{ outerRadiusM: radius + thickness, permittivity, permeability: { real: 1, imaginary: 0 } }],
      });
    const thickness = part / Math.sqrt(Math.hypot(4, 1));
    const perLayer = ((await coated(1e-5)) - bare) / 1e-5;
    expect(
      Math.abs((await coated(thickness)) - bare - perLayer * thickness),
      `layer on ${radius}`,
    ).toBeLessThan(0.1);
  }
});

test('a run by Physical Optics and its preview give one curve; the preview leaves the project as it is', async () => {
  const model = Buffer.from(unvText(sphereMesh(RADIUS, CENTRE, 6), 'sphere'));
  const { id } = await user.projectWithMesh(model);
  const excitation = [10, 170, 30, 30, 1, 20, 10];
  const ask = (more: object = {}) =>
    user.call('opticsPreview', { body: { projectId: id, frequency: 3e9, excitation, ...more } });
  const preview = await ask();
  expect(preview.status).toBe(200);
  const { monoStaticRcs: curve, triangles } = preview.result as OpticsPreview;
  expect(triangles).toBe(720);
  expect(curve).toHaveLength(9);
  expect((await user.project(id)).stateLive.solverState.status).toBe('');
  // π a² and the ripple of twenty facets around the specular point.
  for (const record of curve)
    expect(Math.abs(rcsDbsm(record) - 10 * Math.log10(Math.PI * RADIUS ** 2))).toBeLessThan(3);
  expect((await ask()).result).toEqual(preview.result);

  await user.startSolver(id, {
    scalefactor: undefined,
    solvertype: 1,
    anglesweep: 1,
    excitation,
    frequency: [3e9, -1, -1],
  });
  const { solverState } = await user.waitFor(id, finished);
  expect(solverState).toMatchObject({ status: 'Finished', converged: true });
  const { result } = await user.call('monoStaticRcsResult', { body: { projectId: id } });
  expect((result as OpticsPreview).monoStaticRcs).toEqual(curve);
  const key = { projectId: id, frequency: 3e9, theta: 100, phi: 300 };
  expect((await user.call('farZoneFieldsResult', { body: key })).status).toBe(200);
  expect((await user.call('fusionResult', { body: { ...key, density: 'J' } })).status).toBe(200);
  expect((await user.call('iterationsResult', { body: key })).code).toBe('RESULT_NOT_FOUND');
});

test('a sweep that is cancelled in its middle and continued gives the fields of one that was not, and solves no frequency again', async () => {
  const model = Buffer.from(unvText(sphereMesh(RADIUS, CENTRE, 4), 'sphere'));
  const frequencies = Array.from({ length: 16 }, (_, i) => FREQUENCY + i * 5e6);
  const residual = 1e-3;
  const solve = async () => {
    const { id } = await user.projectWithMesh(model);
    await user.startSolver(id, {
      scalefactor: undefined,
      // Levels given by hand make it iterate.
      ...{ numberoflevels: [0, 2], numberofiterations: 100, residualerror: residual },
      ...{ freqsweep: 1, frequency: [frequencies[0], 5e6, frequencies.at(-1)] },
      ...{
        anglesweep: 1,
        excitation: [60, 60, 20, 50, 1, 0, 30],
        cfiealpha: [0.5],
        numberoffarlocations: 24,
        // Bars come after the fields of their frequency: with them, one that has all its files may not be done.
        errorestimate: 0,
      },
    });
    return id;
  };
  const whole = await solve();
  expect((await user.waitFor(whole, finished)).solverState.status).toBe('Finished');

  const id = await solve();
  const folder = join(server.dataDir, 'projects', id);
  const farFields = async () => {
    const names = await readdir(join(folder, 'results')).catch(() => []);
    const found = names.filter((name) => name.includes('_farzone_'));
    return new Map(
      await Promise.all(
        found.map(async (name) => [name, (await stat(join(folder, 'results', name))).mtimeMs] as const),
      ),
    );
  };
  const events = async () =>
    (await readFile(join(folder, 'events.ndjson'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { stage?: string; frequencyHz?: number });
  // Three frequencies of two directions are done.
  while ((await farFields()).size < 6) await new Promise((done) => setTimeout(done, 50));
  await user.call('cancel', { body: { projectId: id } });
  const { solverState } = await user.waitFor(id, (state) => state.solverState.status === 'Cancelled');
  expect(solverState).toMatchObject({ status: 'Cancelled', continuable: true });
  const [kept, before] = [await farFields(), (await events()).length];
  expect(kept.size).toBeLessThan(2 * frequencies.length);

  expect((await user.call('continueRun', { body: { projectId: id } })).status).toBe(200);
  expect((await user.waitFor(id, finished)).solverState).toMatchObject({
    status: 'Finished',
    converged: true,
  });
  const after = (await events()).slice(before);
  const solvedAgain = new Set(after.flatMap(({ frequencyHz }) => frequencyHz ?? []));
  const done = frequencies.filter(
    (f) => [...kept.keys()].filter((name) => name.includes(`_${f}_`)).length === 2,
  );
  expect(done.length).toBeGreaterThanOrEqual(3);
  expect([...solvedAgain].sort((a, b) => a - b)).toEqual(frequencies.filter((f) => !done.includes(f)));
  const now = await farFields();
  expect(now.size).toBe(2 * frequencies.length);
  for (const f of done)
    for (const [name, written] of kept) if (name.includes(`_${f}_`)) expect(now.get(name)).toBe(written);

  const fields = async (projectId: string, frequency: number, phi: number) =>
    (
      (await user.call('farZoneFieldsResult', { body: { projectId, frequency, theta: 600, phi } }))
        .result as {
        farZoneFields: FarZoneField[];
      }
    ).farZoneFields;
  for (const frequency of frequencies)
    for (const phi of [200, 500]) {
      const [one, two] = [await fields(whole, frequency, phi), await fields(id, frequency, phi)];
      expect(two.map(directionOf)).toEqual(one.map(directionOf));
      const sum = (of: (field: FarZoneField, i: number) => number) =>
        Math.sqrt(one.reduce((total, field, i) => total + of(field, i), 0));
      // Each solves its system to the residual; the currents of this CFIE are no farther apart than ten of it.
      expect(
        sum((field, i) => distanceSquared(field, two[i])) / sum((field) => distanceSquared(field, undefined)),
      ).toBeLessThan(10 * residual);
    }
  const history = async (projectId: string, frequency: number) => {
    const key = { projectId, frequency, theta: 600, phi: 200 };
    const { result } = await user.call('iterationsResult', { body: key });
    return (result as { iterations: { iteration: number; residual: number }[] }).iterations;
  };
  for (const frequency of frequencies) {
    const [one, two] = [await history(whole, frequency), await history(id, frequency)];
    // Also of the frequency that was interrupted the history is whole.
    expect(two.map(({ iteration }) => iteration)).toEqual(two.map((_, i) => i + 1));
    expect(two[0]!.residual).toBeCloseTo(one[0]!.residual, 6);
    expect(two.length).toBeGreaterThanOrEqual(one.length);
  }
  // Of the passes the one that took most, not their sum.
  expect((await memoryOf(id)).memoryBytes).toBeLessThan(1.6 * (await memoryOf(whole)).memoryBytes);
  const backscatter = async (projectId: string) =>
    (
      (await user.call('monoStaticRcsResult', { body: { projectId } })).result as {
        monoStaticRcs: MonoStaticRcs[];
      }
    ).monoStaticRcs;
  const [one, two] = [await backscatter(whole), await backscatter(id)];
  expect(two).toHaveLength(2 * frequencies.length);
  two.forEach((record, i) => expect(Math.abs(rcsDbsm(record) - rcsDbsm(one[i]!))).toBeLessThan(0.05));
});

test('a preview has limits: angles, program type, a mesh; a newer question ends the older', async () => {
  const { id } = await user.newProject();
  const ask = (projectId: string, excitation: number[], frequency = 1e9) =>
    user.call('opticsPreview', { body: { projectId, frequency, excitation } });
  const cut = [0, 180, 0, 0, 1, 0.5, 1];
  expect((await ask(id, [0, 180, 0, 360, 1, 1, 1])).code).toBe('VALIDATION');
  expect((await ask(id, cut)).code).toBe('MESH_NOT_READY');
  expect((await ask((await user.newProject({ solverType: 2 })).id, cut)).code).toBe('VALIDATION');
  // Large enough that the older question is still being answered when the newer one comes.
  const ready = await user.projectWithMesh(Buffer.from(unvText(sphereMesh(RADIUS, CENTRE, 70), 'sphere')));
  const begun = previews;
  const older = ask(ready.id, cut, 99e9);
  await expect.poll(() => previews, { interval: 5 }).toBe(begun + 1);
  expect((await ask(ready.id, [0, 180, 0, 0, 1, 90, 1])).status).toBe(200);
  expect((await older).code).toBe('PREVIEW_SUPERSEDED');
});

/** 32 hexadecimal digits */
const drawingId = (digit: string) => digit.repeat(32);

function drawingOf({ vertices, triangles }: TriangleMesh): Buffer {
  const counts = Buffer.alloc(8);
  counts.writeUInt32LE(vertices.length, 0);
  counts.writeUInt32LE(triangles.length, 4);
  const places = Buffer.from(Float32Array.from(vertices.flat()).buffer);
  const corners = Buffer.from(Uint32Array.from(triangles.flat()).buffer);
  return Buffer.concat([Buffer.from('PACETRI1'), counts, places, corners]);
}

test('before there is a model a preview is of the drawing that is sent, and gives the curve of the same mesh', async () => {
  const mesh = sphereMesh(RADIUS, CENTRE, 6);
  const excitation = [10, 170, 30, 30, 1, 20, 10];
  const { id } = await user.newProject();
  const ask = (drawing: object) =>
    user.call('opticsPreview', { body: { projectId: id, frequency: 3e9, excitation, drawing } });
  const data = drawingOf(mesh).toString('base64');
  const { result } = await ask({ id: drawingId('a'), data });
  const { monoStaticRcs: curve, triangles } = result as OpticsPreview;
  expect(triangles).toBe(720);
  const meshed = await user.projectWithMesh(Buffer.from(unvText(mesh, 'sphere')));
  const ofMesh = await user.call('opticsPreview', {
    body: { projectId: meshed.id, frequency: 3e9, excitation },
  });
  // A drawing is in single precision.
  (ofMesh.result as OpticsPreview).monoStaticRcs.forEach((record, i) =>
    expect(rcsDbsm(curve[i]!)).toBeCloseTo(rcsDbsm(record), 3),
  );

  // The server has it now, for this person and under this name.
  expect((await ask({ id: drawingId('a') })).result).toEqual(result);
  expect((await ask({ id: drawingId('b') })).code).toBe('PREVIEW_DRAWING_UNKNOWN');
  const stranger = await server.newUser();
  const body = { frequency: 3e9, excitation, drawing: { id: drawingId('a') } };
  const theirs = (await stranger.newProject()).id;
  expect((await stranger.call('opticsPreview', { body: { ...body, projectId: theirs } })).code).toBe(
    'PREVIEW_DRAWING_UNKNOWN',
  );
  expect((await stranger.call('opticsPreview', { body: { ...body, projectId: id } })).code).toBe(
    'PROJECT_NOT_FOUND',
  );
});

test('a drawing that is none, is cut off, too large or refers to nothing is refused with its reason', async () => {
  const { id: projectId } = await user.newProject();
  const excitation = [10, 170, 30, 30, 1, 20, 10];
  const ask = (data: string) =>
    user.call('opticsPreview', {
      body: { projectId, frequency: 3e9, excitation, drawing: { id: drawingId('c'), data } },
    });
  const good = drawingOf(sphereMesh(RADIUS, CENTRE, 1));
  const changed = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(good);
    change(bytes);
    return bytes.toString('base64');
  };
  const refusal = async (data: string) => {
    const { code, detail } = await ask(data);
    return `${code}: ${detail}`;
  };
  expect(await refusal('*'.repeat(40))).toMatch(/^DRAWING_INVALID: .*not base64/);
  expect(await refusal(changed((bytes) => bytes.write('PACEGEO1')))).toMatch(/^DRAWING_INVALID: .*PACETRI1/);
  expect(await refusal(good.subarray(0, -4).toString('base64'))).toMatch(/^DRAWING_INVALID: .*bytes/);
  expect(await refusal(changed((bytes) => bytes.writeUInt32LE(999, bytes.length - 4)))).toMatch(
    /^DRAWING_INVALID: .*vertex 999/,
  );
  expect(await refusal(changed((bytes) => bytes.writeFloatLE(NaN, 16)))).toMatch(
    /^DRAWING_INVALID: .*no number/,
  );
  expect(await refusal(Buffer.alloc(LIMITS.drawingBytesMax + 3).toString('base64'))).toMatch(/^VALIDATION: /);
  expect((await ask(good.toString('base64'))).status).toBe(200);
});

test('a UNV file without triangles and one with NaN in a node each get their code and a sentence', async () => {
  const good = unvText(sphereMesh(1, [0, 0, 0], 1), 'sphere');
  const cases: [string, string][] = [
    [`${good.slice(0, good.indexOf('    -1\n  2412'))}`, 'UNV_NO_TRIANGLES'],
    [
      good.replace(/ {3,}-?\d\.\d{16}D[+-]\d\d/g, (number, at: number) =>
        at > good.indexOf('2411') ? 'NaN'.padStart(number.length) : number,
      ),
      'UNV_BAD_NUMBER',
    ],
    ['this is no mesh\n', 'UNV_NOT_A_UNV'],
  ];
  for (const [text, code] of cases) {
    const { id } = await user.newProject();
    await user.upload(id, 'bad.unv', Buffer.from(text));
    const { mesherState } = await user.waitFor(
      id,
      ({ mesherState: { status } }) => status === 'Error' || status === 'Finished',
    );
    expect(mesherState).toMatchObject({ status: 'Error', code });
    expect(mesherState.detail).toMatch(/^[A-Z].{20,}/);
  }
  expect((await user.call('health')).status).toBe(200);
});

test('a UNV file that is refused leaves its doctor report and its picture, but nothing is computed with it; a mended one may follow', async () => {
  const sphere = sphereMesh(1, [0, 0, 0], 1);
  const doubled = { ...sphere, triangles: [...sphere.triangles, ...sphere.triangles.slice(0, 2)] };
  const { id } = await user.newProject();
  await user.upload(id, 'doubled.unv', Buffer.from(unvText(doubled, 'sphere')));
  const { mesherState } = await user.waitFor(
    id,
    ({ mesherState: { status } }) => status === 'Error' || status === 'Finished',
  );
  expect(mesherState).toMatchObject({ status: 'Error', code: 'MESH_DUPLICATE_TRIANGLES' });

  const { state } = await user.project(id);
  expect(state).toMatchObject({ mesherResultReady: false, outputFileList: [] });
  // Repetitions are counted apart.
  expect(state.meshReport).toMatchObject({
    triangles: sphere.triangles.length,
    duplicateTriangles: 2,
    metresPerUnit: 1,
  });
  expect(state.meshReport?.parts.map(({ name }) => name)).toEqual(['sphere']);
  const errors = state.meshReport?.findings.filter(({ severity }) => severity === 'error');
  expect(errors).toMatchObject([{ code: 'MESH_DUPLICATE_TRIANGLES', sentence: mesherState.detail }]);

  const drawn = await user.call('mesherResult', { body: { projectId: id } });
  expect(drawn.status).toBe(200);
  expect((drawn.result as { meshTri3: unknown[] }).meshTri3).toHaveLength(sphere.triangles.length);
  const geometry = await user.fetch('mesherResult', {
    body: { projectId: id },
    headers: { accept: 'application/octet-stream' },
  });
  expect(Buffer.from(await geometry.arrayBuffer()).toString('latin1', 0, 8)).toBe('PACEGEO1');

  expect(await user.startSolver(id)).toMatchObject({ code: 'MESH_NOT_READY' });
  const preview = { projectId: id, frequency: FREQUENCY, excitation: [10, 170, 30, 30, 1, 20, 10] };
  expect((await user.call('opticsPreview', { body: preview })).code).toBe('MESH_NOT_READY');
  expect((await user.project(id)).stateLive.solverState.status).toBe('');

  await user.upload(id, 'mended.unv', Buffer.from(unvText(sphere, 'sphere')));
  await user.waitFor(id, ({ mesherState: { status } }) => status === 'Finished');
  const mended = (await user.project(id)).state;
  expect(mended).toMatchObject({ mesherResultReady: true, outputFileList: ['mesh.unv'] });
  expect(mended.meshReport).toMatchObject({ triangles: sphere.triangles.length });
  expect(mended.meshReport?.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
});

const directionOf = ({ plane, angleTheta, anglePhi }: FarZoneField) => `${plane} ${angleTheta} ${anglePhi}`;

function distanceSquared(a: FarZoneField, b: FarZoneField | undefined): number {
  if (isScatteringMatrix(a) || (b && isScatteringMatrix(b))) return NaN;
  const parts = ['e_Theta_Real', 'e_Theta_Imag', 'e_Phi_Real', 'e_Phi_Imag'] as const;
  return parts.reduce((sum, part) => sum + (a[part] - (b?.[part] ?? 0)) ** 2, 0);
}

/** Flat triangles lie inside the sphere their corners are on; the sphere of their volume scatters alike. */
function equalVolumeRadius({ vertices, triangles }: TriangleMesh): number {
  const volume = triangles.reduce((sum, corners) => {
    const [[a, b, c], [d, e, f], [g, h, i]] = corners.map((v) =>
      (vertices[v] ?? CENTRE).map((x, axis) => x - (CENTRE[axis] ?? 0)),
    ) as [[number, number, number], [number, number, number], [number, number, number]];
    return sum + (a * (e * i - f * h) + b * (f * g - d * i) + c * (d * h - e * g)) / 6;
  }, 0);
  return Math.cbrt((3 * volume) / (4 * Math.PI));
}

/** σ = (λ²/4π) |Σ (−1)ⁿ (2n+1) (aₙ − bₙ)|² of a perfectly conducting sphere (Bohren & Huffman 1983, §4.4, m → ∞). */
function mieBackscatterDbsm(radius: number, frequencyHz: number): number {
  const wavelength = SPEED_OF_LIGHT / frequencyHz;
  const x = (2 * Math.PI * radius) / wavelength;
  const terms = Math.ceil(x + 4 * Math.cbrt(x) + 10);
  const chi = [Math.cos(x), Math.cos(x) / x + Math.sin(x)];
  for (let n = 1; n < terms; n++) chi.push(((2 * n + 1) / x) * (chi[n] ?? 0) - (chi[n - 1] ?? 0));
  // Miller: psi by downward recurrence from nothing, scaled by psi_0 = sin x.
  const psi = new Array<number>(terms + 20).fill(0);
  psi[terms + 18] = 1e-30;
  for (let n = terms + 18; n > 0; n--) psi[n - 1] = ((2 * n + 1) / x) * (psi[n] ?? 0) - (psi[n + 1] ?? 0);
  const scale = Math.sin(x) / (psi[0] ?? 1);
  let [re, im] = [0, 0];
  for (let n = 1; n < terms; n++) {
    const [p, p0, c, c0] = [(psi[n] ?? 0) * scale, (psi[n - 1] ?? 0) * scale, chi[n] ?? 0, chi[n - 1] ?? 0];
    const [dp, dc] = [p0 - (n / x) * p, c0 - (n / x) * c];
    // aₙ = ψ'/(ψ' − iχ'), bₙ = ψ/(ψ − iχ), with ξ = ψ − iχ
    const ratio = (top: number, other: number): [number, number] => [
      (top * top) / (top * top + other * other),
      (top * other) / (top * top + other * other),
    ];
    const [a, b] = [ratio(dp, dc), ratio(p, c)];
    const weight = (n % 2 === 0 ? 1 : -1) * (2 * n + 1);
    re += weight * (a[0] - b[0]);
    im += weight * (a[1] - b[1]);
  }
  return 10 * Math.log10((wavelength ** 2 / (4 * Math.PI)) * (re * re + im * im));
}
