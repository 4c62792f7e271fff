import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { link, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Cluster } from '../../testing/postgresql.ts';
import { wordsOf } from './support/builtPrograms.ts';
import { unvModel } from './support/fakeEngines.ts';
import { newDataDir, TestServer } from './support/testServer.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const isFinished = ({ solverState }: { solverState: { status: string } }) =>
  solverState.status === 'Finished';

let cluster: Cluster;
let place: string;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'pace-backup-'));
  cluster = await Cluster.create();
});
afterAll(async () => {
  await cluster.remove();
  await rm(place, { recursive: true, force: true });
});

function tool(name: 'backup' | 'restore', folder: string, environment: Record<string, string>) {
  return run(process.execPath, [...wordsOf(name), folder], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
  }).then(
    ({ stdout }) => ({ ok: true, said: stdout }),
    (error: unknown) => ({ ok: false, said: String((error as { stderr: string }).stderr) }),
  );
}

describe.each(['pglite', 'postgresql'] as const)('on %s', (kind) => {
  const newDatabase = async (): Promise<Record<string, string>> =>
    kind === 'pglite' ? { DATABASE_URL: '' } : { DATABASE_URL: cluster.url(await cluster.newDatabase()) };

  test('a backup is restored into a fresh place with accounts, log-ins, settings, meshes and results', async () => {
    const before = { DATA_DIR: await newDataDir({ embedded: kind === 'pglite' }), ...(await newDatabase()) };
    let server = await TestServer.start({ dataDir: before.DATA_DIR, environment: before });
    const user = await server.newUser();
    const { id } = await user.projectWithMesh(unvModel({ parts: 3 }));
    await user.startSolver(id);
    await user.waitFor(id, isFinished);
    const key = { projectId: id, frequency: 1.3e9, theta: 1800, phi: 1800 };
    const far = (await user.call('farZoneFieldsResult', { body: key })).result;
    const project = await user.project(id);
    const folder = join(place, kind);

    if (kind === 'pglite') {
      const refused = await tool('backup', folder, before);
      expect(refused.said).toContain('only while nothing uses it');
      expect(existsSync(folder)).toBe(false);
      await server.stop({ keepData: true });
    }
    // A file of two names, as attempts at a run share theirs.
    const results = join(before.DATA_DIR, 'projects', id, 'results');
    const shared = (await readdir(results)).find((name) => name.includes('_farzone_')) ?? '';
    await link(join(results, shared), join(before.DATA_DIR, 'projects', id, 'second-name'));
    const written = await tool('backup', folder, before);
    expect(written).toMatchObject({ ok: true });
    expect(written.said).toContain('Complete');
    expect((await tool('backup', folder, before)).said).toContain('is there already');
    if (kind === 'postgresql') await server.stop({ keepData: true });

    const after = { DATA_DIR: join(place, `${kind}-new`), ...(await newDatabase()) };
    expect(await tool('restore', folder, after)).toMatchObject({ ok: true });
    expect((await tool('restore', folder, after)).said).toContain('is not empty');
    expect((await tool('restore', join(place, 'nothing'), after)).said).toContain('no complete backup');
    server = await TestServer.start({ dataDir: after.DATA_DIR, environment: after });
    try {
      const copy = join(after.DATA_DIR, 'projects', id);
      const { ino, nlink } = await stat(join(copy, 'second-name'));
      expect(nlink).toBe(2);
      expect((await stat(join(copy, 'results', shared))).ino).toBe(ino);
      const again = server.as(user.token ?? '');
      expect(await again.project(id)).toEqual(project);
      expect((await again.call('farZoneFieldsResult', { body: key })).result).toEqual(far);
      // And it goes on from there.
      const next = await again.projectWithMesh(unvModel());
      await again.startSolver(next.id);
      await again.waitFor(next.id, isFinished);
      expect(await readdir(join(after.DATA_DIR, 'projects'))).toHaveLength(2);
      expect(existsSync(join(after.DATA_DIR, 'secret'))).toBe(true);
    } finally {
      await server.stop({ keepData: true });
      await rm(before.DATA_DIR, { recursive: true, force: true });
    }
  });
});
