import { ENGINE_NAMES, type EngineName } from '@pace/contract';
import { ConfigError, type Config } from './config/config.ts';

/** `all` in one process, or the web with its API here and the work on runs elsewhere. */
export const ROLES = ['all', 'api', 'worker'] as const;
export type Role = (typeof ROLES)[number];

const USAGE = `Usage: main.ts [all | api | worker [--engine ${ENGINE_NAMES.join(' | ')}]]`;

/** What the command line asks for; an engine it does not name is that of the configuration. @throws ConfigError */
export function readRole(args: readonly string[]): { role: Role; engine: EngineName | undefined } {
  const [word = 'all', ...options] = args;
  const role = ROLES.find((name) => name === word);
  if (!role) throw new ConfigError(`There is no role "${word}".\n${USAGE}`);
  if (options.length === 0) return { role, engine: undefined };
  const [option, value, ...more] = options;
  const engine = ENGINE_NAMES.find((name) => name === value);
  if (role === 'api' || option !== '--engine' || !engine || more.length > 0)
    throw new ConfigError(`This cannot be understood: ${args.join(' ')}.\n${USAGE}`);
  return { role, engine };
}

/** Several processes need a database and files that all of them reach. @throws ConfigError */
export function requireShared(role: Role, config: Pick<Config, 'databaseUrl'>): void {
  if (role === 'all' || config.databaseUrl !== undefined) return;
  throw new ConfigError(
    `A separate ${role === 'api' ? 'web process' : 'worker'} needs DATABASE_URL (postgres://…): the embedded database can be opened by one process only. ` +
      'Set it for every process, and give all of them the same project files: PACE_PROJECTS_DIR on a folder they share, or PACE_S3_BUCKET.',
  );
}
