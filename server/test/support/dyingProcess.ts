import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

/** What changes files, in the order of `node:fs/promises`; whatever is not named here only reads. */
const CHANGES = [
  'copyFile',
  'link',
  'mkdir',
  'rename',
  'rm',
  'rmdir',
  'symlink',
  'truncate',
  'unlink',
  'writeFile',
] as const;
type Change = (typeof CHANGES)[number];
type Operation = (...args: unknown[]) => Promise<unknown>;

export type Moment = 'before' | 'halfway';

/** What a dead process would have done next. */
export class Death extends Error {}

const promises = fs.promises as unknown as Record<Change, Operation>;

/**
 * Does a piece of work of the server as if its process were killed at one of its changes of files: nothing of that
 * change happens, or half of it, and nothing after it, whatever `catch` and `finally` would like to do.
 * @param at  number of the change; Infinity: none
 * @returns the changes that were begun, each by its name
 */
export async function dying(
  { at, moment }: { at: number; moment: Moment },
  work: () => Promise<unknown>,
): Promise<string[]> {
  const begun: string[] = [];
  const real = Object.fromEntries(CHANGES.map((name) => [name, promises[name]])) as Record<Change, Operation>;
  let isDead = false;
  for (const name of CHANGES)
    promises[name] = async (...args) => {
      if (isDead) throw new Death();
      const number = begun.length;
      begun.push(`${name} ${args.filter((arg) => typeof arg === 'string').join(' ')}`);
      if (number !== at) return real[name](...args);
      isDead = true;
      if (moment === 'halfway') half(name, args);
      throw new Death();
    };
  syncBuiltinESMExports();
  try {
    await work();
  } catch (error) {
    if (!isDead) throw error;
  } finally {
    Object.assign(promises, real);
    syncBuiltinESMExports();
  }
  return begun;
}

/** Changes of names happen or do not; what moves bytes, or many names, may break off. */
export const canBeHalf = (change: string) => /^(writeFile|copyFile|rm) /.test(change);

function half(name: Change, [first, second]: unknown[]): void {
  const path = String(first);
  if (name === 'writeFile') {
    const bytes = Buffer.from(second as string | Buffer);
    fs.writeFileSync(path, bytes.subarray(0, Math.floor(bytes.length / 2)));
  }
  if (name === 'copyFile') {
    const bytes = fs.readFileSync(path);
    fs.writeFileSync(String(second), bytes.subarray(0, Math.floor(bytes.length / 2)));
  }
  if (name === 'rm' && fs.statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    const names = fs.readdirSync(path).sort();
    for (const each of names.slice(0, Math.ceil(names.length / 2)))
      fs.rmSync(join(path, each), { recursive: true, force: true });
  }
}
