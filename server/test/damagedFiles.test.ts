import type { CallName } from '@pace/contract';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unvModel } from './support/fakeEngines.ts';
import { wordsOf } from './support/builtPrograms.ts';
import { TestServer, environmentOf, newDataDir, type Client } from './support/testServer.ts';

const KEY = { frequency: 1.3e9, theta: 1800, phi: 1800 };
const BINARY = { accept: 'application/octet-stream' };
const isFinished = ({ solverState }: { solverState: { status: string } }) =>
  solverState.status === 'Finished';

describe('a damaged file is said to be damaged, with what to do', () => {
  let server: TestServer;
  let user: Client;
  beforeAll(async () => {
    server = await TestServer.start();
    user = await server.newUser();
  });
  afterAll(() => server.stop());

  async function solved(): Promise<{ id: string; folder: string; path: (part: string) => Promise<string> }> {
    const { id } = await user.projectWithMesh(unvModel());
    await user.startSolver(id);
    await user.waitFor(id, isFinished);
    const folder = join(server.dataDir, 'projects', id);
    const path = async (part: string) => {
      const names = (await readdir(join(folder, 'results'))).map((name) => `results/${name}`);
      return join(folder, [...names, ...(await readdir(folder))].find((name) => name.includes(part)) ?? part);
    };
    return { id, folder, path };
  }

  const saveInput = (projectId: string, input: object = {}) =>
    user.call('input', { body: { projectId, scalefactor: 1, numberofiterations: 1, ...input } });

  async function damage(file: string, how: 'cut' | 'changed'): Promise<void> {
    const bytes = await readFile(file);
    if (how === 'cut') return truncate(file, Math.floor(bytes.length / 2));
    bytes[bytes.length - 1]! ^= 1;
    await writeFile(file, bytes);
  }

  test.each<[string, 'cut' | 'changed', CallName, object, Record<string, string>]>([
    ['_farzone_', 'cut', 'farZoneFieldsResult', KEY, {}],
    ['_farzone_', 'changed', 'farZoneFieldsResult', KEY, {}],
    ['_iterations_', 'cut', 'iterationsResult', KEY, {}],
    ['monostatic', 'cut', 'monoStaticRcsResult', {}, {}],
    ['monostatic', 'changed', 'designMaps', KEY, {}],
    ['mesh.unv', 'changed', 'designMaps', KEY, BINARY],
    ['_currents_', 'cut', 'fusionResult', { ...KEY, density: 'J' }, {}],
    ['_currents_', 'cut', 'fusionResult', { ...KEY, density: 'J' }, BINARY],
    ['_currents_', 'changed', 'fusionResult', { ...KEY, density: 'J' }, BINARY],
    ['mesh.geo.bin', 'cut', 'mesherResult', {}, {}],
    ['mesh.geo.bin', 'cut', 'mesherResult', {}, BINARY],
    ['mesh.geo.bin', 'changed', 'mesherResult', {}, BINARY],
    ['mesh.json', 'cut', 'mesherResult', {}, {}],
    ['mesh.unv', 'cut', 'estimate', {}, {}],
    ['mesh.unv', 'changed', 'estimate', {}, {}],
  ])('%s, %s: %s', async (part, how, call, body, headers) => {
    const { id, path } = await solved();
    const ask = () => user.call(call, { body: { projectId: id, ...body }, headers });
    expect((await ask()).status).toBe(200);
    await damage(await path(part), how);
    const answer = await ask();
    expect(answer).toMatchObject({ status: 409, code: 'RESULT_DAMAGED' });
    expect(answer.detail).toMatch(/is damaged .*(Start the solver again|Mesh the model again)/);
    expect(answer.detail).toContain('backup');
  });

  test('a finished run with a damaged result may be computed anew, and one without may not', async () => {
    const { id, path } = await solved();
    const start = () => user.call('solverRun', { body: { projectId: id, formulationType: 1, core: 1 } });
    expect(await start()).toMatchObject({ code: 'RUN_FINISHED' });
    await damage(await path('monostatic'), 'cut');
    expect((await start()).status).toBe(200);
    await user.waitFor(id, isFinished);
    expect((await user.call('monoStaticRcsResult', { body: { projectId: id } })).status).toBe(200);
  });

  test('a damaged mesh is computed with by nobody, and meshed again where there are results too', async () => {
    const { id } = await user.projectWithMesh(unvModel());
    const mesh = join(server.dataDir, 'projects', id, 'mesh.unv');
    const start = () => user.call('solverRun', { body: { projectId: id, formulationType: 1, core: 1 } });
    await saveInput(id);
    await damage(mesh, 'changed');
    const refused = await start();
    expect(refused).toMatchObject({ status: 409, code: 'RESULT_DAMAGED' });
    expect(refused.detail).toMatch(/The mesh of this project is damaged \(mesh\.unv: .*SHA-256/);
    const meshAgain = async () => {
      expect((await user.call('runMesher', { body: { projectId: id } })).status).toBe(200);
      await user.waitFor(id, ({ mesherState }) => mesherState.status === 'Finished');
    };
    await meshAgain();
    expect((await start()).status).toBe(200);
    await user.waitFor(id, isFinished);

    expect((await user.call('runMesher', { body: { projectId: id } })).code).toBe('RUN_FINISHED');
    await damage(mesh, 'cut');
    await meshAgain();
    expect((await user.call('mesherResult', { body: { projectId: id } })).status).toBe(200);
    expect((await user.call('monoStaticRcsResult', { body: { projectId: id } })).status).toBe(200);
  });

  test('a mesh that is damaged while its run waits ends the run with the sentence', async () => {
    const { id } = await user.projectWithMesh(unvModel());
    const other = await user.projectWithMesh(unvModel());
    await user.startSolver(other.id, { numberofiterations: 60_000 });
    await user.waitFor(other.id, ({ solverState }) => solverState.status === 'Running');
    await user.startSolver(id);
    expect((await user.state(id)).solverState.status).toBe('Queued');
    await damage(join(server.dataDir, 'projects', id, 'mesh.unv'), 'cut');
    await user.call('cancel', { body: { projectId: other.id } });
    const { solverState } = await user.waitFor(id, (state) => state.solverState.status === 'Error');
    expect(solverState).toMatchObject({ code: 'RESULT_DAMAGED' });
    expect(solverState.detail).toContain('Mesh the model again');
  });

  test('new settings of a mesh leave a record that fits it', async () => {
    const { id } = await user.projectWithMesh(unvModel({ metresPerUnit: 0.001 }));
    const folder = join(server.dataDir, 'projects', id);
    const record = () => readFile(join(folder, '.mesh-checksums.json'), 'utf8');
    const first = await record();
    await saveInput(id, { frequency: [2.5e9, -1, -1] });
    expect(await record()).not.toBe(first);
    expect((await user.call('mesherResult', { body: { projectId: id } })).status).toBe(200);
    expect(await readdir(folder)).not.toContain('.attempts');
  });

  test.each([
    ['_farzone_', 'cut'],
    ['_farzone_', 'changed'],
    ['_iterations_', 'cut'],
    ['_currents_', 'cut'],
    ['_currents_', 'changed'],
    ['monostatic', 'cut'],
    ['result.json', 'cut'],
    ['mesh.geo.bin', 'cut'],
    ['mesh.json', 'cut'],
    ['mesh.unv', 'changed'],
  ] as const)('an archive with %s %s is whole, and says in it what is damaged', async (part, how) => {
    const { id, folder, path } = await solved();
    const file = await path(part);
    await damage(file, how);
    const { names, text } = await archiveOf(id);
    expect(await text('DAMAGED.txt')).toMatch(
      `${relative(folder, file)}: ${how === 'cut' ? 'it has' : 'its bytes'}`,
    );
    expect(names).toEqual(expect.arrayContaining(['project.json', 'csv/monostatic.csv', 'README.txt']));
    expect(names).toContain(relative(folder, file));
    if (part === 'result.json')
      expect(await text('README.txt')).toContain(
        'design/maps is not in this archive: results/result.json cannot be read.',
      );
  });

  test('an archive of a project without damage says nothing of it, and one that lacks a file names it', async () => {
    const { id, folder, path } = await solved();
    expect((await archiveOf(id)).names).not.toContain('DAMAGED.txt');
    const file = await path('_iterations_');
    await rm(file);
    const { text } = await archiveOf(id);
    expect(await text('DAMAGED.txt')).toContain(`${relative(folder, file)}: it is missing`);
  });

  async function archiveOf(id: string) {
    const response = await user.fetch('downloadRun', { query: { ProjectID: id } });
    const file = join(server.dataDir, `${id}.zip`);
    await writeFile(file, Buffer.from(await response.arrayBuffer()));
    const python = (program: string, ...rest: string[]) =>
      promisify(execFile)('python3', [
        '-c',
        `import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); ${program}`,
        file,
        ...rest,
      ]);
    const { stdout } = await python('assert z.testzip() is None; print("\\n".join(z.namelist()))');
    return {
      names: stdout.trim().split('\n'),
      text: async (name: string) => (await python('print(z.read(sys.argv[2]).decode())', name)).stdout,
    };
  }

  test.each(['cut', 'changed'] as const)('a mesh that is %s is not given away as a file', async (how) => {
    const { id, path } = await solved();
    await damage(await path('mesh.unv'), how);
    const answer = await user.call('download', { query: { ProjectID: id } });
    expect(answer).toMatchObject({ status: 409, code: 'RESULT_DAMAGED' });
    expect(answer.detail).toContain('Mesh the model again');
  });
});

describe('a server that cannot start says why in a sentence', () => {
  /** The administrator may write everywhere; without this power the permissions of folders hold. */
  const asOthers = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override', '--'] : [];
  const start = async (environment: Record<string, string>) =>
    new Promise<string>((done) => {
      const [program = '', ...words] = [...asOthers, process.execPath];
      execFile(
        program,
        [...words, ...wordsOf('main')],
        { env: { ...process.env, PORT: '0', PACE_DEMO: '0', ...environment } },
        (_, __, stderr) => done(stderr),
      );
    });

  test('a damaged database', async () => {
    const dataDir = await newDataDir({ embedded: true });
    try {
      const environment = await environmentOf(dataDir);
      await writeFile(join(dataDir, 'db', 'global', 'pg_control'), 'damaged');
      const said = await start({ ...environment, DATABASE_URL: '' });
      expect(said).toContain('cannot be opened; it is most likely damaged');
      expect(said).toContain('npm run restore');
      expect(said).not.toContain('    at ');
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  test('a place for its data that cannot be written', async () => {
    const place = await mkdtemp(join(tmpdir(), 'pace-start-'));
    try {
      await writeFile(join(place, 'file'), '');
      const said = await start({ DATA_DIR: join(place, 'file', 'data'), DATABASE_URL: '' });
      expect(said).toContain('cannot be written');
      expect(said).toContain('DATA_DIR');
      expect(said).not.toContain('    at ');
    } finally {
      await rm(place, { recursive: true, force: true });
    }
  });

  test.each(['the data directory', 'the folder of the database', 'the folder of project files'])(
    '%s may only be read',
    async (which) => {
      const dataDir = await newDataDir({ embedded: true });
      const projects = join(dataDir, 'projects');
      await mkdir(projects, { recursive: true });
      const folder = { 'the data directory': dataDir, 'the folder of the database': join(dataDir, 'db') }[
        which
      ];
      const readOnly = folder ?? projects;
      await chmod(readOnly, 0o500);
      try {
        const said = await start({ DATA_DIR: dataDir, DATABASE_URL: '' });
        expect(said).toMatch(/cannot be written \(E\w+\)/);
        expect(said).toContain(readOnly);
        expect(said).not.toContain('    at ');
      } finally {
        await chmod(readOnly, 0o700);
        await rm(dataDir, { recursive: true, force: true });
      }
    },
  );
});
