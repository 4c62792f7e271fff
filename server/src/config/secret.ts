import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';

/** The key that signs access tokens: PACE_SECRET, or one made at the first start and kept in DATA_DIR/secret. */
export async function signingSecret(config: Pick<Config, 'secret' | 'dataDir'>): Promise<Uint8Array> {
  if (config.secret) return new TextEncoder().encode(config.secret);
  const path = join(config.dataDir, 'secret');
  try {
    await writeFile(path, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return new TextEncoder().encode((await readFile(path, 'utf8')).trim());
}
