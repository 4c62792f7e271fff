import {
  LIMITS,
  type Materials,
  type WireProject as Project,
  type WireProjectRow as ProjectRow,
  type Usage,
} from '@pace/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HeavyCalls } from '../src/routes/heavyCalls.ts';
import { projects } from '../src/storage/schema.ts';
import { unvModel } from './support/fakeEngines.ts';
import { TestServer, type Client } from './support/testServer.ts';

/** One account cannot stall the server: what lists read, what counts as stored, how much is done at once. */

const QUOTA_BYTES = 1_000_000;
let server: TestServer;
let user: Client;
beforeAll(async () => {
  server = await TestServer.start({ environment: { PACE_QUOTA_STORAGE_BYTES: String(QUOTA_BYTES) } });
  user = await server.newUser();
});
afterAll(() => server.stop());

/** About 100 bytes each; no two alike, so that nothing is won by compressing them. */
function materialsOf(entries: number): Pick<Materials, 'inputMaterials'> {
  const one = { real: 1, imaginary: 0 };
  const params = Array.from({ length: entries }, (_, i) => ({
    frequency: 1e9 + i,
    permitivity: { real: 1 + Math.sin(i), imaginary: Math.cos(i) },
    permeability: { real: Math.sin(2 * i), imaginary: Math.cos(3 * i) },
  }));
  return {
    inputMaterials: [{ id: 1, name: 'M', frequency: 1e9, permitivity: one, permeability: one, params }],
  };
}

const list = async (client: Client, query: Record<string, string> = {}) =>
  (await client.call('getProjects', { query })).result as { projects: ProjectRow[]; total: number };

describe('the list of projects', () => {
  test('comes in pages, newest first, and a page has at most a hundred', async () => {
    const person = await server.newUser();
    const made: string[] = [];
    for (let i = 0; i < 3; i++) made.unshift((await person.newProject({ name: `P${i}` })).id);
    const page = async (index: number) => {
      const { projects: rows, total } = await list(person, { page: String(index), pageSize: '2' });
      return [rows.map(({ id }) => id), total];
    };
    expect(await page(0)).toEqual([made.slice(0, 2), 3]);
    expect(await page(1)).toEqual([made.slice(2), 3]);
    expect((await list(person)).projects.map(({ id }) => id)).toEqual(made);
    expect((await person.call('getProjects', { query: { pageSize: '101' } })).status).toBe(400);
    expect(LIMITS.projectPage).toBe(100);
  });

  test('says of a project what its card shows, and nothing that can be megabytes', async () => {
    const { id } = await user.projectWithMesh(unvModel());
    expect((await user.startSolver(id, { cfiealpha: Array.from({ length: 5000 }, () => 0.5) })).status).toBe(
      400,
    );
    const saved = {
      projectId: id,
      scalefactor: 1,
      partmethods: Array.from({ length: 30_000 }, (_, i) => i % 3),
    };
    expect((await user.call('input', { body: saved })).status).toBe(200);
    await user.call('inputMaterials', { body: { projectId: id, ...materialsOf(500) } });
    const response = await user.fetch('getProjects', {});
    const text = await response.text();
    expect(text.length).toBeLessThan(2000);
    const [row] = (JSON.parse(text) as { result: { projects: ProjectRow[] } }).result.projects;
    const whole: Project = await user.project(id);
    expect(row).toMatchObject({
      id,
      name: whole.name,
      solverType: 1,
      createdDate: whole.createdDate,
      state: {
        solverInput: { frequency: whole.state.solverInput!.frequency },
        solverResultReady: false,
        model: { fileName: 'model.unv', complete: true },
      },
      stateLive: { mesherState: whole.stateLive.mesherState },
    });
    expect(Object.keys(row!.state).sort()).toEqual(['model', 'solverInput', 'solverResultReady']);
    await user.call('deleteProject', { body: { id } });
  });
});

describe('settings in the database', () => {
  test('count as stored, and beyond the quota large ones are neither saved nor copied', async () => {
    const person = await server.newUser();
    const stored = async () => ((await person.call('usage')).result as Usage).storageBytes;
    const first = await person.newProject();
    expect(await stored()).toBeLessThan(2000);
    const materials = materialsOf(4500);
    const size = JSON.stringify(materials).length;
    expect(size).toBeGreaterThan(0.6 * QUOTA_BYTES);
    expect(
      (await person.call('inputMaterials', { body: { projectId: first.id, ...materials } })).status,
    ).toBe(200);
    // The database keeps numbers in fewer bytes than their text.
    expect(await stored()).toBeGreaterThan(size / 4);
    const second = await person.newProject();
    expect(
      await person.call('inputMaterials', { body: { projectId: second.id, ...materials } }),
    ).toMatchObject({
      code: 'QUOTA_STORAGE',
    });
    expect(await person.call('duplicateProject', { body: { id: first.id, name: 'Copy' } })).toMatchObject({
      code: 'QUOTA_STORAGE',
    });
    // Small ones are always saved.
    expect(
      (await person.call('inputMaterials', { body: { projectId: second.id, ...materialsOf(20) } })).status,
    ).toBe(200);
  });

  test('many copies at once are made one after the other: the quota of projects holds', async () => {
    const own = await TestServer.start({ environment: { PACE_QUOTA_PROJECTS: '3' } });
    const person = await own.newUser();
    const { id } = await person.newProject();
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        person.call('duplicateProject', { body: { id, name: `Copy ${i}` } }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await own.db.select().from(projects).where(eq(projects.programType, 1))).toHaveLength(3);
    await own.stop();
  });
});

describe('heavy calls of one account', () => {
  test('four at once, the others wait in line, and beyond the line they are refused', async () => {
    const calls = new HeavyCalls();
    const leaves = await Promise.all(Array.from({ length: 4 }, () => calls.enter('a')));
    let entered = 0;
    const waiting = Array.from({ length: 64 }, () =>
      calls.enter('a').then((leave) => {
        entered++;
        return leave;
      }),
    );
    await expect(calls.enter('a')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    (await calls.enter('b'))();
    expect(entered).toBe(0);
    leaves[0]!();
    leaves[0]!();
    (await waiting[0]!)();
    (await waiting[1]!)();
    await waiting[2];
    expect(entered).toBe(3);
  });

  test('through the door: forty uploads at once of one account all arrive, and none holds its turn for ever', async () => {
    const { id } = await user.newProject();
    const bytes = Buffer.from('{"parts":1,"metresPerUnit":1}'.padEnd(4000, ' '));
    const chunk = (index: number) => ({
      projectId: id,
      fileName: 'a.unv',
      index,
      offset: 100 * index,
      fileSize: 4000,
      chunkSize: 100,
      data: bytes.subarray(100 * index, 100 * (index + 1)).toString('base64'),
    });
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) => user.call('upload', { body: chunk(index) })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
    await user.waitFor(id, ({ mesherState }) => mesherState.status === 'Finished');
    // Callers who hang up leave their turn.
    for (let i = 0; i < 12; i++) {
      const gone = new AbortController();
      const call = user.fetchAborted('getProjects', gone.signal);
      gone.abort();
      await call;
    }
    expect((await user.call('getProjects')).status).toBe(200);
  });
});
