import { rcsDbsm, type MonoStaticRcs } from '@pace/contract';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sphereMesh } from '../src/demo/sphereMesh.ts';
import { solverCommand } from '../src/engines/programs.ts';
import { localEngines } from '../src/engines/select.ts';
import { torn, unvInUnit } from './support/brokenModels.ts';
import { stepModel } from './support/fakeEngines.ts';
import { TestServer, type Client } from './support/testServer.ts';

let server: TestServer;
let user: Client;
beforeAll(async () => {
  if (!existsSync(solverCommand()))
    throw new Error(`This test needs the solver at ${solverCommand()}; build it with: npm run build:solver`);
  server = await TestServer.start({ engines: localEngines });
  user = await server.newUser();
});
afterAll(() => server?.stop());

const isOver = ({ status }: { status: string }) => status === 'Finished' || status === 'Error';

async function upload(content: Buffer): Promise<string> {
  const { id } = await user.newProject();
  await user.upload(id, 'model.unv', content);
  await user.waitFor(id, ({ mesherState }) => isOver(mesherState));
  return id;
}

const RADIUS_MM = 250;
const INPUT = {
  solvertype: 2,
  frequency: [300e6, -1, -1],
  excitation: [40, 70, 1],
  cfiealpha: [0.5],
};
const whole = sphereMesh(RADIUS_MM, [0, 0, 0], 3);
const halves = torn(whole, 1 + 1e-7);
const content = unvInUnit(halves, 1e-3);
const seamNodes = halves.vertices.length - whole.vertices.length;

const mergeSeams = async (id: string) => {
  const reply = await user.call('runMesher', { body: { projectId: id, mergeSeams: true } });
  expect(reply.status).toBe(200);
  return (await user.waitFor(id, ({ mesherState }) => isOver(mesherState))).mesherState;
};
const meshOf = async (id: string) => {
  const { meshReport } = (await user.project(id)).state;
  const file = (name: string) => readFile(join(server.dataDir, 'projects', id, name));
  const [model, mesh, geometry] = await Promise.all(
    ['model.unv', 'mesh.unv', 'mesh.geo.bin'].map((name) => file(name)),
  );
  return {
    report: meshReport!,
    codes: meshReport!.findings.map(({ code }) => code),
    model: model!,
    mesh: mesh!.toString('utf8'),
    drawnVertices: geometry!.readUInt32LE(8),
    drawnRadius: Math.max(
      ...Array.from({ length: geometry!.readUInt32LE(8) }, (_, v) =>
        Math.hypot(...[0, 4, 8].map((axis) => geometry!.readFloatLE(16 + 12 * v + axis))),
      ),
    ),
  };
};

test('a mesh with a torn seam is refused, then taken with its nodes merged, in its own unit, with the upload as it was sent', async () => {
  const id = await upload(content);
  expect((await user.state(id)).mesherState).toMatchObject({ status: 'Error', code: 'UNMERGED_SEAM' });
  expect(await mergeSeams(id)).toMatchObject({ status: 'Finished' });
  const { report, codes, model, mesh, drawnVertices, drawnRadius } = await meshOf(id);
  expect(codes).toContain('SEAMS_MERGED');
  expect(codes).not.toContain('UNMERGED_SEAM');
  expect(report).toMatchObject({
    vertices: whole.vertices.length,
    triangles: whole.triangles.length,
    openEdges: 0,
    mergedNodes: seamNodes,
    metresPerUnit: 1e-3,
  });
  expect(report.findings.find(({ code }) => code === 'SEAMS_MERGED')).toMatchObject({
    severity: 'info',
    sentence: `${seamNodes} nodes of seams were merged (at most 2.5e-08 m apart): the surfaces are connected there now.`,
  });
  expect(model.equals(content)).toBe(true);
  // Dataset 164 as in the upload
  const units = content.toString('utf8').slice(0, content.indexOf('    -1\n  2411'));
  expect(mesh.startsWith(units)).toBe(true);
  expect([drawnVertices, Math.round(drawnRadius)]).toEqual([whole.vertices.length, RADIUS_MM]);
});

test('a mesh stays merged when its unit changes and in a copy of the project, and is solved as the whole body', async () => {
  const rcs = async (id: string, scalefactor: number) => {
    expect((await user.startSolver(id, { ...INPUT, scalefactor })).status).toBe(200);
    const { solverState } = await user.waitFor(id, (state) => isOver(state.solverState));
    expect(solverState).toMatchObject({ status: 'Finished', converged: true });
    const { result } = await user.call('monoStaticRcsResult', { body: { projectId: id } });
    return rcsDbsm((result as { monoStaticRcs: MonoStaticRcs[] }).monoStaticRcs[0]!);
  };
  const id = await upload(content);
  await mergeSeams(id);
  await user.call('input', { body: { projectId: id, ...INPUT, scalefactor: 2e-3 } });
  const doubled = await meshOf(id);
  expect(doubled.codes).toContain('SEAMS_MERGED');
  expect(doubled.report).toMatchObject({
    metresPerUnit: 2e-3,
    vertices: whole.vertices.length,
    openEdges: 0,
  });
  expect(Math.round(doubled.drawnRadius)).toBe(RADIUS_MM);

  const { result: copy } = await user.call('duplicateProject', { body: { id, name: 'Copy' } });
  const copied = (copy as { id: string }).id;
  await user.call('input', { body: { projectId: copied, ...INPUT, scalefactor: 1e-3 } });
  expect((await meshOf(copied)).report).toMatchObject({ metresPerUnit: 1e-3, openEdges: 0 });

  const wholeId = await upload(unvInUnit(whole, 1e-3));
  expect(await rcs(copied, 1e-3)).toBeCloseTo(await rcs(wholeId, 1e-3), 4);

  // A damaged mesh is made again as the one that the results are of.
  await writeFile(join(server.dataDir, 'projects', copied, 'mesh.unv'), 'cut off');
  expect((await user.call('runMesher', { body: { projectId: copied } })).status).toBe(200);
  await user.waitFor(copied, ({ mesherState }) => isOver(mesherState));
  expect((await meshOf(copied)).codes).toContain('SEAMS_MERGED');
});

test('a torn mesh that is read again without being asked to merge is refused again; with nothing to merge the mesh is the upload', async () => {
  const id = await upload(content);
  expect((await mergeSeams(id)).status).toBe('Finished');
  expect((await user.call('runMesher', { body: { projectId: id } })).status).toBe(200);
  const { mesherState } = await user.waitFor(id, (state) => isOver(state.mesherState));
  expect(mesherState).toMatchObject({ status: 'Error', code: 'UNMERGED_SEAM' });
  const torn = await meshOf(id);
  expect(torn.mesh).toBe(content.toString('utf8'));

  const good = unvInUnit(whole, 1e-3);
  const goodId = await upload(good);
  expect((await mergeSeams(goodId)).status).toBe('Finished');
  const { codes, mesh } = await meshOf(goodId);
  expect(codes).not.toContain('SEAMS_MERGED');
  expect(mesh).toBe(good.toString('utf8'));
});

test('the seams of a STEP model are not merged, and the call is refused', async () => {
  const { id } = await user.newProject();
  await user.upload(id, 'model.step', stepModel());
  const { status, code, detail } = await user.call('runMesher', {
    body: { projectId: id, mergeSeams: true },
  });
  expect([status, code]).toEqual([400, 'VALIDATION']);
  expect(detail).toMatch(/STEP model/);
});
