import { CALLS, LIMITS, type CallName, type WireProject as Project, type Share } from '@pace/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit, shares, users } from '../src/storage/schema.ts';
import { unvModel } from './support/fakeEngines.ts';
import { TestServer, type Client } from './support/testServer.ts';

/** Read-only links: what they open, and everything that they must not. */

let server: TestServer;
let owner: Client;
let project: Project;
let other: Project;
/** Of a link that stays */
let open: string;
beforeAll(async () => {
  server = await TestServer.start();
  owner = await server.newUser();
  project = await owner.projectWithMesh(unvModel());
  await owner.startSolver(project.id);
  await owner.waitFor(project.id, ({ solverState }) => solverState.status === 'Finished');
  other = await owner.newProject({ name: 'Secret' });
  open = (await share()).token;
});
afterAll(() => server.stop());

type NewShare = Share & { token: string };
const share = async (id = project.id) =>
  (await owner.call('createShare', { body: { projectId: id } })).result as NewShare;
const sharesOf = async () =>
  ((await owner.call('getShares', { query: { id: project.id } })).result as { shares: Share[] }).shares;
const visit = (token: string, name: CallName, input: { body?: object; query?: Record<string, string> }) =>
  server.guest().call(name, { ...input, headers: { authorization: `Share ${token}` } });
const KEY = { frequency: 1.3e9, theta: 1800, phi: 1800 };

describe('a link to a project', () => {
  test('opens every reading call of its project', async () => {
    const { id } = project;
    expect(await visit(open, 'getSingleProject', { query: { id } })).toMatchObject({
      status: 200,
      result: { name: 'Test' },
    });
    for (const [name, input] of [
      ['projectPicture', { query: { id } }],
      ['storageStateLive', { body: { projectId: id } }],
      ['mesherResult', { body: { projectId: id } }],
      ['fusionResult', { body: { projectId: id, ...KEY } }],
      ['farZoneFieldsResult', { body: { projectId: id, ...KEY } }],
      ['iterationsResult', { body: { projectId: id, ...KEY } }],
      ['monoStaticRcsResult', { body: { projectId: id } }],
      ['designMaps', { body: { projectId: id, ...KEY } }],
      ['download', { query: { ProjectID: id } }],
      ['downloadRun', { query: { ProjectID: id } }],
      ['exportResult', { query: { ProjectID: id, Format: 'h5' } }],
      ['liveEvents', { query: { id } }],
    ] as const)
      expect((await visit(open, name, input)).status, name).toBe(200);
  });

  test('tells nothing of the owner', async () => {
    const reply = await visit(open, 'getSingleProject', { query: { id: project.id } });
    const me = (await owner.call('getUserInfo')).result as { email: string; company: string };
    expect(JSON.stringify(reply.result)).not.toContain(me.email);
    expect(JSON.stringify(reply.result)).not.toContain(me.company);
  });

  test('opens no other project of the same account, and no demo project', async () => {
    expect(await visit(open, 'getSingleProject', { query: { id: other.id } })).toMatchObject({
      status: 404,
      code: 'PROJECT_NOT_FOUND',
    });
    expect(await visit(open, 'monoStaticRcsResult', { body: { projectId: other.id } })).toMatchObject({
      code: 'PROJECT_NOT_FOUND',
    });
  });

  test.each(
    (Object.keys(CALLS) as CallName[]).filter(
      (name) => CALLS[name].access === 'user' || CALLS[name].access === 'admin',
    ),
  )('does not open %s', async (name) => {
    const reply = await visit(
      open,
      name,
      CALLS[name].method === 'POST'
        ? { body: { projectId: project.id, id: project.id } }
        : { query: { id: project.id } },
    );
    expect(reply).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  });

  test('is no session: as a bearer token it is refused', async () => {
    expect((await server.as(open).call('getProjects')).status).toBe(401);
    expect((await server.as(open).call('getSingleProject', { query: { id: project.id } })).status).toBe(401);
  });

  test('is kept as a hash only, cannot be guessed, and its use is noted', async () => {
    const { token, id } = await share();
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const [row] = await server.db.select().from(shares).where(eq(shares.id, id));
    expect(JSON.stringify(row)).not.toContain(token);
    expect(row?.lastUsedAt).toBeNull();
    await visit(token, 'getSingleProject', { query: { id: project.id } });
    expect((await sharesOf()).find((one) => one.id === id)?.lastUsedDate).not.toBeNull();
    expect(JSON.stringify(await sharesOf())).not.toContain(token);
    const wrong = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
    expect(await visit(wrong, 'getSingleProject', { query: { id: project.id } })).toMatchObject({
      status: 401,
      code: 'SHARE_INVALID',
    });
  });

  test('is worthless once revoked, and creating and revoking are on record', async () => {
    const { token, id } = await share();
    expect((await owner.call('revokeShare', { body: { projectId: project.id, shareId: id } })).status).toBe(
      200,
    );
    expect(await visit(token, 'getSingleProject', { query: { id: project.id } })).toMatchObject({
      status: 401,
      code: 'SHARE_INVALID',
    });
    expect(await owner.call('revokeShare', { body: { projectId: project.id, shareId: id } })).toMatchObject({
      status: 404,
    });
    const actions = (await server.db.select().from(audit).where(eq(audit.subject, project.id))).map(
      ({ action }) => action,
    );
    expect(actions).toContain('share created');
    expect(actions).toContain('share revoked');
  });

  test('of another person is not revoked through a project of one’s own', async () => {
    const { id, token } = await share();
    const stranger = await server.newUser();
    const own = await stranger.newProject();
    expect((await stranger.call('revokeShare', { body: { projectId: own.id, shareId: id } })).status).toBe(
      404,
    );
    expect((await visit(token, 'getSingleProject', { query: { id: project.id } })).status).toBe(200);
  });

  test('goes with its project, and closes with the account', async () => {
    const person = await server.newUser();
    const { email } = (await person.call('getUserInfo')).result as { email: string };
    const make = async () => {
      const { id } = await person.newProject();
      return {
        id,
        token: ((await person.call('createShare', { body: { projectId: id } })).result as NewShare).token,
      };
    };
    const [gone, kept] = [await make(), await make()];
    await person.call('deleteProject', { body: { id: gone.id } });
    expect(await visit(gone.token, 'getSingleProject', { query: { id: gone.id } })).toMatchObject({
      code: 'SHARE_INVALID',
    });
    await server.db.update(users).set({ disabledAt: new Date() }).where(eq(users.email, email));
    expect(await visit(kept.token, 'getSingleProject', { query: { id: kept.id } })).toMatchObject({
      code: 'SHARE_INVALID',
    });
  });

  test(`there are no more than ${LIMITS.sharesPerProject} of one project`, async () => {
    const { id } = await owner.newProject();
    for (let i = 0; i < LIMITS.sharesPerProject; i++) await share(id);
    expect(await owner.call('createShare', { body: { projectId: id } })).toMatchObject({
      status: 409,
      code: 'SHARE_LIMIT',
    });
  });
});
