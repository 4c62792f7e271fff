import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDatabaseUnavailable } from './storage/databaseUnavailable.ts';
import { DatabaseUnreadable } from './storage/database.ts';
import { isDiskFull } from './storage/diskSpace.ts';

/** Why the server cannot start, as a sentence that says what to do; undefined where only the trace of the error can help. */
export function startProblem(error: unknown, dataDir: string): string | undefined {
  if (error instanceof DatabaseUnreadable) return error.message;
  if (isDiskFull(error))
    return `The disk of ${dataDir} (DATA_DIR) is full, so the server cannot start. Make room and start it again.`;
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR')
    return `${placeOf(path ?? dataDir)} cannot be written (${code}). Give it to the account that runs the server, or set DATA_DIR and PACE_PROJECTS_DIR to folders that it may write.`;
  if (isDatabaseUnavailable(error))
    return 'The database of DATABASE_URL does not answer. Start it, or check address, name and password in DATABASE_URL.';
  return undefined;
}

/** Of a file that could not be made, its folder. */
const placeOf = (path: string): string => (existsSync(path) ? path : dirname(path));
