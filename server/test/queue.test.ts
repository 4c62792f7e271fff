import { rm } from 'node:fs/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openQueue } from '../src/runs/queue.ts';
import { openDatabase, type OpenDatabase } from '../src/storage/database.ts';
import { HANGS_MS, newDataDir } from './support/testServer.ts';

const SILENT = pino({ level: 'silent' });
const PATIENCE = { timeout: HANGS_MS, interval: 50 };

let database: OpenDatabase;
let dataDir: string;
beforeAll(async () => {
  dataDir = await newDataDir({ embedded: true });
  database = await openDatabase({ dataDir });
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** What marks a job as done or as failed. */
const isAnswer = (text: string) => /UPDATE pgboss\.job[\s\S]*(?:completed|failed)/i.test(text);

test('a database that is away when a job is marked as done ends no process, and the next job is taken', async () => {
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown): void => void rejections.push(reason);
  process.on('unhandledRejection', onRejection);
  let refused = 0;
  let isAway = true;
  const launch = vi.fn(() => Promise.resolve());
  const queue = await openQueue(
    (text, values) => {
      if (isAway && isAnswer(text)) {
        refused += 1;
        return Promise.reject(new Error('timeout exceeded when trying to connect'));
      }
      return database.executeSql(text, values);
    },
    { launch, reconcile: () => Promise.resolve() },
    SILENT,
  );
  try {
    await queue.announce('00000000-0000-0000-0000-000000000001');
    await vi.waitFor(() => expect(refused).toBeGreaterThan(0), PATIENCE);
    await vi.waitFor(() => expect(launch).toHaveBeenCalledTimes(1), PATIENCE);
    isAway = false;
    await queue.announce('00000000-0000-0000-0000-000000000002');
    await vi.waitFor(() => expect(launch).toHaveBeenCalledTimes(2), PATIENCE);
    expect(rejections).toEqual([]);
  } finally {
    process.off('unhandledRejection', onRejection);
    await queue.close();
  }
});
