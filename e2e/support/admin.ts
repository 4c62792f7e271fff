import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** `npm run admin -- …` as an operator types it, against the server that runs. @returns what it printed */
export async function operate(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/admin.mjs', ...args], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dirname(inject('outbox')) },
  });
  return stdout;
}
