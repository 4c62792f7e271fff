import { LIMITS, type MeshReport } from '@pace/contract';
import { eq } from 'drizzle-orm';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projects } from '../src/storage/schema.ts';
import { stepModel, unvModel } from './support/fakeEngines.ts';
import { TestServer, chunksOf, type Client } from './support/testServer.ts';

let server: TestServer;
let user: Client;
beforeAll(async () => {
  server = await TestServer.start();
  user = await server.newUser();
});
afterAll(() => server.stop());

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const folderOf = (projectId: string) => join(server.dataDir, 'projects', projectId);

describe('chunks', () => {
  test('chunks that arrive last first, twice and at the same time make up the file byte for byte', async () => {
    const { id } = await user.newProject();
    const content = stepModel('#1=ÇŞ'.repeat(1000));
    const chunks = chunksOf(id, 'Gövde.STEP', content, 700);
    const [first, ...rest] = chunks;
    for (const body of [...rest].reverse()) {
      const [one, two] = await Promise.all([user.call('upload', { body }), user.call('upload', { body })]);
      expect([one.status, two.status]).toEqual([200, 200]);
      expect(one.result).toMatchObject({ complete: false });
    }
    const last = await user.call('upload', { body: first });
    expect(last.result).toEqual({ received: content.length, fileSize: content.length, complete: true });
    expect((await readFile(join(folderOf(id), 'model.step'))).equals(content)).toBe(true);
    expect(await readdir(folderOf(id))).toEqual(['model.step']);
    const resent = await user.call('upload', { body: chunks.at(-1) });
    expect(resent.result).toMatchObject({ complete: true });
    expect((await user.project(id)).state).toMatchObject({
      mesherInputFileList: ['Gövde.STEP'],
      model: { type: 'STEP', complete: true, fileName: 'Gövde.STEP' },
    });
  });

  test('two chunks of 2 097 152 bytes are taken', async () => {
    const { id } = await user.newProject();
    const reply = await user.upload(id, 'big.step', stepModel(' '.repeat(2 * LIMITS.uploadChunkBytes)));
    expect(reply).toMatchObject({ status: 200, result: { complete: true } });
  });

  test.each([
    ['text that is not base64', { data: 'YWJ!' }],
    ['base64 with spaces in it', { data: 'YW Jj' }],
    ['base64 without its padding', { data: 'YWI', chunkSize: 2 }],
    ['base64 with stray bits', { data: 'YWJ=', chunkSize: 2 }],
    ['base64url', { data: '-_-_' }],
    ['fewer bytes than it says', { chunkSize: 4 }],
    ['more bytes than it says', { chunkSize: 2 }],
    ['bytes beyond the end of the file', { offset: 8 }],
    ['a negative offset', { offset: -1 }],
    [
      'more than 2 097 152 bytes',
      { data: Buffer.alloc(2_097_153).toString('base64'), chunkSize: 2_097_153, fileSize: 3e6 },
    ],
    [
      'far more than 2 097 152 bytes',
      { data: Buffer.alloc(6e6).toString('base64'), chunkSize: 6e6, fileSize: 6e6 },
    ],
  ])('a chunk with %s is refused and nothing is stored', async (_, change) => {
    const { id } = await user.newProject();
    const chunk = {
      projectId: id,
      fileName: 'a.unv',
      index: 0,
      offset: 0,
      fileSize: 10,
      chunkSize: 3,
      data: 'YWJj',
    };
    const reply = await user.call('upload', { body: { ...chunk, ...change } });
    expect(reply).toMatchObject({ status: 400, code: 'UPLOAD_CHUNK_INVALID' });
    expect((await user.project(id)).state.model).toBeNull();
  });

  test('another file before the first is complete is refused, and takes its place where that is said', async () => {
    const { id } = await user.newProject();
    const [first, next] = chunksOf(id, 'a.step', stepModel('first'), 10);
    await user.call('upload', { body: first });
    const [other] = chunksOf(id, 'b.step', stepModel('second'));
    expect(await user.call('upload', { body: other })).toMatchObject({
      status: 409,
      code: 'UPLOAD_CONFLICT',
      detail:
        'Another file, "a.step", is being uploaded to this project or has arrived in part. Finish that one, or say that "b.step" shall replace it.',
    });
    // Nothing of the first is lost.
    expect((await user.call('upload', { body: next })).result).toMatchObject({ received: 20 });
    const [, ...rest] = chunksOf(id, 'b.step', stepModel('second'), 20);
    const [begin] = chunksOf(id, 'b.step', stepModel('second'), 20);
    expect((await user.call('upload', { body: { ...begin, replace: true } })).status).toBe(200);
    // Who was replaced hears of it, and does not take the place back.
    expect((await user.call('upload', { body: next })).code).toBe('UPLOAD_CONFLICT');
    for (const body of rest) await user.call('upload', { body });
    expect(await readFile(join(folderOf(id), 'model.step'), 'utf8')).toContain('second');
    expect(await readdir(folderOf(id))).toEqual(['model.step']);
  });
});

describe('files', () => {
  test('51 MB are refused before a byte is written, but not to an administrator', async () => {
    const { id } = await user.newProject();
    const chunk = {
      fileName: 'a.unv',
      index: 0,
      offset: 0,
      fileSize: LIMITS.ordinaryUploadBytes + 1,
      chunkSize: 3,
      data: 'YWJj',
    };
    const reply = await user.call('upload', { body: { projectId: id, ...chunk } });
    expect(reply).toMatchObject({
      status: 413,
      code: 'UPLOAD_TOO_LARGE',
      detail: 'Maximum file size is 50 MB. Please upload a smaller file.',
    });
    const admin = await server.newUser(1);
    expect(
      (await admin.call('upload', { body: { projectId: (await admin.newProject()).id, ...chunk } })).status,
    ).toBe(200);
  });

  test.each(['model.3mf', 'step', 'model.step.exe', 'model.unv\u0000.png'])(
    'a file named %j is refused',
    async (fileName) => {
      const { id } = await user.newProject();
      const reply = await user.upload(id, fileName, Buffer.from('x'));
      expect(reply.status).toBe(400);
      expect(['UPLOAD_FILE_TYPE', 'VALIDATION']).toContain(reply.code);
    },
  );

  test('a composite project takes a STEP file, whose solids are meshed together, and a UNV file', async () => {
    for (const [name, model] of [
      ['a.stp', stepModel()],
      ['a.unv', unvModel()],
    ] as const) {
      const { id } = await user.newProject({ solverType: 3 });
      expect((await user.upload(id, name, model)).status).toBe(200);
    }
  });

  test('a file name is a text only: path parts in it lead nowhere', async () => {
    const { id } = await user.newProject();
    const name = '../../../secret/../x.step';
    await user.upload(id, name, stepModel());
    expect(await readdir(folderOf(id))).toEqual(['model.step']);
    expect((await user.project(id)).state.mesherInputFileList).toEqual([name]);
  });

  test('a PNG renamed to .step gets its sentence at the last chunk, and a right file may follow', async () => {
    const { id } = await user.newProject();
    const reply = await user.upload(id, 'picture.step', PNG);
    expect(reply).toMatchObject({ status: 422, code: 'STEP_NOT_A_STEP' });
    expect(reply.detail).toContain('"picture.step" is not a STEP file');
    expect((await user.project(id)).state.model).toBeNull();
    expect((await user.upload(id, 'right.step', stepModel())).result).toMatchObject({ complete: true });
  });

  test('a truncated upload cannot be meshed: the sentence says how much is missing', async () => {
    const { id } = await user.newProject();
    const [first] = chunksOf(id, 'a.step', stepModel(), 10);
    await user.call('upload', { body: first });
    expect(await user.call('runMesher', { body: { projectId: id } })).toMatchObject({
      status: 409,
      code: 'UPLOAD_INCOMPLETE',
      detail: `Only 10 of ${stepModel().length} bytes of "a.step" have arrived. Upload the rest first.`,
    });
    expect(await user.call('runMesher', { body: { projectId: (await user.newProject()).id } })).toMatchObject(
      { status: 409, code: 'NO_MODEL' },
    );
  });

  test('a UNV file is read by itself after the last chunk', async () => {
    const { id } = await user.projectWithMesh(unvModel({ parts: 3, metresPerUnit: 0.0254 }));
    const { state } = await user.project(id);
    expect(state).toMatchObject({ mesherResultReady: true, outputFileList: ['mesh.unv'] });
    expect((state.meshReport as MeshReport).parts).toHaveLength(3);
  });

  test('a UNV file without triangles ends with its code and sentence, and another may follow', async () => {
    const { id } = await user.newProject();
    await user.upload(id, 'nodes.unv', Buffer.from('    -1\n  2411\n    -1\n'));
    const { mesherState } = await user.waitFor(id, ({ mesherState: { status } }) => status === 'Error');
    expect(mesherState).toMatchObject({
      code: 'UNV_NO_TRIANGLES',
      detail: 'The UNV file has no triangles. Export the surface mesh, not only its nodes.',
    });
    await user.upload(id, 'mesh.unv', unvModel());
    await user.waitFor(id, ({ mesherState: { status } }) => status === 'Finished');
  });

  test('a model that was meshed is locked', async () => {
    const { id } = await user.projectWithMesh(unvModel());
    expect(await user.upload(id, 'other.unv', unvModel({ parts: 2 }))).toMatchObject({
      status: 409,
      code: 'UPLOAD_LOCKED',
    });
    expect((await user.upload(id, 'model.unv', unvModel())).status).toBe(200);
  });
});

describe('meshing a STEP file', () => {
  test('options not given are those saved before, and the mesh can be seen in metres and downloaded', async () => {
    const { id } = await user.newProject({ name: 'Tank "Ü"' });
    await user.upload(id, 'a.step', stepModel());
    await user.call('mesherInput', { body: { projectId: id, mesh_size: 25, refinement_step: 6 } });
    const started = await user.call('runMesher', { body: { projectId: id, refinement_step: 7 } });
    expect(started.status).toBe(200);
    await user.waitFor(id, ({ mesherState: { status } }) => status === 'Finished');
    const { state } = await user.project(id);
    expect(state.mesherInput).toMatchObject({
      mesh_size: 25,
      refinement_step: 7,
      algorithm: 6,
      fileName: 'a.step',
    });
    expect(state.meshReport).toMatchObject({ mesher: { options: { mesh_size: 25, refinement_step: 7 } } });
    const download = await user.fetch('download', { query: { ProjectID: id } });
    expect(await download.text()).toBe('mesh of a STEP model');
    expect(download.headers.get('content-disposition')).toMatch(
      /^attachment; filename="pace_model_Tank_.*\.unv"/,
    );
  });

  test('elements are curved unless that was turned off, which stays as it was chosen', async () => {
    const { id } = await user.newProject();
    await user.upload(id, 'a.step', stepModel());
    const meshed = async (options: object) => {
      expect((await user.call('runMesher', { body: { projectId: id, ...options } })).status).toBe(200);
      await user.waitFor(id, ({ mesherState: { status } }) => status === 'Finished');
      const { state } = await user.project(id);
      return [state.mesherInput?.curvedElements, state.meshReport?.mesher?.options.curvedElements];
    };
    expect(await meshed({ mesh_size: 25 })).toEqual([true, true]);
    expect(await meshed({ mesh_size: 25, curvedElements: false })).toEqual([false, false]);
    expect(await meshed({ mesh_size: 20 })).toEqual([false, false]);
  });

  test('options that were saved before there were curved elements still make flat ones', async () => {
    const { id } = await user.newProject();
    await user.upload(id, 'a.step', stepModel());
    await user.call('mesherInput', { body: { projectId: id, mesh_size: 25 } });
    const [row] = await server.db.select().from(projects).where(eq(projects.id, id));
    const { curvedElements: _, ...earlier } = row!.mesherOptions!;
    await server.db.update(projects).set({ mesherOptions: earlier }).where(eq(projects.id, id));
    expect((await user.project(id)).state.mesherInput?.curvedElements).toBe(false);
    await user.call('runMesher', { body: { projectId: id } });
    await user.waitFor(id, ({ mesherState: { status } }) => status === 'Finished');
    expect((await user.project(id)).state.meshReport?.mesher?.options.curvedElements).toBe(false);
  });

  test('without any options the mesh size is a tenth of the wavelength', async () => {
    const { id } = await user.newProject();
    await user.call('input', { body: { projectId: id, frequency: [1e9, -1, -1] } });
    await user.upload(id, 'a.step', stepModel());
    await user.call('runMesher', { body: { projectId: id } });
    await user.waitFor(id, ({ mesherState: { status } }) => status === 'Finished');
    expect((await user.project(id)).state.mesherInput?.mesh_size).toBeCloseTo(29.979246, 6);
  });

  test('a broken STEP file ends with its sentence, and a mesh size of zero with its code', async () => {
    const { id } = await user.newProject();
    await user.upload(id, 'a.step', stepModel('BROKEN'));
    expect(await user.call('runMesher', { body: { projectId: id, mesh_size: 0 } })).toMatchObject({
      status: 400,
      code: 'MESH_SIZE_INVALID',
      detail: 'Mesh size must be greater than 0',
    });
    await user.call('runMesher', { body: { projectId: id } });
    const { mesherState } = await user.waitFor(id, ({ mesherState: { status } }) => status === 'Error');
    expect(mesherState).toMatchObject({
      code: 'STEP_BROKEN',
      detail: 'The STEP file ends in the middle of a record.',
    });
    expect(await user.call('solverRun', { body: { projectId: id, formulationType: 1 } })).toMatchObject({
      code: 'INPUT_MISSING',
    });
  });

  test('a mesher run can be cancelled and the next one waits its turn', async () => {
    const [slow, quick] = [await user.newProject(), await user.newProject()];
    for (const { id } of [slow, quick])
      await user.upload(id, 'a.step', stepModel(id === slow.id ? 'SLOW' : ''));
    await user.call('runMesher', { body: { projectId: slow.id } });
    await user.waitFor(slow.id, ({ mesherState: { status } }) => status === 'Running');
    expect((await user.call('runMesher', { body: { projectId: slow.id } })).code).toBe('RUN_ACTIVE');
    const waiting = await user.call('runMesher', { body: { projectId: quick.id } });
    expect(waiting.result).toMatchObject({ mesherState: { status: 'Queued', queuePosition: 1 } });
    const cancelled = await user.call('cancel', { body: { projectId: slow.id } });
    expect(cancelled.result).toMatchObject({ mesherState: { status: 'Cancelled' } });
    await user.waitFor(quick.id, ({ mesherState: { status } }) => status === 'Finished');
  });
});
