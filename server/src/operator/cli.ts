/** `npm run admin -- VERB EMAIL …`: accounts from the shell, whether the server runs or not. */
import { english, saidIn } from '@pace/contract';
import { parseArgs } from 'node:util';
import type { z } from 'zod';
import { ConfigError, readConfig } from '../config/config.ts';
import { DirectoryLocked } from '../storage/directoryLock.ts';
import { keepPrivate } from '../storage/privateFolder.ts';
import { operate, OperatorError, OperatorRequestSchema, type OperatorRequest } from './accounts.ts';
import { askRunningServer } from './socket.ts';

const USAGE = `Accounts of Pace. DATA_DIR and DATABASE_URL are read as by the server, which may be running.

  npm run admin -- create EMAIL [--type admin|teacher|student|free] [--name N] [--surname S] [--company C]
  npm run admin -- promote EMAIL [--type admin|teacher|student|free]
  npm run admin -- reset EMAIL       a new password; ends all sessions and forgives failed log-ins
  npm run admin -- disable EMAIL
  npm run admin -- enable EMAIL      also approves an account that was never confirmed
  npm run admin -- list

A password is made and printed; to choose one, put it into PACE_ADMIN_PASSWORD.
`;

class Usage extends Error {}

async function main(): Promise<void> {
  const request = readRequest(process.argv.slice(2));
  const config = readConfig(process.env);
  const running = await askRunningServer(config.dataDir, request);
  if (running) {
    if (!running.ok) throw new OperatorError(running.text);
    process.stdout.write(`${running.text}\n`);
    return;
  }
  await keepPrivate(config.dataDir);
  // A running server has it open: most uses do without.
  const { openDatabase } = await import('../storage/database.ts');
  const database = await openDatabase(config);
  try {
    process.stdout.write(`${await operate(database.db, request)}\n`);
  } finally {
    await database.close();
  }
}

function readRequest(args: string[]): OperatorRequest {
  const options = { type: 'string' } as const;
  let given;
  try {
    given = parseArgs({
      args,
      allowPositionals: true,
      options: { type: options, name: options, surname: options, company: options },
    });
  } catch (error) {
    throw new Usage(error instanceof Error ? error.message : String(error));
  }
  const [verb, email, ...more] = given.positionals;
  if (verb === undefined || more.length > 0) throw new Usage('');
  const parsed = OperatorRequestSchema.safeParse({
    verb,
    email,
    ...given.values,
    password: process.env['PACE_ADMIN_PASSWORD'],
  });
  if (!parsed.success) throw new Usage(sentence(parsed.error));
  return parsed.data;
}

function sentence(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return '';
  if (issue.code === 'invalid_union') return 'This is no verb of it.';
  const said = saidIn(issue.message);
  return said ? english(said) : issue.message;
}

main().catch((error: unknown) => {
  const isExplained =
    error instanceof OperatorError || error instanceof ConfigError || error instanceof DirectoryLocked;
  if (error instanceof Usage) process.stderr.write(`${error.message ? `${error.message}\n\n` : ''}${USAGE}`);
  else if (isExplained) process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(error instanceof Usage ? 2 : 1);
});
