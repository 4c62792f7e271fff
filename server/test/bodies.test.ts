import { CALLS, LIMITS, type CallName, type MaterialsSchema } from '@pace/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { TestServer, type Client } from './support/testServer.ts';

/** Bodies that are larger, deeper or fuller than a call needs, and who reads the large ones. */

let server: TestServer;
let user: Client;
beforeAll(async () => {
  server = await TestServer.start();
  user = await server.newUser();
});
afterAll(() => server.stop());

async function post(name: CallName, body: string, token?: string) {
  const response = await fetch(`${server.url}${CALLS[name].path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body,
  });
  return { status: response.status, ...((await response.json()) as { code: string; detail: string }) };
}

const brackets = (many: number) => '['.repeat(many) + ']'.repeat(many);

describe('without an account', () => {
  test('two million brackets at the login are refused by their size, not read', async () => {
    expect(await post('login', brackets(1_000_000))).toMatchObject({
      status: 413,
      code: 'BODY_TOO_LARGE',
      detail: `The request body is too large: this call takes at most ${LIMITS.bodyBytes} bytes.`,
    });
  });

  test('no call of guests takes more than the longest message to support', () => {
    const guests = Object.entries(CALLS).filter(([, { access }]) => access === 'public');
    for (const [name, call] of guests)
      expect('maxBodyBytes' in call ? call.maxBodyBytes : LIMITS.bodyBytes, name).toBeLessThanOrEqual(65_536);
  });

  test('nested more than sixteen deep is refused before it is parsed; a text may hold any brackets', async () => {
    expect(await post('login', brackets(17))).toMatchObject({
      status: 400,
      code: 'VALIDATION',
      detail: 'The request body has lists or objects more than 16 deep within each other.',
    });
    const password = `\\"${'[{'.repeat(100)}\\\\`;
    expect(await post('login', `{"email":"a@company.example","password":"${password}"}`)).toMatchObject({
      code: 'LOGIN_FAILED',
    });
  });

  test('the longest message to support arrives, however it is written', async () => {
    const message = '\\u011f'.repeat(10_000);
    const body = `{"name":"A","email":"a@company.example","message":"${message}"}`;
    expect((await post('support', body)).status).toBe(200);
  });
});

describe('with an account', () => {
  test('lists are as long as the contract says, and no answer has more than a hundred complaints', async () => {
    const { id: projectId } = await user.newProject();
    const list = (inputMaterials: unknown[]) =>
      user.call('inputMaterials', { body: { projectId, inputMaterials } });
    const refused = await list(Array.from({ length: LIMITS.materialsMax }, () => ({})));
    expect(refused).toMatchObject({ status: 400, code: 'VALIDATION' });
    expect(refused.issues).toHaveLength(100);
    const many = Array.from({ length: LIMITS.materialsMax + 1 }, (_, i) => material(`M${i}`));
    expect((await list(many)).status).toBe(400);
    expect((await list(many.slice(1))).status).toBe(200);
  });

  test('a body of more values than three full lists is refused before it is parsed', async () => {
    const { id: projectId } = await user.newProject();
    const zeros = `[${'0,'.repeat(500_000)}0]`;
    expect(
      await post('inputMaterials', `{"projectId":"${projectId}","inputMaterials":${zeros}}`, user.token),
    ).toMatchObject({ status: 400, detail: 'The request body has more than 400000 values.' });
  });

  test('large bodies are parsed and checked on a thread: the event loop never sees their text', async () => {
    const { id: projectId } = await user.newProject();
    const parse = vi.spyOn(JSON, 'parse');
    try {
      const data = Buffer.alloc(LIMITS.uploadChunkBytes, 7).toString('base64');
      const chunk = { projectId, fileName: 'a.unv', index: 0, offset: 0, fileSize: 4_000_000 };
      const sent = { ...chunk, chunkSize: LIMITS.uploadChunkBytes, data };
      expect((await user.call('upload', { body: sent })).result).toEqual({
        received: LIMITS.uploadChunkBytes,
        fileSize: 4_000_000,
        complete: false,
      });
      expect((await user.call('upload', { body: { ...sent, chunkSize: 5 } })).code).toBe(
        'UPLOAD_CHUNK_INVALID',
      );
      const poisoned = `{"projectId":"x","__proto__":{"a":1},"data":"${data.slice(0, 20_000)}"}`;
      expect((await post('inputMaterials', poisoned, user.token)).code).toBe('VALIDATION');
      // The client of this test parses short answers in the same process.
      expect(Math.max(...parse.mock.calls.map(([text]) => String(text).length))).toBeLessThan(10_000);
    } finally {
      parse.mockRestore();
    }
  });
});

function material(
  name: string,
): z.input<typeof MaterialsSchema>['inputMaterials'] extends (infer M)[] | undefined ? M : never {
  const one = { real: 1, imaginary: 0 };
  return { id: name, name, frequency: 1e9, permitivity: one, permeability: one };
}
