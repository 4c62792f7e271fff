/** Mesh files of formats that have no units, from the upload to the refusal of a run, by HTTP. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { solverCommand } from '../src/engines/programs.ts';
import { localEngines } from '../src/engines/select.ts';
import { HANGS_MS, TestServer, type Client } from './support/testServer.ts';

let server: TestServer;
let user: Client;
beforeAll(async () => {
  if (!existsSync(solverCommand()))
    throw new Error(`This test needs the solver at ${solverCommand()}; build it with: npm run build:solver`);
  server = await TestServer.start({ engines: localEngines });
  user = await server.newUser();
});
afterAll(() => server?.stop());

const PLACES = ['0 0 0', '150 25 -12.5', '25 200 50', '75 37.5 175'] as const;
const FACES = [
  [1, 3, 2],
  [1, 2, 4],
  [2, 3, 4],
  [3, 1, 4],
] as const;

/** The same tetrahedron in millimetres, in each format. */
const FILES: Record<string, string> = {
  'body.STL': `solid body\n${FACES.map(
    (face) =>
      `facet normal 0 0 0\nouter loop\n${face.map((corner) => `vertex ${PLACES[corner - 1]!}\n`).join('')}endloop\nendfacet\n`,
  ).join('')}endsolid body\n`,
  'body.obj': `o body\n${PLACES.map((place) => `v ${place}\n`).join('')}${FACES.map((face) => `f ${face.join(' ')}\n`).join('')}`,
  'body.msh': `$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n2 1 "body"\n$EndPhysicalNames\n$Nodes\n4\n${PLACES.map(
    (place, i) => `${i + 1} ${place}\n`,
  ).join(
    '',
  )}$EndNodes\n$Elements\n4\n${FACES.map((face, i) => `${i + 1} 2 2 1 1 ${face.join(' ')}\n`).join('')}$EndElements\n`,
  ...Object.fromEntries(
    ['body.bdf', 'body.nas', 'body.dat'].map((name) => [
      name,
      `$HMNAME PROP                   1"body"\n${PLACES.map((place, i) => `GRID,${i + 1},,${place.replaceAll(' ', ',')}\n`).join('')}${FACES.map(
        (face, i) => `CTRIA3,${i + 1},1,${face.join(',')}\n`,
      ).join('')}ENDDATA\n`,
    ]),
  ),
};

const isOver = ({ status }: { status: string }) => status === 'Finished' || status === 'Error';

async function uploaded(fileName: string, content: string): Promise<string> {
  const { id } = await user.newProject();
  expect(await user.upload(id, fileName, Buffer.from(content, 'latin1'))).toMatchObject({ status: 200 });
  await user.waitFor(id, ({ mesherState }) => isOver(mesherState));
  return id;
}

const input = (scalefactor: number | undefined) => ({
  scalefactor,
  solvertype: 2,
  frequency: [1e9, -1, -1],
  excitation: [40, 70, 1],
  cfiealpha: [0.5],
});

describe.each(Object.entries(FILES))('%s', (fileName, content) => {
  test('is read as the mesh that it is, and no run starts before its unit is said', async () => {
    const id = await uploaded(fileName, content);
    const { state, stateLive } = await user.project(id);
    expect(stateLive.mesherState.status).toBe('Finished');
    expect(state.model).toMatchObject({ type: 'UNV', fileName, complete: true });
    expect(state.meshReport).toMatchObject({ triangles: 4, vertices: 4, metresPerUnit: null });
    expect(state.meshReport!.parts.map(({ name }) => name)).toEqual(['body']);
    expect(state.meshReport!.findings.map(({ code }) => code)).toContain('UNITS_UNKNOWN');
    expect(await user.startSolver(id, input(undefined))).toMatchObject({
      status: 409,
      code: 'UNITS_UNKNOWN',
      detail: expect.stringContaining('The mesh file does not say its units.') as string,
    });
  });
});

test('the unit that the user says holds for the report, and the file is kept as it came', async () => {
  const id = await uploaded('body.STL', FILES['body.STL']!);
  const saved = await user.call('input', { body: { projectId: id, numberofiterations: 1, ...input(0.001) } });
  expect(saved.status).toBe(200);
  const { meshReport } = (await user.project(id)).state;
  expect(meshReport!.metresPerUnit).toBe(0.001);
  expect(meshReport!.parts[0]!.extentM).toBeGreaterThan(0.1);
  expect(meshReport!.parts[0]!.extentM).toBeLessThan(0.35);
  const folder = join(server.dataDir, 'projects', id);
  expect(await readFile(join(folder, 'model.stl'), 'latin1')).toBe(FILES['body.STL']);
  expect((await readdir(folder)).filter((name) => name.startsWith('model.'))).toEqual(['model.stl']);
  expect(await readFile(join(folder, 'mesh.unv'), 'latin1')).toContain('2412');
  const copy = await user.call('duplicateProject', { body: { id, name: 'Copy' } });
  expect(copy.status).toBe(200);
  const copied = copy.result as { id: string };
  expect(await readFile(join(server.dataDir, 'projects', copied.id, 'model.stl'), 'latin1')).toBe(
    FILES['body.STL'],
  );
});

test('a chunk of a file that is there already is welcome again', async () => {
  const id = await uploaded('body.obj', FILES['body.obj']!);
  expect(await user.upload(id, 'body.obj', Buffer.from(FILES['body.obj']!))).toMatchObject({
    status: 200,
    result: { complete: true },
  });
});

test('a file that cannot be read ends with its sentence and the values of it, and another may follow', async () => {
  const id = await uploaded('wing.nas', `${FILES['body.nas']!.replace('ENDDATA', 'CTRIA3,9,1,1,2,99')}\n`);
  expect((await user.state(id)).mesherState).toMatchObject({
    status: 'Error',
    code: 'MESH_FILE_MISSING_NODE',
    message: 'MESH_FILE_MISSING_NODE.grid',
    values: { element: 9, node: 99, line: 10 },
  });
  expect(await user.upload(id, 'body.obj', Buffer.from(FILES['body.obj']!))).toMatchObject({ status: 200 });
  await user.waitFor(id, ({ mesherState }) => mesherState.status === 'Finished');
});

describe('a mesh file made to hold the server', () => {
  const n = 200_000;
  test.each([
    ['one line without end', 'a.obj', `f ${'1 '.repeat(n * 6)}`],
    [
      'a polygon of many corners that point inward',
      'a.obj',
      `${'v 0 0 0\nv 1 1 0\nv 0 2 0\n'.repeat(n / 10)}f ${Array.from({ length: n / 4 }, (_, i) => i + 1).join(' ')}\n`,
    ],
    ['blanks', 'a.stl', `solid ${' '.repeat(4 * n)}\n${' '.repeat(4 * n)}x\nendsolid`],
    ['continuation lines without end', 'a.nas', `CTRIA3,1,1,1,2\n${'+,3,3,3\n'.repeat(n)}`],
    ['a comment of digits', 'a.nas', `$ Femap Property ${'1'.repeat(4 * n)}\nGRID,1\nCTRIA3,1,1,1,1,1\n`],
    ['a number of many digits', 'a.obj', `v ${'1'.repeat(4 * n)}x 0 0\nf 1 1 1\n`],
    [
      'points that all are one',
      'a.stl',
      `solid a\n${'facet\nvertex 1 1 1\nvertex 1 1 1\nvertex 1 1 1\nendfacet\n'.repeat(n / 10)}endsolid\n`,
    ],
    ['sections within sections', 'a.msh', `$MeshFormat\n2.2 0 8\n$EndMeshFormat\n${'$Nodes\n'.repeat(n)}`],
    [
      'a count beyond all files',
      'a.msh',
      '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n999999999\n1 0 0 0\n',
    ],
    [
      'a count beyond all numbers',
      'a.msh',
      '$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 99999999999999999999 1 1\n',
    ],
  ])('%s: it is refused with a sentence, and others are answered meanwhile', async (_, fileName, content) => {
    const { id } = await user.newProject();
    await user.upload(id, fileName, Buffer.from(content, 'latin1'));
    const answered = await Promise.race([
      user.waitFor(id, ({ mesherState }) => isOver(mesherState)),
      new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), HANGS_MS / 4)),
    ]);
    expect(answered?.mesherState).toMatchObject({
      status: 'Error',
      code: expect.stringMatching(/^MESH_FILE_/) as string,
    });
  });
});
