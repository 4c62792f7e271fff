import { MaterialsSchema, type CoatingFinding, type MeshReport } from '@pace/contract';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sphereMesh } from '../src/demo/sphereMesh.ts';
import { unvText } from '../src/demo/unvText.ts';
import { checkMesh } from '../src/engines/check.ts';
import { localEngines } from '../src/engines/select.ts';
import { TestServer, type Client } from './support/testServer.ts';

let server: TestServer;
let user: Client;
beforeAll(async () => {
  server = await TestServer.start({
    engines: localEngines,
  });
  user = await server.newUser();
});
afterAll(() => server?.stop());

const coat = (thickness: number) =>
  MaterialsSchema.parse({
    inputMaterials: [
      {
        id: 1,
        name: 'Foam',
        frequency: 0,
        permitivity: { real: 9, imaginary: -0.1 },
        permeability: { real: 1, imaginary: 0 },
      },
    ],
    thicknesses: [{ id: 1, materialName: 'Foam', surface: 1, surfaceIndex: 0, thickness }],
  });

test('where the impedance of an unsaved coating cannot be trusted comes from the real solver', async () => {
  const { id } = await user.newProject({ solverType: 2 });
  await user.upload(id, 'model.unv', Buffer.from(unvText(sphereMesh(1, [0, 0, 0], 4), 'sphere')));
  await user.waitFor(id, ({ mesherState }) => mesherState.status === 'Finished');
  const ask = async (thickness: number) =>
    (
      (
        await user.call('coatingFindings', {
          body: { projectId: id, ...coat(thickness), freqsweep: 0, frequency: [1e9, -1, -1] },
        })
      ).result as { findings: CoatingFinding[] }
    ).findings;
  // A hundredth of a wavelength inside the layer, and one: λ is 0.3 m outside, 0.1 m inside.
  expect((await ask(0.001)).map(({ code }) => code)).not.toContain('COATING_THICK');
  expect(await ask(0.1)).toContainEqual(
    expect.objectContaining({ code: 'COATING_THICK', surface: 1, frequency: 1e9 }),
  );
});

test('the mended file is in metres and turned outward', async () => {
  const { vertices, triangles } = sphereMesh(1000, [0, 0, 0], 4);
  const spoilt = triangles.map(([a, b, c], i): [number, number, number] =>
    i % 3 === 0 ? [a, c, b] : [a, b, c],
  );
  const { id } = await user.projectWithMesh(Buffer.from(unvText({ vertices, triangles: spoilt }, 'sphere')));
  await user.call('input', { body: { projectId: id, scalefactor: 0.001 } });
  const turnedIn = async (query: object) => {
    const response = await user.fetch('download', { query: { ProjectID: id, ...query } });
    expect(response.status).toBe(200);
    const folder = await mkdtemp(join(tmpdir(), 'pace-test-'));
    try {
      await writeFile(join(folder, 'got.unv'), Buffer.from(await response.arrayBuffer()));
      return (await checkMesh({
        folder,
        mesh: 'got.unv',
        signal: new AbortController().signal,
      })) as unknown as MeshReport & {
        turnedTriangles: number;
        boundingBox: { metres: { size: number[] } };
      };
    } finally {
      await rm(folder, { recursive: true });
    }
  };
  expect((await turnedIn({})).turnedTriangles).toBeGreaterThan(0);
  const mended = await turnedIn({ mended: '1' });
  expect(mended.turnedTriangles).toBe(0);
  expect(mended.metresPerUnit).toBe(1);
  expect(Math.max(...mended.boundingBox.metres.size)).toBeCloseTo(2, 1);
});
