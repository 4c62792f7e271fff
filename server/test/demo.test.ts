import { DEMO_MODELS, type WireProjectRow as ProjectRow } from '@pace/contract';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEMO_EMAIL, DEMO_PASSWORD } from '../src/demo/demoAccount.ts';
import { demoModel } from '../src/demo/models.ts';
import { sphereMesh } from '../src/demo/sphereMesh.ts';
import { unvText } from '../src/demo/unvText.ts';
import { fakeEngines, unvModel } from './support/fakeEngines.ts';
import { TestServer, newDataDir } from './support/testServer.ts';

test('a cut icosahedron is closed, turned outward, of the right size, and has 30 n² edges', () => {
  const { vertices, triangles } = sphereMesh(0.5, [1, 2, 3], 6);
  const edges = new Map<string, number>();
  let volume = 0;
  for (const corners of triangles) {
    const [a, b, c] = corners.map((v) => vertices[v] ?? [0, 0, 0]) as [number[], number[], number[]];
    const at = (p: number[], i: number) => (p[i] ?? 0) - ([1, 2, 3][i] ?? 0);
    volume +=
      (at(a, 0) * (at(b, 1) * at(c, 2) - at(b, 2) * at(c, 1)) +
        at(a, 1) * (at(b, 2) * at(c, 0) - at(b, 0) * at(c, 2)) +
        at(a, 2) * (at(b, 0) * at(c, 1) - at(b, 1) * at(c, 0))) /
      6;
    corners.forEach((from, i) => {
      const key = `${from} ${corners[(i + 1) % 3]}`;
      edges.set(key, (edges.get(key) ?? 0) + 1);
    });
  }
  expect(edges.size).toBe(2 * 30 * 36);
  for (const [key, times] of edges)
    expect([times, edges.get(key.split(' ').reverse().join(' '))]).toEqual([1, 1]);
  expect(volume / ((4 / 3) * Math.PI * 0.125)).toBeGreaterThan(0.97);
  for (const [x, y, z] of vertices) expect(Math.hypot(x - 1, y - 2, z - 3)).toBeCloseTo(0.5, 12);
});

test('the UNV text keeps every number in its columns', () => {
  const lines = unvText(sphereMesh(0.5, [0, 0, 0], 1), 'sphere').split('\n');
  expect(lines.slice(0, 6)).toEqual([
    '    -1',
    '   164',
    '         1SI: Meter (newton)           2',
    '   1.0000000000000000D+00   1.0000000000000000D+00   1.0000000000000000D+00',
    '   2.7314999999999998D+02',
    '    -1',
  ]);
  const nodes = lines.slice(lines.indexOf('  2411') + 1);
  expect(nodes[0]).toBe('         1         1         1        11');
  expect(nodes[1]).toHaveLength(75);
  expect(lines.filter((line) => line === '    -1')).toHaveLength(8);
});

test('the first start makes a demo account with a computed example and a project of every ready model; a later start adds nothing', async () => {
  const dataDir = await newDataDir();
  // The fake mesher reads its own kind of models only.
  const engines = {
    ...fakeEngines,
    importUnv: async (request: Parameters<typeof fakeEngines.importUnv>[0]) => {
      const path = join(request.folder, 'model.unv');
      if ((await readFile(path, 'utf8')).includes('2411'))
        await writeFile(path, unvModel({ metresPerUnit: 1 }));
      return fakeEngines.importUnv(request);
    },
  };
  let server = await TestServer.start({ dataDir, engines, environment: { PACE_DEMO: '1' } });
  const demo = await server.logIn(DEMO_EMAIL, DEMO_PASSWORD);
  const projectsOf = async (caller: typeof demo) =>
    ((await caller.call('getProjects')).result as { projects: ProjectRow[] }).projects;
  const [example, ...ready] = await projectsOf(demo);
  expect(ready.map(({ solverType, state }) => [state.model?.fileName, solverType])).toEqual(
    DEMO_MODELS.map((id) => [demoModel(id).fileName, demoModel(id).programType]),
  );
  await demo.waitFor(example?.id ?? '', ({ solverState }) => solverState.status === 'Finished');
  for (const { id } of ready) await demo.waitFor(id, ({ mesherState }) => mesherState.status === 'Finished');
  const all = await projectsOf(demo);
  expect(all.every(({ isDemo }) => isDemo)).toBe(true);
  expect(all.map(({ stateLive }) => stateLive.solverState.status)).toEqual([
    'Finished',
    ...ready.map(() => ''),
  ]);
  const opened = await Promise.all(all.map(({ id }) => demo.project(id)));
  expect(opened.map(({ state }) => state.materials?.inputMaterials.map(({ name }) => name) ?? [])).toEqual([
    [],
    ...DEMO_MODELS.map((id) => demoModel(id).materials?.inputMaterials.map(({ name }) => name) ?? []),
  ]);
  await demo.call('deleteProject', { body: { id: ready[0]?.id } });
  await server.stop({ keepData: true });

  server = await TestServer.start({ dataDir, engines, environment: { PACE_DEMO: '1' } });
  const again = await projectsOf(server.as(demo.token ?? ''));
  expect(again.map(({ id }) => id)).toEqual([example, ...ready.slice(1)].map((one) => one?.id));
  await server.stop();
});
