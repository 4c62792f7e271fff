import type { Usage, User } from '@pace/contract';
import { eq } from 'drizzle-orm';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit, projects, runs, sessions, supportMessages, users } from '../src/storage/schema.ts';
import { stepModel, unvModel } from './support/fakeEngines.ts';
import { PASSWORD, TestServer, chunksOf, type Client } from './support/testServer.ts';

const MB = 1024 ** 2;
let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({
    environment: {
      PACE_QUOTA_STORAGE_BYTES: String(6 * MB),
      PACE_QUOTA_QUEUED: '2',
      PACE_QUOTA_RUNNING: '1',
      PACE_QUOTA_PROJECTS: '6',
      PACE_SOLVER_RUNS: '2',
    },
  });
});
afterAll(() => server.stop());

const person = async (client: Client) => (await client.call('getUserInfo')).result as User;
const LONG = { numberofiterations: 60_000 };

describe('downloading all data', () => {
  test('the archive holds the profile, messages, settings, the model as uploaded and the results; no secret', async () => {
    const user = await server.newUser();
    const { email } = await person(user);
    await user.call('support', { body: { name: 'Ada', email, message: 'Please help with İstanbul' } });
    const created = await user.call('createAccessKey', { body: { name: 'Nightly', scope: 'run', days: 90 } });
    const { key } = created.result as { key: string };
    const model = unvModel({ padding: 3000 });
    const project = await user.projectWithMesh(model);
    await user.call('renameProject', { body: { id: project.id, name: '../../Gövde: "deneme"' } });
    await user.startSolver(project.id);
    await user.waitFor(project.id, ({ solverState }) => solverState.status === 'Finished');

    const response = await user.fetch('exportData', {});
    expect(response.headers.get('content-disposition')).toContain('attachment; filename="pace-data.zip"');
    const folder = await mkdtemp(join(tmpdir(), 'pace-export-'));
    try {
      await writeFile(join(folder, 'data.zip'), Buffer.from(await response.arrayBuffer()));
      execFileSync('python3', ['-m', 'zipfile', '-e', join(folder, 'data.zip'), join(folder, 'out')]);
      const account = JSON.parse(await readFile(join(folder, 'out', 'account.json'), 'utf8')) as object;
      expect(account).toMatchObject({
        user: { email, name: 'Ada' },
        supportMessages: [{ message: 'Please help with İstanbul' }],
        accessKeys: [{ name: 'Nightly', scope: 'run', prefix: key.slice(0, 11) }],
      });
      expect(JSON.stringify(account)).toContain('"login"');
      expect(JSON.stringify(account)).not.toContain(key);
      expect(JSON.stringify(account)).not.toContain('"hash"');
      const names = await readdir(join(folder, 'out', 'projects'));
      expect(names).toEqual([`_.._Gövde_ _deneme_ (${project.id.slice(0, 8)})`]);
      const inside = join(folder, 'out', 'projects', names[0] ?? '');
      expect((await readFile(join(inside, 'files', 'model.unv'))).equals(model)).toBe(true);
      expect(await readdir(join(inside, 'files', 'results'))).toContain('result.json');
      expect(JSON.parse(await readFile(join(inside, 'project.json'), 'utf8'))).toMatchObject({
        id: project.id,
        runs: [{ kind: 'import' }, { kind: 'solver', status: 'Finished' }],
      });
      for (const entry of await readdir(join(folder, 'out'), { recursive: true, withFileTypes: true }))
        if (entry.isFile())
          expect(await readFile(join(entry.parentPath, entry.name), 'latin1')).not.toMatch(
            /\$argon2|cookieHash|passwordHash/,
          );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('deleting the account', () => {
  test('ends the run, removes files and rows, and nobody can log in any more', async () => {
    const user = await server.newUser();
    const { id, email } = await person(user);
    const other = await server.logIn(email);
    await user.call('support', { body: { name: 'Ada', email, message: 'x' } });
    const running = await user.projectWithMesh(unvModel());
    await user.startSolver(running.id, LONG);
    await user.waitFor(running.id, ({ solverState }) => solverState.status === 'Running');
    const waiting = await user.projectWithMesh(unvModel());
    await user.startSolver(waiting.id, LONG);

    const wrong = await user.call('deleteAccount', { body: { password: 'not it' } });
    // Not 401: the session is good, and the browser keeps it.
    expect(wrong).toMatchObject({ status: 403, code: 'PASSWORD_WRONG' });
    expect((await user.call('getUserInfo')).status).toBe(200);
    expect((await user.call('deleteAccount', { body: { password: PASSWORD } })).status).toBe(200);

    for (const client of [user, other]) expect((await client.call('getUserInfo')).status).toBe(401);
    expect((await server.guest().call('login', { body: { email, password: PASSWORD } })).code).toBe(
      'LOGIN_FAILED',
    );
    for (const { id: projectId } of [running, waiting]) {
      expect(existsSync(join(server.dataDir, 'projects', projectId))).toBe(false);
      expect(await server.db.select().from(runs).where(eq(runs.projectId, projectId))).toEqual([]);
    }
    expect(await server.db.select().from(users).where(eq(users.id, id))).toEqual([]);
    expect(await server.db.select().from(projects).where(eq(projects.ownerId, id))).toEqual([]);
    expect(await server.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
    expect(await server.db.select().from(supportMessages).where(eq(supportMessages.email, email))).toEqual(
      [],
    );
    const left = await server.db.select().from(audit).where(eq(audit.userId, id));
    expect(left.map(({ action }) => action)).toContain('account deleted');
    expect(left.filter(({ address }) => address !== null)).toEqual([]);
    expect((await server.mailsTo(email)).at(-1)?.subject).toBe('Your Pace account was deleted');
    // The address is free again.
    expect((await server.newUser()).token).toBeDefined();
  });

  test('a deletion that a crash interrupted is finished at the next start', async () => {
    const own = await TestServer.start();
    const user = await own.newUser();
    const { id } = await person(user);
    const project = await user.projectWithMesh(unvModel());
    await own.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, id));
    await own.db.update(projects).set({ deletedAt: new Date() }).where(eq(projects.id, project.id));
    expect((await user.call('getUserInfo')).status).toBe(401);
    await own.stop({ keepData: true });
    const again = await TestServer.start({ dataDir: own.dataDir });
    expect(await again.db.select().from(users).where(eq(users.id, id))).toEqual([]);
    expect(existsSync(join(again.dataDir, 'projects', project.id))).toBe(false);
    await again.stop();
  });
});

describe('quotas', () => {
  const usage = async (client: Client) => (await client.call('usage')).result as Usage;

  test('what a person uses is told with its limits; an administrator has none', async () => {
    const user = await server.newUser();
    expect(await usage(user)).toEqual({
      storageBytes: 0,
      storageLimitBytes: 6 * MB,
      projects: 0,
      runningRuns: 0,
      runningRunsLimit: 1,
      queuedRuns: 0,
      queuedRunsLimit: 2,
    });
    const { id } = await user.newProject();
    await user.upload(id, 'model.step', stepModel(' '.repeat(1000)));
    expect((await usage(user)).storageBytes).toBeGreaterThan(1000);
    expect(await usage(await server.newUser(1))).toMatchObject({
      storageLimitBytes: null,
      runningRunsLimit: null,
      queuedRunsLimit: null,
    });
  });

  test('a file that does not fit is refused before a byte is written; deleting makes room', async () => {
    const user = await server.newUser();
    const first = await user.newProject();
    expect((await user.upload(first.id, 'a.step', stepModel(' '.repeat(4 * MB)))).status).toBe(200);
    const second = await user.newProject();
    const [chunk] = chunksOf(second.id, 'b.step', stepModel(' '.repeat(3 * MB)));
    expect(await user.call('upload', { body: chunk })).toMatchObject({
      status: 409,
      code: 'QUOTA_STORAGE',
      detail:
        'Your projects use 4.1 of the 6 MB you may store, and this file has 3.1 MB. Delete projects you no longer need.',
    });
    expect(existsSync(join(server.dataDir, 'projects', second.id))).toBe(false);
    await user.call('deleteProject', { body: { id: first.id } });
    expect((await user.call('upload', { body: chunk })).status).toBe(200);
  });

  test('uploads that have only begun count with their whole size, many at once gain nothing', async () => {
    const user = await server.newUser();
    const made = await Promise.all([1, 2, 3].map(() => user.newProject()));
    const replies = await Promise.all(
      made.map(({ id }) =>
        user.call('upload', { body: chunksOf(id, 'a.step', Buffer.alloc(3 * MB - 1000))[0] }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
  });

  test('one run of a person runs, two wait, the next is refused; other people pass by', async () => {
    const user = await server.newUser();
    const mine = [];
    for (let i = 0; i < 4; i++) mine.push(await user.projectWithMesh(unvModel()));
    const [first, ...rest] = mine.map(({ id }) => id);
    await user.startSolver(first ?? '', LONG);
    await user.waitFor(first ?? '', ({ solverState }) => solverState.status === 'Running');
    const replies = [];
    for (const id of rest) replies.push(await user.startSolver(id, LONG));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 409]);
    expect(replies[2]).toMatchObject({
      code: 'QUOTA_RUNS',
      detail: 'You have 2 runs waiting, and at most 2 may wait. Wait until one has started, or cancel one.',
    });
    expect(await usage(user)).toMatchObject({ runningRuns: 1, queuedRuns: 2 });
    // There is a second slot: somebody who came later gets it, because this person has one running.
    const other = await server.newUser();
    const theirs = await other.projectWithMesh(unvModel());
    await other.startSolver(theirs.id, LONG);
    await other.waitFor(theirs.id, ({ solverState }) => solverState.status === 'Running');
    expect((await user.state(rest[0] ?? '')).solverState.status).toBe('Queued');
    // When the first ends, the user's next starts.
    await user.call('cancel', { body: { projectId: first } });
    await user.waitFor(rest[0] ?? '', ({ solverState }) => solverState.status === 'Running');
    for (const id of rest.slice(0, 2)) await user.call('cancel', { body: { projectId: id } });
    await other.call('cancel', { body: { projectId: theirs.id } });
  });

  test('more projects than are allowed are refused', async () => {
    const user = await server.newUser();
    for (let i = 0; i < 6; i++) await user.newProject();
    expect(
      await user.call('createProject', { body: { name: 'Seven', solverType: 1, coreType: 1 } }),
    ).toMatchObject({ status: 409, code: 'QUOTA_PROJECTS' });
  });
});

describe('password and sessions of who is logged in', () => {
  test('changing the password asks for the old one, ends the other sessions and keeps this one', async () => {
    const user = await server.newUser();
    const { email } = await person(user);
    const other = await server.logIn(email);
    const change = (currentPassword: string) =>
      user.call('changePassword', { body: { currentPassword, password: 'a fresh password' } });
    expect(await change('wrong')).toMatchObject({ status: 403, code: 'PASSWORD_WRONG' });
    expect((await change(PASSWORD)).status).toBe(200);
    expect((await user.call('getUserInfo')).status).toBe(200);
    expect((await other.call('getUserInfo')).status).toBe(401);
    expect((await server.guest().call('login', { body: { email, password: PASSWORD } })).status).toBe(401);
    expect((await server.logIn(email, 'a fresh password')).token).toBeDefined();
  });

  test('logging out everywhere else ends the others only', async () => {
    const user = await server.newUser();
    const other = await server.logIn((await person(user)).email);
    expect((await user.call('logoutOthers')).status).toBe(200);
    expect((await other.call('getUserInfo')).status).toBe(401);
    expect((await user.call('getUserInfo')).status).toBe(200);
  });
});
