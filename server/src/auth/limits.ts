import type { Config } from '../config/config.ts';
import type { Limit } from './throttle.ts';

const MINUTE = 60;
const HOUR = 3600;

/** How often what may be tried. Per account it stops guessing one password, per network address trying many accounts. */
export function limitsOf(config: Config) {
  return {
    loginOfAccount: {
      what: 'Too many log-in attempts',
      free: config.loginFailuresPerAccount,
      lockSeconds: MINUTE,
      maxLockSeconds: HOUR,
    },
    loginFromAddress: {
      what: 'Too many log-in attempts from this network',
      free: config.loginFailuresPerAddress,
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
    mailsFromAddress: {
      what: 'Too many requests from this network',
      free: config.mailsPerAddress,
      lockSeconds: 15 * MINUTE,
      maxLockSeconds: HOUR,
    },
  } satisfies Record<string, Limit>;
}

export type Limits = ReturnType<typeof limitsOf>;
