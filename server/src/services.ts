import type { Logger } from 'pino';
import type { AccessTokens } from './auth/accessTokens.ts';
import type { KnownDevices } from './auth/knownDevice.ts';
import type { Limits } from './auth/limits.ts';
import type { Throttle } from './auth/throttle.ts';
import type { Config } from './config/config.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Engines } from './runs/enginePort.ts';
import type { RunService } from './runs/runService.ts';
import type { Readiness } from './readiness.ts';
import type { Checksums } from './storage/checksums.ts';
import type { Database, OpenDatabase } from './storage/database.ts';
import type { KeptReports } from './storage/keptReports.ts';
import type { ProjectFiles } from './storage/projectFiles.ts';

/** What commands work with; wired once in `server.ts`. */
export interface Services {
  config: Config;
  log: Logger;
  db: Database;
  databaseKind: OpenDatabase['kind'];
  files: ProjectFiles;
  /** Of meshes and results, for lists and screens */
  reports: KeptReports;
  /** Of finished runs, looked at before their files are read */
  checksums: Checksums;
  mailer: Mailer;
  accessTokens: AccessTokens;
  knownDevices: KnownDevices;
  throttle: Throttle;
  limits: Limits;
  engines: Engines;
  runs: RunService;
  metrics: Metrics;
  readiness: Readiness;
  startedAt: Date;
  /** What links in mails begin with. */
  publicUrl(): string;
}

/** Facts of a request that commands may need. */
export interface Caller {
  address: string;
  acceptLanguage: string | undefined;
  /** Value of the session cookie, if the request comes from a page of ours and carries one. */
  sessionCookie: string | undefined;
  /** By which a browser shows that the owner of an account has logged in there before */
  deviceCookie: string | undefined;
}
