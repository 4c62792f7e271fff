import {
  CALLS,
  type AdminAuditEntry,
  type AdminMessage,
  type AdminProject,
  type AdminQueue,
  type AdminSystem,
  type AdminUser,
  type CallName,
  type User,
} from '@pace/contract';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unvModel } from './support/fakeEngines.ts';
import { PASSWORD, TestServer, registration, type Client } from './support/testServer.ts';

let server: TestServer;
let admin: Client;
let user: Client;
let self: User;
/** Logged-in people who are no administrators, whatever number says so. */
let others: Client[];
beforeAll(async () => {
  server = await TestServer.start();
  admin = await server.newUser(1);
  user = await server.newUser();
  others = await Promise.all([2, 3, 4, 0, -1, 11].map((userType) => server.newUser(userType)));
  self = (await admin.call('getUserInfo')).result;
});
afterAll(() => server.stop());

const ADMIN_CALLS = (Object.keys(CALLS) as CallName[]).filter((name) => CALLS[name].access === 'admin');

async function find(email: string): Promise<AdminUser> {
  const { result } = await admin.call('adminUsers', { query: { search: email } });
  const [found] = (result as { users: AdminUser[] }).users;
  if (!found) throw new Error(`${email} is not in the list`);
  return found;
}
const change = (body: object) => admin.call('adminChangeUser', { body });

describe('who may', () => {
  test.each(ADMIN_CALLS)(
    '%s is refused to guests, to students, to teachers and to free users',
    async (name) => {
      const request = { body: CALLS[name].method === 'POST' ? { id: 'any', handled: true } : undefined };
      expect(await server.guest().call(name, request)).toMatchObject({
        status: 401,
        code: 'UNAUTHENTICATED',
      });
      for (const other of others)
        expect(await other.call(name, request)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    },
  );

  test('who loses the type loses the calls at once', async () => {
    const other = await server.newUser(1);
    const { id } = (await other.call('getUserInfo')).result as User;
    expect((await other.call('adminUsers')).status).toBe(200);
    await change({ id, userType: 2 });
    expect((await other.call('adminUsers')).status).toBe(403);
  });
});

describe('users', () => {
  test('an account whose mail never came is approved, told by mail, and can log in', async () => {
    const email = 'waiting@company.example';
    await server.guest().call('register', {
      body: registration(email),
      headers: { 'accept-language': 'tr' },
    });
    const before = await find(email);
    expect(before).toMatchObject({
      email,
      confirmedDate: null,
      disabledDate: null,
      userType: 2,
      projects: 0,
    });
    expect((await change({ id: before.id, approved: true })).result).not.toMatchObject({
      confirmedDate: null,
    });
    expect((await server.logIn(email)).token).toBeDefined();
    expect((await server.mailsTo(email)).map(({ subject }) => subject)).toContain('Pace hesabınız onaylandı');
  });

  test('the type changes what a person may upload', async () => {
    const person = await server.newUser();
    const { id } = (await person.call('getUserInfo')).result as User;
    await change({ id, userType: 4 });
    expect((await person.call('getUserInfo')).result).toMatchObject({ userType: 4 });
    expect(await change({ id, userType: 7 })).toMatchObject({ status: 400, code: 'VALIDATION' });
  });

  test('who is disabled is out at once, and their run ends; enabled they log in again', async () => {
    const person = await server.newUser();
    const { id, email } = (await person.call('getUserInfo')).result as User;
    const project = await person.projectWithMesh(unvModel());
    await person.startSolver(project.id, { numberofiterations: 60_000 });
    await person.waitFor(project.id, ({ solverState }) => solverState.status === 'Running');
    await change({ id, disabled: true });
    expect((await person.call('getUserInfo')).status).toBe(401);
    const login = { body: { email, password: PASSWORD } };
    expect((await server.guest().call('login', login)).code).toBe('LOGIN_FAILED');
    await expect
      .poll(async () =>
        ((await admin.call('adminQueue')).result as AdminQueue).active.map((run) => run.projectId),
      )
      .not.toContain(project.id);
    await change({ id, disabled: false });
    // The old session stays ended.
    expect((await person.call('getUserInfo')).status).toBe(401);
    expect((await server.guest().call('login', login)).status).toBe(200);
  });

  test('nobody disables or demotes their own account, nor one that does not exist', async () => {
    for (const slip of [{ disabled: true }, { userType: 2 }])
      expect(await change({ id: self.id, ...slip })).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await change({ id: 'nobody', disabled: true })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect((await admin.call('getUserInfo')).status).toBe(200);
  });

  test('what is sought is text: wildcards of SQL are not', async () => {
    for (const search of ['%', '_', '\\', "'; DROP TABLE users;--"]) {
      const { status, result } = await admin.call('adminUsers', { query: { search } });
      expect([status, (result as { users: AdminUser[] }).users]).toEqual([200, []]);
    }
  });

  test('no answer to an administrator holds a password hash', async () => {
    for (const name of ['adminUsers', 'adminAudit'] as const)
      expect(JSON.stringify((await admin.call(name)).result)).not.toContain('$argon2');
  });
});

describe('queue, projects, messages, disk', () => {
  test('a run is seen with its owner and worker, and can be stopped', async () => {
    const { email } = (await user.call('getUserInfo')).result as User;
    const project = await user.projectWithMesh(unvModel());
    await user.startSolver(project.id, { numberofiterations: 60_000 });
    await user.waitFor(project.id, ({ solverState }) => solverState.status === 'Running');
    const queue = (await admin.call('adminQueue')).result as AdminQueue;
    const run = queue.active.find(({ projectId }) => projectId === project.id);
    expect(run).toMatchObject({ kind: 'solver', status: 'Running', ownerEmail: email, projectName: 'Test' });
    expect(run?.worker).toBe(queue.workers[0]?.name);
    expect(queue.workers).toMatchObject([
      {
        isThisServer: true,
        isSilent: false,
        engine: 'local',
        runs: [{ id: run?.id, kind: 'solver', projectName: 'Test' }],
        slots: { mesher: 2, solver: 1, short: 1 },
      },
    ]);
    expect((await admin.call('adminCancelRun', { body: { id: run?.id } })).status).toBe(200);
    await user.waitFor(project.id, ({ solverState }) => solverState.status === 'Cancelled');
    expect((await admin.call('adminCancelRun', { body: { id: run?.id } })).code).toBe('RUN_NOT_ACTIVE');
    expect((await admin.call('adminCancelRun', { body: { id: 'none' } })).code).toBe('NOT_FOUND');
    const { recent } = (await admin.call('adminQueue')).result as AdminQueue;
    expect(recent[0]).toMatchObject({ id: run?.id, status: 'Cancelled' });
  });

  test('a project is listed with owner, size and state, but its content stays its owner’s', async () => {
    const { email } = (await user.call('getUserInfo')).result as User;
    const project = await user.projectWithMesh(unvModel({ padding: 5000 }));
    const { result } = await admin.call('adminProjects', { query: { search: email } });
    const listed = (result as { projects: AdminProject[] }).projects.find(({ id }) => id === project.id);
    expect(listed).toMatchObject({ ownerEmail: email, mesherStatus: 'Finished', solverStatus: '' });
    expect(listed?.sizeBytes).toBeGreaterThan(10_000);
    expect((await admin.call('getSingleProject', { query: { id: project.id } })).status).toBe(404);
  });

  test('of a run that has not converged the lists say so', async () => {
    const { email } = (await user.call('getUserInfo')).result as User;
    const project = await user.projectWithMesh(unvModel());
    await writeFile(join(server.dataDir, 'projects', project.id, 'needs'), '8');
    await user.startSolver(project.id, { numberofiterations: 2 });
    await user.waitFor(project.id, ({ solverState }) => solverState.status === 'Finished');
    const { projects } = (await admin.call('adminProjects', { query: { search: email } })).result as {
      projects: AdminProject[];
    };
    const { recent } = (await admin.call('adminQueue')).result as AdminQueue;
    expect(projects.find(({ id }) => id === project.id)).toMatchObject({
      solverStatus: 'Finished',
      converged: false,
    });
    expect(recent[0]).toMatchObject({ kind: 'solver', status: 'Finished', converged: false });
  });

  test('a message to support is read and marked as handled', async () => {
    const message = "Help <b>me</b>'); DELETE FROM users;--";
    await server.guest().call('support', { body: { name: 'Ada', email: 'ada@x.example', message } });
    const read = async () =>
      (
        (await admin.call('adminMessages', { query: { search: 'Help <b>' } })).result as {
          messages: AdminMessage[];
        }
      ).messages[0];
    const open = await read();
    expect(open).toMatchObject({ message, email: 'ada@x.example', fromMember: false, handledDate: null });
    await admin.call('adminHandleMessage', { body: { id: open?.id, handled: true } });
    expect((await read())?.handledDate).not.toBeNull();
    await admin.call('adminHandleMessage', { body: { id: open?.id, handled: false } });
    expect((await read())?.handledDate).toBeNull();
  });

  test('the system tells how full the disk is, and with what', async () => {
    const system = (await admin.call('adminSystem')).result as AdminSystem;
    expect(system.disk.totalBytes).toBeGreaterThan(system.disk.freeBytes);
    expect(system.disk.projectsBytes).toBeGreaterThan(0);
    expect(system.disk.databaseBytes).toBeGreaterThan(1e6);
    expect(system.disk.outboxBytes).toBeGreaterThan(0);
    expect(system.counts.users).toBeGreaterThan(3);
    expect(system).toMatchObject({ mail: 'outbox' });
  });

  test('the audit log tells who did what to whom', async () => {
    const person = (await (await server.newUser()).call('getUserInfo')).result as User;
    await change({ id: person.id, userType: 3 });
    const { entries } = (await admin.call('adminAudit')).result as { entries: AdminAuditEntry[] };
    expect(entries[0]).toMatchObject({
      action: 'account type 2 to 3',
      userEmail: self.email,
      subject: person.id,
    });
    expect(entries[0]?.address).toMatch(/127\.0\.0\.1|::1/);
    for (const action of ['register', 'confirm', 'login'])
      expect(entries.some((entry) => entry.action === action && entry.userEmail === person.email)).toBe(true);
  });

  test('lists come in pages', async () => {
    const first = (await admin.call('adminAudit', { query: { page: '0' } })).result as {
      entries: AdminAuditEntry[];
      total: number;
    };
    expect(first.entries).toHaveLength(50);
    expect(first.total).toBeGreaterThan(50);
    const second = (await admin.call('adminAudit', { query: { page: '1' } })).result as typeof first;
    expect(second.entries[0]?.id).toBeLessThan(first.entries.at(-1)?.id ?? 0);
    expect((await admin.call('adminAudit', { query: { page: '-1' } })).status).toBe(400);
  });
});
