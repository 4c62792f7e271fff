import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { openQueue } from '../../src/runs/queue.ts';
import { openDatabase } from '../../src/storage/database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    template: string;
  }
}

/** Making an embedded database takes seconds; it is made once and every test file copies it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'pace-template-'));
  const database = await openDatabase({ dataDir: folder });
  const nothing = () => Promise.resolve();
  const queue = await openQueue(
    database.executeSql,
    { launch: nothing, reconcile: nothing },
    pino({ level: 'silent' }),
  );
  await queue.close();
  await database.close();
  project.provide('template', folder);
  return () => rm(folder, { recursive: true, force: true });
}
