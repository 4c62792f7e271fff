import { MaterialsSchema, type ErrorBody, type Regions } from '@pace/contract';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sphereMesh } from '../src/demo/sphereMesh.ts';
import { localEngines } from '../src/engines/select.ts';
import { solverCommand } from '../src/engines/programs.ts';
import { TestServer, type Client } from './support/testServer.ts';

let server: TestServer;
let user: Client;
beforeAll(async () => {
  if (!existsSync(solverCommand()))
    throw new Error(`This test needs the solver at ${solverCommand()}; build it with: npm run build:solver`);
  server = await TestServer.start({
    engines: localEngines,
  });
  user = await server.newUser();
});
afterAll(() => server?.stop());

/** Two spheres about one point: surface 1 of radius 2, surface 2 of radius 1. */
function nestedSpheres(): Buffer {
  const spheres = [sphereMesh(2, [0, 0, 0], 3), sphereMesh(1, [0.2, 0, 0], 3)];
  const integers = (...numbers: number[]) => numbers.map((n) => String(n).padStart(10)).join('');
  const nodes: string[] = [];
  const elements: string[] = [];
  let first = 1;
  spheres.forEach(({ vertices, triangles }, i) => {
    vertices.forEach((vertex, v) =>
      nodes.push(integers(first + v, 1, 1, 11), vertex.map((c) => c.toExponential(16).padStart(25)).join('')),
    );
    triangles.forEach((corners) =>
      elements.push(
        integers(elements.length / 2 + 1, 91, i + 1, 1, 7, 3),
        integers(...corners.map((v) => first + v)),
      ),
    );
    first += vertices.length;
  });
  const dataset = (number: number, lines: string[]) => [
    '    -1',
    String(number).padStart(6),
    ...lines,
    '    -1',
  ];
  return Buffer.from([...dataset(2411, nodes), ...dataset(2412, elements), ''].join('\n'));
}

const materials = (outerMedias: [surface: number, outer: number, material: string][]) =>
  MaterialsSchema.parse({
    inputMaterials: [
      {
        id: 1,
        name: 'Teflon',
        frequency: 0,
        permitivity: { real: 2.1, imaginary: 0 },
        permeability: { real: 1, imaginary: 0 },
      },
    ],
    outerMedias: outerMedias.map(([surfaceApplied, outerMedia, outerMaterial]) => ({
      surfaceApplied,
      outerMedia,
      outerMaterial,
    })),
  });

test('the regions of an unsaved table, and what is wrong with it, come from the real solver', async () => {
  const { id } = await user.projectWithMesh(nestedSpheres());
  const ask = (table: [number, number, string][]) =>
    user.call('regions', { body: { projectId: id, ...materials(table) } });

  const good = (
    await ask([
      [1, 0, 'Teflon'],
      [2, 1, 'PEC'],
    ])
  ).result as Regions;
  expect(good.findings).toEqual([]);
  expect(
    good.regions.map(({ material, isConductor, surfaces }) => ({ material, isConductor, surfaces })),
  ).toEqual(
    expect.arrayContaining([
      { material: 'Vacuum', isConductor: false, surfaces: [] },
      { material: 'Teflon', isConductor: false, surfaces: [1] },
      { material: 'PEC', isConductor: true, surfaces: [2] },
    ]),
  );
  const core = good.regions.find(({ material }) => material === 'PEC')!;
  expect(good.regions[core.parent]!.material).toBe('Teflon');

  const wrong = (
    await ask([
      [1, 0, 'Teflon'],
      [2, 0, 'PEC'],
    ])
  ).result as Regions;
  expect(wrong.findings).toMatchObject([
    { code: 'REGION_CONTRADICTION', severity: 'error', surfaces: [1, 2] },
  ]);
});

test('of a mesh without any table, the geometry alone says which region lies in which', async () => {
  const { id } = await user.projectWithMesh(nestedSpheres());
  const { regions } = (await user.call('regions', { body: { projectId: id, ...materials([]) } }))
    .result as Regions;
  // What the wizard fills in the table of outer media with.
  expect(regions.map(({ borders, parent }) => ({ borders, parent }))).toEqual([
    { borders: [1], parent: -1 },
    { borders: [1, 2], parent: 0 },
    { borders: [2], parent: 1 },
  ]);
});

test('a solver input whose outer media contradict the table is refused, with what both say', async () => {
  const { id } = await user.newProject({ solverType: 3 });
  await user.upload(id, 'model.unv', nestedSpheres());
  await user.waitFor(id, ({ mesherState }) => mesherState.status === 'Finished');
  const table = materials([
    [1, 0, 'Teflon'],
    [2, 1, 'PEC'],
  ]);
  expect((await user.call('inputMaterials', { body: { projectId: id, ...table } })).status).toBe(200);
  const start = async (outermedia: number[]) => {
    await user.call('input', { body: { projectId: id, scalefactor: 1, solvertype: 3, outermedia } });
    return user.call('solverRun', { body: { projectId: id, formulationType: 3, core: 1 } });
  };
  expect(await start([0, 0])).toMatchObject({
    status: 422,
    code: 'REGION_TABLE',
    detail:
      'The outer medium of surface 2 is vacuum (0) in the solver input (outermedia), but inside surface 1 (1) in the table of outer media. Let both say the same, or leave outermedia empty.',
  });
  expect(await start([0])).toMatchObject({
    status: 422,
    code: 'REGION_TABLE',
    detail:
      'outermedia of the solver input has 1 value, but the mesh has 2 surfaces. Give one value for each surface, or none.',
  });
  expect((await start([0, 1])).status).toBe(200);
});

test('there are no regions before there is a mesh', async () => {
  const { id } = await user.newProject({ solverType: 3 });
  const reply = await user.call('regions', { body: { projectId: id, ...materials([]) } });
  expect(reply.status).toBe(409);
  expect((reply as unknown as ErrorBody).code).toBe('NO_MODEL');
});
