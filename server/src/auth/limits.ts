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
      what: 'Too many log-in attempts',
      free: config.loginFailuresPerAccount,
      lockSeconds: MINUTE,
      maxLockSeconds: HOUR,
    },
    /** One account from one browser that it knows */
    loginFromDevice: {
      what: 'Too many log-in attempts in this browser',
      free: config.loginFailuresPerAccount,
      lockSeconds: MINUTE,
      maxLockSeconds: HOUR,
    },
    /** One account from everywhere, browsers that it knows excepted */
    loginOfAccount: {
      what: 'Too many log-in attempts on this account. A link that is mailed to its address lets this browser log in at once',
      free: OF_EVERYBODY * config.loginFailuresPerAccount,
      lockSeconds: MINUTE,
      maxLockSeconds: HOUR,
    },
    /** Of who is logged in, for what asks for the password once more */
    passwordAgain: {
      what: 'Too many wrong passwords',
      free: config.loginFailuresPerAccount,
      lockSeconds: MINUTE,
      maxLockSeconds: HOUR,
    },
    /** Mails that say that an account is locked */
    lockNotices: {
      what: 'Too many notices',
      free: 1,
      lockSeconds: 12 * HOUR,
      maxLockSeconds: 24 * HOUR,
    },
    loginFromAddress: {
      what: 'Too many log-in attempts from this network',
      free: config.loginFailuresPerAddress,
      lockSeconds: MINUTE,
      maxLockSeconds: 15 * MINUTE,
    },
    loginFromNetwork: {
      what: 'Too many log-in attempts from this part of the network',
      free: OF_A_NETWORK * config.loginFailuresPerAddress,
      lockSeconds: MINUTE,
      maxLockSeconds: 15 * MINUTE,
    },
    /** Sign-up and reset mails: nobody's inbox shall be filled. */
    mailsToAddress: {
      what: 'Too many mails to this address',
      free: config.mailsPerRecipient,
      lockSeconds: 15 * MINUTE,
      maxLockSeconds: 24 * HOUR,
    },
    mailsToAddressFromAll: {
      what: 'Too many mails to this address from everywhere',
      free: OF_A_NETWORK * config.mailsPerRecipient,
      lockSeconds: 15 * MINUTE,
      maxLockSeconds: 24 * HOUR,
    },
    mailsFromAddress: {
      what: 'Too many requests from this network',
      free: config.mailsPerAddress,
      lockSeconds: 15 * MINUTE,
      maxLockSeconds: HOUR,
    },
  } satisfies Record<string, Limit>;
}

export type Limits = ReturnType<typeof limitsOf>;
