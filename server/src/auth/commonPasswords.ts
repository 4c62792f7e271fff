import { LIMITS, message } from '@pace/contract';
import { problem, issueOf } from '../problem.ts';

/** So many of the commonest that are long enough to be chosen at all; others are refused for their length. */
const COMMONEST = 10_000;

let known: Promise<ReadonlySet<string>> | undefined;

/** The list of zxcvbn (MIT licence), commonest first, as the package @zxcvbn-ts/language-common keeps it. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const longEnough = dictionary['passwords-common'].filter(
    ({ length }) => length >= LIMITS.passwordMinLength,
  );
  return new Set(longEnough.slice(0, COMMONEST).map((password) => password.toLowerCase()));
}

/**
 * Refuses a new password that is among the commonest, which are guessed first; nothing else is asked of it but its length.
 * @throws Problem PASSWORD_COMMON
 */
export async function requireUncommon(password: string): Promise<void> {
  if ((await (known ??= readList())).has(password.trim().toLowerCase()))
    throw problem(
      'PASSWORD_COMMON',
      {},
      { issues: [issueOf('/password', message('validation.passwordCommon'))] },
    );
}
