import { hash, verify } from '@node-rs/argon2';

// argon2id, which is this library's default, at OWASP's second recommended setting: 19 MiB, two passes, one lane; about 0.1 s.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

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
