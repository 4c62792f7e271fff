import { PICTURE_POINTS, MODEL_PICTURE, type MonoStaticRcs, type ProjectPicture } from '@pace/contract';
import { decode } from 'fast-png';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweptCurve } from '../src/commands/drawProject.ts';
import { sphereMesh } from '../src/demo/sphereMesh.ts';
import { unvText } from '../src/demo/unvText.ts';
import { localEngines } from '../src/engines/select.ts';
import { modelPicture } from '../src/presenters/modelPicture.ts';
import { GEOMETRY } from '../src/storage/projectFiles.ts';
import { TestServer, type Client } from './support/testServer.ts';

/** Red, green, blue and opacity of a pixel of a picture, in shares of its width and height. */
function pixelOf(png: Buffer, right: number, down: number): number[] {
  const { data, width, height } = decode(png);
  expect([width, height]).toEqual([MODEL_PICTURE.width, MODEL_PICTURE.height]);
  const at = 4 * (Math.floor(down * height) * width + Math.floor(right * width));
  return [...data.slice(at, at + 4)];
}

/** A box from the origin, longer towards +y, of twelve triangles in any order of corners. */
function box(x: number, y: number, z: number) {
  const vertices = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? x : 0, i & 2 ? y : 0, i & 4 ? z : 0]);
  const faces = [
    [0, 1, 3, 2],
    [4, 6, 7, 5],
    [0, 4, 5, 1],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 5, 7, 3],
  ];
  return {
    vertices: new Float32Array(vertices),
    triangles: new Uint32Array(faces.flatMap(([a, b, c, d]) => [1, a!, b!, c!, 1, a!, c!, d!])),
  };
}

describe('the picture of a model', () => {
  test('has a clear ground, and each face of a box its own brightness: the top the greatest', () => {
    const png = modelPicture(box(1, 2, 0.8))!;
    expect(pixelOf(png, 0.02, 0.02)[3]).toBe(0);
    const top = pixelOf(png, 0.5, 0.2);
    // Seen from +x, −y and above: the long side towards +x is on the right, the short one towards −y on the left.
    const right = pixelOf(png, 0.6, 0.65);
    const left = pixelOf(png, 0.2, 0.65);
    for (const face of [top, right, left]) expect(face[3]).toBe(255);
    expect(top[1]).toBeGreaterThan(right[1]! + 10);
    expect(Math.abs(right[1]! - left[1]!)).toBeGreaterThan(10);
  });

  test('shows what is nearest, in whatever order the triangles come', () => {
    const { vertices, triangles } = box(1, 2, 0.8);
    const reversed = new Uint32Array(
      Array.from({ length: triangles.length / 4 }, (_, t) => [...triangles.slice(4 * t, 4 * t + 4)])
        .reverse()
        .flat(),
    );
    expect(modelPicture({ vertices, triangles: reversed })).toEqual(modelPicture({ vertices, triangles }));
  });

  test('is none of a mesh without extent', () => {
    expect(modelPicture({ vertices: new Float32Array(9), triangles: new Uint32Array([1, 0, 1, 2]) })).toBe(
      undefined,
    );
  });
});

describe('the curve of a run', () => {
  const record = (frequency: number, angleTheta: number, anglePhi: number, field: number): MonoStaticRcs => ({
    frequency,
    angleTheta,
    anglePhi,
    e_Theta_Real: 0,
    e_Theta_Imag: field,
    e_Phi_Real: 0,
    e_Phi_Imag: 0,
  });
  const dbsm = (field: number) => 10 * Math.log10(4 * Math.PI * field ** 2);

  test('is over θ at its first φ and frequency, else over φ, else over frequency', () => {
    const grid = [1e9, 2e9].flatMap((f) =>
      [0, 50].flatMap((phi) => [300, 400, 500].map((theta) => record(f, theta, phi, theta + phi + f / 1e9))),
    );
    expect(sweptCurve(grid)).toEqual({ axis: 'theta', dbsm: [301, 401, 501].map(dbsm) });
    expect(sweptCurve(grid.filter(({ angleTheta }) => angleTheta === 400))).toEqual({
      axis: 'phi',
      dbsm: [401, 451].map(dbsm),
    });
    expect(sweptCurve([record(1e9, 900, 0, 3), record(2e9, 900, 0, 0)])).toEqual({
      axis: 'frequency',
      dbsm: [dbsm(3), dbsm(3)],
    });
    expect(sweptCurve([record(1e9, 900, 0, 3)])).toBe(undefined);
    expect(sweptCurve([])).toBe(undefined);
  });

  test('keeps its peaks where it is thinned, and is VV of both polarizations', () => {
    const long = Array.from({ length: 1801 }, (_, i) => record(1e9, i, 0, i === 777 ? 50 : 1));
    const curve = sweptCurve(long)!;
    expect(curve.dbsm).toHaveLength(PICTURE_POINTS);
    expect(Math.max(...curve.dbsm)).toBeCloseTo(dbsm(50), 12);
    const both = (angleTheta: number, vv: number): MonoStaticRcs => ({
      frequency: 1e9,
      angleTheta,
      anglePhi: 0,
      s_VV_Real: vv,
      s_VV_Imag: 0,
      s_HH_Real: 9,
      s_HH_Imag: 0,
      s_VH_Real: 0,
      s_VH_Imag: 7,
      s_HV_Real: 0,
      s_HV_Imag: 7,
    });
    expect(sweptCurve([both(0, 1), both(10, 2)])!.dbsm).toEqual([dbsm(1), dbsm(2)]);
  });
});

describe('the picture of a project', () => {
  let server: TestServer;
  let user: Client;
  beforeAll(async () => {
    server = await TestServer.start({ engines: localEngines });
    user = await server.newUser();
  });
  afterAll(() => server?.stop());
  const pictureOf = async (id: string) =>
    (await user.call('projectPicture', { query: { id } })).result as ProjectPicture;

  test('has nothing before there is a mesh, then the model, then what a run computed', async () => {
    const { id } = await user.newProject();
    expect(await pictureOf(id)).toEqual({ modelPng: null, curve: null });
    await user.upload(id, 'model.unv', Buffer.from(unvText(sphereMesh(0.25, [0.3, -0.2, 0.1], 3), 'sphere')));
    await user.waitFor(id, ({ mesherState }) => mesherState.status === 'Finished');
    const { modelPng, curve } = await pictureOf(id);
    expect(pixelOf(Buffer.from(modelPng!, 'base64'), 0.5, 0.5)[3]).toBe(255);
    expect(curve).toBe(null);
    // One wave: the bistatic cut, here of a sphere that is small against the wavelength.
    await user.startSolver(id, { frequency: [50e6, -1, -1], numberoffarlocations: 36, errorestimate: 0 });
    await user.waitFor(id, ({ solverState }) => solverState.status === 'Finished');
    const solved = await pictureOf(id);
    expect(solved.modelPng).toBe(modelPng);
    expect(solved.curve).toMatchObject({ axis: 'bistatic' });
    expect(solved.curve!.dbsm).toHaveLength(36);
    expect(Math.max(...solved.curve!.dbsm)).toBeLessThan(0);
    // Of both polarizations it is VV, and of a sphere in this cut the whole field of the vertical wave.
    await user.startSolver(id, {
      ...{ frequency: [50e6, -1, -1], numberoffarlocations: 36, errorestimate: 0 },
      excitation: [90, 90, 0, 0, 4, 1, 1],
    });
    await user.waitFor(id, ({ solverState }) => solverState.status === 'Finished');
    const both = (await pictureOf(id)).curve!;
    await user.startSolver(id, {
      ...{ frequency: [50e6, -1, -1], numberoffarlocations: 36, errorestimate: 0 },
      excitation: [90, 90, 0, 0, 1, 1, 1],
    });
    await user.waitFor(id, ({ solverState }) => solverState.status === 'Finished');
    const vertical = (await pictureOf(id)).curve!;
    expect(both.dbsm).toHaveLength(36);
    // Where the vertical wave scatters little the sphere's facets have a cross-polar field.
    both.dbsm.forEach((level, i) => {
      if (level > Math.max(...both.dbsm) - 20) expect(level).toBeCloseTo(vertical.dbsm[i]!, 2);
    });
  });

  test('is without the model where its file is damaged, and no error', async () => {
    const { id } = await user.newProject();
    await user.upload(id, 'model.unv', Buffer.from(unvText(sphereMesh(0.25, [0, 0, 0], 2), 'sphere')));
    await user.waitFor(id, ({ mesherState }) => mesherState.status === 'Finished');
    await truncate(join(server.dataDir, 'projects', id, GEOMETRY), 1000);
    expect(await pictureOf(id)).toMatchObject({ modelPng: null });
  });
});
