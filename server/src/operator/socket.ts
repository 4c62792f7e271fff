import { chmod, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import type { Database } from '../storage/database.ts';
import { operate, OperatorError, OperatorRequestSchema, type OperatorRequest } from './accounts.ts';

/**
 * How `npm run admin` reaches a server that runs: a socket in the data directory that only the account of the server
 * can open. Who can is who could read the database anyway. One line of JSON each way.
 */
export const socketPath = (dataDir: string): string => join(dataDir, 'operator.sock');

const AnswerSchema = z.object({ ok: z.boolean(), text: z.string() });
/** What the kernel takes as a path of a socket (sun_path, 108 bytes with the ending zero). */
const MAX_PATH_BYTES = 107;
const PATIENCE_MS = 30_000;

export interface OperatorDoor {
  close(): Promise<void>;
}

export async function openOperatorDoor(db: Database, config: Config, log: Logger): Promise<OperatorDoor> {
  const path = socketPath(config.dataDir);
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) {
    log.warn({ path }, 'the path of the data directory is too long for "npm run admin" on a running server');
    return { close: () => Promise.resolve() };
  }
  await rm(path, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    createInterface({ input: socket }).once('line', (line) => {
      void answer(db, line, log).then((text) => socket.end(`${text}\n`));
    });
  });
  await listen(server, path);
  await chmod(path, 0o600);
  return {
    close: () => {
      for (const socket of open) socket.destroy();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // Nobody else may connect in the moment before the rights of the file are narrowed.
    const before = process.umask(0o177);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
    process.umask(before);
  });
}

async function answer(db: Database, line: string, log: Logger): Promise<string> {
  try {
    const request = OperatorRequestSchema.parse(JSON.parse(line));
    return JSON.stringify({ ok: true, text: await operate(db, request) });
  } catch (error) {
    if (!(error instanceof OperatorError)) log.error({ err: error }, "an operator's request failed");
    return JSON.stringify({ ok: false, text: error instanceof Error ? error.message : String(error) });
  }
}

/** Asks a running server. @returns undefined if none listens there */
export function askRunningServer(
  dataDir: string,
  request: OperatorRequest,
): Promise<z.infer<typeof AnswerSchema> | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath(dataDir));
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('The server does not answer.')));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED' || error.code === 'EINVAL')
        resolve(undefined);
      else reject(error);
    });
    createInterface({ input: socket })
      .once('line', (line) => resolve(AnswerSchema.parse(JSON.parse(line))))
      .on('error', () => undefined);
    socket.write(`${JSON.stringify(request)}\n`);
  });
}
