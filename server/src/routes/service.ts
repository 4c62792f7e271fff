import { SERVER_VERSION } from '../config/version.ts';
import type { Services } from '../services.ts';
import type { Handlers } from './call.ts';

export function serviceHandlers(services: Services): Handlers<'health'> {
  return {
    health: async () => ({
      result: {
        status: 'ok',
        version: SERVER_VERSION,
        database: services.databaseKind,
        solver: await solverVersion(services),
      },
    }),
  };
}

async function solverVersion(services: Services): Promise<string> {
  try {
    return await services.engines.solverVersion();
  } catch {
    return 'not installed';
  }
}
