import type { Logger } from 'pino';
import type { AccessTokens } from './auth/accessTokens.ts';
import type { LoginThrottle } from './auth/loginThrottle.ts';
import type { Config } from './config/config.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Engines } from './runs/enginePort.ts';
import type { RunDesk } from './runs/runDesk.ts';
import type { Database, OpenDatabase } from './storage/database.ts';
import type { ProjectFiles } from './storage/runFolder.ts';

/** What commands work with; wired once in `server.ts`. */
export interface Services {
  config: Config;
  log: Logger;
  db: Database;
  databaseKind: OpenDatabase['kind'];
  files: ProjectFiles;
  mailer: Mailer;
  accessTokens: AccessTokens;
  throttle: LoginThrottle;
  engines: Engines;
  runs: RunDesk;
  /** What links in mails begin with. */
  publicUrl(): string;
}

/** Facts of a request that commands may need. */
export interface Caller {
  address: string;
  acceptLanguage: string | undefined;
}
