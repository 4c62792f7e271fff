import type { Config } from '../config/config.ts';
import type { Limit } from './throttle.ts';

const MINUTE = 60;
const HOUR = 3600;

/** Of what one network, or everybody together, may try: so many times what one address may. */
const OF_A_NETWORK = 4;
const OF_EVERYBODY = 10;

/** How often what may be tried. Per account it stops guessing one password, per network address trying many accounts. */
export function limitsOf(config: Config) {
  return {
    /** One account from one network */
    loginFromPlace: {
      what: 'tooMany.logIns',
      free: config.loginFailuresPerAccount,
      lockSeconds: MINUTE,
      maxLockSeconds: HOUR,
    },
    /** One account from one browser that it knows */
    loginFromDevice: {
      what: 'tooMany.logInsInBrowser',
      free: config.loginFailuresPerAccount,
      lockSeconds: MINUTE,
      maxLockSeconds: HOUR,
    },
    /** One account from everywhere, browsers that it knows excepted */
    loginOfAccount: {
      what: 'tooMany.logInsOnAccount',
      free: OF_EVERYBODY * config.loginFailuresPerAccount,
      lockSeconds: MINUTE,
      maxLockSeconds: HOUR,
    },
    /** Of who is logged in, for what asks for the password once more */
    passwordAgain: {
      what: 'tooMany.wrongPasswords',
      free: config.loginFailuresPerAccount,
      lockSeconds: MINUTE,
      maxLockSeconds: HOUR,
    },
    /** Mails that say that an account is locked */
    lockNotices: {
      what: 'tooMany.notices',
      free: 1,
      lockSeconds: 12 * HOUR,
      maxLockSeconds: 24 * HOUR,
    },
    loginFromAddress: {
      what: 'tooMany.logInsFromNetwork',
      free: config.loginFailuresPerAddress,
      lockSeconds: MINUTE,
      maxLockSeconds: 15 * MINUTE,
    },
    loginFromNetwork: {
      what: 'tooMany.logInsFromNetworkPart',
      free: OF_A_NETWORK * config.loginFailuresPerAddress,
      lockSeconds: MINUTE,
      maxLockSeconds: 15 * MINUTE,
    },
    /** Sign-up and reset mails: nobody's inbox shall be filled. */
    mailsToAddress: {
      what: 'tooMany.mails',
      free: config.mailsPerRecipient,
      lockSeconds: 15 * MINUTE,
      maxLockSeconds: 24 * HOUR,
    },
    mailsToAddressFromAll: {
      what: 'tooMany.mailsFromEverywhere',
      free: OF_A_NETWORK * config.mailsPerRecipient,
      lockSeconds: 15 * MINUTE,
      maxLockSeconds: 24 * HOUR,
    },
    mailsFromAddress: {
      what: 'tooMany.requestsFromNetwork',
      free: config.mailsPerAddress,
      lockSeconds: 15 * MINUTE,
      maxLockSeconds: HOUR,
    },
  } satisfies Record<string, Limit>;
}

export type Limits = ReturnType<typeof limitsOf>;
