import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

export const HAS_SERVER = process.env['PACE_URL'] !== undefined;
export const URL_OF_SERVER = process.env['PACE_URL'] ?? '';

/** A folder that is removed after the tests of a file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pace-client-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A call of a session, which makes and revokes access keys. */
async function sessionCall<T>(path: string, body: object): Promise<T> {
  const response = await fetch(`${URL_OF_SERVER}/api/account/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${process.env['PACE_TEST_SESSION'] ?? ''}`,
    },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { result: T }).result;
}

/** A new access key, and what revokes it. */
export async function newKey(scope: 'read' | 'run' | 'full') {
  const { key, id } = await sessionCall<{ key: string; id: string }>('create-access-key', {
    name: 'revoked',
    scope,
    days: 30,
  });
  return { key, revoke: () => sessionCall('revoke-access-key', { keyId: id }) };
}
