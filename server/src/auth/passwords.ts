import { hash, verify, type Options } from '@node-rs/argon2';

/** The library's name for it is a const enum, which single-file compilers cannot read. */
const ARGON2ID = 2 as NonNullable<Options['algorithm']>;

// argon2id at OWASP's second recommended setting: 19 MiB, two passes, one lane; about 0.1 s.
const OPTIONS: Options = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

let nobody: Promise<string> | undefined;

/** Takes the same time whether or not there is an account (no hash) to compare with. */
export async function isPasswordOf(passwordHash: string | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword('no account has this password');
  const matches = await verify(passwordHash ?? (await nobody), password);
  return passwordHash !== undefined && matches;
}
