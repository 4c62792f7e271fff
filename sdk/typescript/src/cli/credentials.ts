/** The address and the access key that `pace login` keeps, in a file that its owner alone reads. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Credentials {
  url?: string | undefined;
  key?: string | undefined;
}

export function credentialsFile(): string {
  const config = process.env['XDG_CONFIG_HOME'];
  return join(config ? config : join(homedir(), '.config'), 'pace', 'credentials.json');
}

/** Nothing where there was no login. */
export function readCredentials(): Credentials {
  try {
    const { url, key } = JSON.parse(readFileSync(credentialsFile(), 'utf8')) as Record<string, unknown>;
    return {
      url: typeof url === 'string' ? url : undefined,
      key: typeof key === 'string' ? key : undefined,
    };
  } catch {
    return {};
  }
}

/** The file appears whole, with mode 600 from its first byte. @returns its path */
export function writeCredentials(credentials: Required<Credentials>): string {
  const path = credentialsFile();
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // No file or link that is there already is written through.
  const written = `${path}.${randomUUID()}`;
  writeFileSync(written, `${JSON.stringify(credentials)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(written, path);
  return path;
}
