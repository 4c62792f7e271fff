import type { Caller, Services } from '../services.ts';
import type { UserRow } from '../storage/schema.ts';
import { originOf } from './network.ts';
import type { Limit } from './throttle.ts';

/** What counts against whom: nobody shall be able to lock somebody else out, and nobody to guess without end. */

type Tools = Pick<Services, 'throttle' | 'limits' | 'knownDevices'>;

export interface LoginAttempt {
  /** The password was right. */
  succeeded(): Promise<void>;
}

/** A new password forgives what was guessed before. */
const guessesOf = (email: string, account: Pick<UserRow, 'passwordHash'> | undefined): string =>
  `${email}\n${account?.passwordHash ?? ''}`;

/**
 * Counts a log-in: of a browser that the account knows against that browser only, so that nobody who shares its network
 * stands in its way; of any other against its address and network, against the account from this network, and against the
 * account from everywhere.
 * @throws Problem RATE_LIMITED, after `onAccountLocked` where guesses from everywhere have locked the account
 */
export async function beginLogin(
  { throttle, limits, knownDevices }: Tools,
  { email, account, caller }: { email: string; account: UserRow | undefined; caller: Caller },
  onAccountLocked: () => void,
): Promise<LoginAttempt> {
  const { address, network } = originOf(caller.address);
  const guessed = guessesOf(email, account);
  if (knownDevices.isKnown(caller.deviceCookie, account)) {
    const device = `${guessed}\n${caller.deviceCookie}`;
    await throttle.begin(limits.loginFromDevice, device);
    return { succeeded: () => throttle.clear(limits.loginFromDevice, device) };
  }
  await throttle.begin(limits.loginFromAddress, address);
  await throttle.begin(limits.loginFromNetwork, network);
  await throttle.begin(limits.loginFromPlace, `${guessed}\n${network}`);
  await throttle.begin(limits.loginOfAccount, guessed).catch((refusal: unknown) => {
    onAccountLocked();
    throw refusal;
  });
  return {
    succeeded: async () => {
      await throttle.takeBack(limits.loginFromAddress, address);
      await throttle.takeBack(limits.loginFromNetwork, network);
      await throttle.clear(limits.loginFromPlace, `${guessed}\n${network}`);
      await throttle.takeBack(limits.loginOfAccount, guessed);
    },
  };
}

/**
 * The owner has opened the link of an unlock mail: the account forgets the guesses from the network of that browser. The
 * browser itself becomes a known one (its cookie), which guesses from elsewhere do not lock; browsers elsewhere stay locked.
 */
export async function forgiveGuesses(
  { throttle, limits }: Pick<Tools, 'throttle' | 'limits'>,
  account: UserRow,
  caller: Caller,
): Promise<void> {
  const { network } = originOf(caller.address);
  await throttle.clear(limits.loginFromPlace, `${guessesOf(account.email, account)}\n${network}`);
}

/**
 * Counts a mail that somebody who is not logged in asks for: against the address that asks, and against the recipient, of
 * whom strangers of one network can ask for a few only, all together for some more, and a browser that the account knows
 * for a few of its own.
 * @throws Problem RATE_LIMITED
 */
export async function beginMail(
  { throttle, limits, knownDevices }: Tools,
  { email, account, caller }: { email: string; account: UserRow | undefined; caller: Caller },
): Promise<void> {
  const { address, network } = originOf(caller.address);
  await throttle.begin(limits.mailsFromAddress, address);
  const count = (limit: Limit, who: string) => throttle.begin(limit, `${email}\n${who}`);
  if (knownDevices.isKnown(caller.deviceCookie, account)) return count(limits.mailsToAddress, 'known device');
  await count(limits.mailsToAddress, network);
  await count(limits.mailsToAddressFromAll, '');
}
