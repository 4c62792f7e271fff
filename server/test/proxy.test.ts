import { CALLS, type CallName, type LiveState } from '@pace/contract';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findProgram } from '../src/engines/programs.ts';
import { audit, users } from '../src/storage/schema.ts';
import { freePort } from '../../testing/freePort.ts';
import { unvModel } from './support/fakeEngines.ts';
import { chunksOf, PASSWORD, TestServer, type Client } from './support/testServer.ts';
import { unless } from './support/unless.ts';

/** The blocks of docs/operations.md, tried as they stand: only names of this machine's ports and files are put into them. */

const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`;
const PAGE = readFileSync(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
const HOST = 'pace.company.example';
const missing = ['nginx', 'openssl'].filter((program) => findProgram(program, PATH) === undefined);
const reason =
  missing.length > 0
    ? `${missing.join(', ')} not installed (Debian, Ubuntu: apt-get install nginx-light openssl)`
    : undefined;

/** What stands between ```LANGUAGE and ```. */
function block(language: string): string {
  const found = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(PAGE)?.[1];
  if (found === undefined) throw new Error(`docs/operations.md has no block of ${language}`);
  return found;
}

function put(into: string, changes: Record<string, string>): string {
  return Object.entries(changes).reduce((done, [from, to]) => {
    if (!done.includes(from)) throw new Error(`docs/operations.md does not say "${from}"`);
    return done.replaceAll(from, to);
  }, into);
}

describe('behind nginx with the documented configuration', unless(reason), () => {
  let folder: string;
  let server: TestServer;
  let user: Client;
  let email: string;
  let nginx: ChildProcess;
  let [plain, secure] = [0, 0];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pace-nginx-'));
    const settings = Object.fromEntries(
      block('sh')
        .trim()
        .split('\n')
        .map((line) => line.split('=') as [string, string]),
    );
    server = await TestServer.start({ environment: settings });
    user = await server.newUser();
    email = (await server.db.select().from(users)).at(-1)?.email ?? '';
    [plain, secure] = [await freePort(), await freePort()];
    const at = (name: string) => join(folder, name);
    execFileSync(
      'openssl',
      [
        ...[
          'req',
          '-x509',
          '-newkey',
          'ec',
          '-pkeyopt',
          'ec_paramgen_curve:prime256v1',
          '-nodes',
          '-days',
          '1',
        ],
        ...['-subj', `/CN=${HOST}`, '-keyout', at('key.pem'), '-out', at('cert.pem')],
      ],
      { stdio: 'ignore' },
    );
    const site = put(block('nginx'), {
      'listen 80;': `listen 127.0.0.1:${plain};`,
      'listen 443 ssl': `listen 127.0.0.1:${secure} ssl`,
      '/etc/ssl/pace/fullchain.pem': at('cert.pem'),
      '/etc/ssl/pace/key.pem': at('key.pem'),
      'http://127.0.0.1:8080': server.url.replace('localhost', '127.0.0.1'),
    });
    for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(at(name));
    writeFileSync(
      at('nginx.conf'),
      `daemon off; pid ${at('pid')}; error_log ${at('error.log')};
${userInfo().uid === 0 ? 'user root;' : ''}
events {}
http {
  access_log off;
  client_body_temp_path ${at('body')}; proxy_temp_path ${at('proxy')}; fastcgi_temp_path ${at('fastcgi')};
  uwsgi_temp_path ${at('uwsgi')}; scgi_temp_path ${at('scgi')};
  ${site}
}
`,
    );
    nginx = spawn(findProgram('nginx', PATH) ?? 'nginx', ['-e', at('error.log'), '-c', at('nginx.conf')], {
      stdio: 'ignore',
    });
    await untilOpen(secure);
  });
  afterAll(async () => {
    const gone = once(nginx, 'exit');
    nginx.kill('SIGTERM');
    await gone;
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function untilOpen(port: number): Promise<void> {
    for (const deadline = Date.now() + 20_000; ; await sleep(50)) {
      const socket = connect(port, '127.0.0.1');
      const isOpen = await once(socket, 'connect').then(
        () => true,
        () => false,
      );
      socket.destroy();
      if (isOpen) return;
      if (Date.now() > deadline) throw new Error(`nginx: ${readFileSync(join(folder, 'error.log'), 'utf8')}`);
    }
  }

  interface Asked {
    body?: unknown;
    query?: string;
    headers?: Record<string, string>;
    /** Address of this machine that it comes from */
    from?: string;
    token?: string | undefined;
  }

  function open(name: CallName, { body, query, headers, from, token }: Asked = {}): Promise<IncomingMessage> {
    const { method, path } = CALLS[name];
    return new Promise((done, failed) => {
      const request = httpsRequest(
        {
          host: '127.0.0.1',
          port: secure,
          servername: HOST,
          // The certificate is signed by nobody.
          rejectUnauthorized: false,
          method,
          path: `${path}${query ?? ''}`,
          localAddress: from,
          headers: {
            host: HOST,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            ...headers,
          },
        },
        done,
      );
      request.on('error', failed);
      request.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
  const credentials = () => ({ email, password: PASSWORD, rememberMe: true });
  const addresses = async () =>
    (await server.db.select().from(audit).orderBy(audit.id)).map((row) => row.address);

  test('HTTP is sent to HTTPS', async () => {
    const response = await new Promise<IncomingMessage>((done) =>
      httpRequest(
        { host: '127.0.0.1', port: plain, path: '/project?id=7', headers: { host: HOST } },
        done,
      ).end(),
    );
    response.resume();
    expect([response.statusCode, response.headers.location]).toEqual([301, `https://${HOST}/project?id=7`]);
  });

  test('answers carry HSTS, and every cookie of a log-in is Secure, HttpOnly and SameSite=Strict', async () => {
    const response = await open('login', { body: credentials() });
    expect(response.statusCode).toBe(200);
    await text(response);
    expect(response.headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/);
    const cookies = response.headers['set-cookie'] ?? [];
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies)
      for (const flag of ['Secure', 'HttpOnly', 'SameSite=Strict']) expect(cookie).toContain(flag);
  });

  test('the address of a client is the one that the proxy saw, whatever the client says of itself', async () => {
    const forged = { 'x-forwarded-for': '203.0.113.7' };
    await text(await open('login', { body: credentials(), from: '127.0.0.3', headers: forged }));
    expect((await addresses()).at(-1)).toBe('127.0.0.3');
    // Past the proxy, from an address that is not trusted.
    const direct = new URL(server.url);
    await new Promise<void>((done, failed) => {
      const request = httpRequest(
        {
          host: '127.0.0.1',
          port: direct.port,
          method: 'POST',
          path: CALLS.login.path,
          localAddress: '127.0.0.2',
          headers: { 'content-type': 'application/json', ...forged },
        },
        (response) => response.resume().once('end', done),
      );
      request.on('error', failed);
      request.end(JSON.stringify(credentials()));
    });
    expect((await addresses()).at(-1)).toBe('127.0.0.2');
    expect(await addresses()).not.toContain('203.0.113.7');
  });

  test('live events arrive while the run is at work', async () => {
    const { id } = await user.projectWithMesh(unvModel());
    await user.startSolver(id, { numberofiterations: 60_000 });
    const stream = await open('liveEvents', { query: `?id=${id}`, token: user.token });
    let heard = '';
    // The stream stays open for as long as the run lasts, a minute: a proxy that collects would say nothing until then.
    for await (const piece of stream) {
      heard += String(piece);
      if (heard.includes('CALCULATING NEAR INTERACTIONS')) break;
    }
    // Its row may follow its events by the pause between two writes of progress; what matters is that it has not ended.
    expect(['Starting', 'Running']).toContain((await user.state(id)).solverState.status);
    await user.call('cancel', { body: { projectId: id } });
  });

  test('a file of 50 MB passes', async () => {
    const { id } = await user.newProject();
    for (const body of chunksOf(id, 'model.unv', unvModel({ padding: 49_999_900 }))) {
      const response = await open('upload', { body, token: user.token });
      expect([response.statusCode, await text(response)]).toMatchObject([200, expect.any(String)]);
    }
    const isRead = ({ mesherState }: LiveState) => mesherState.status === 'Finished';
    await user.waitFor(id, isRead);
  });
});
