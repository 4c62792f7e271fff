import type { Study } from '@pace/contract';
import { count, eq, isNotNull } from 'drizzle-orm';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { projects, runs, studyVariants } from '../src/storage/schema.ts';
import { unvModel } from './support/fakeEngines.ts';
import { PaceProcess } from './support/paceProcess.ts';
import {
  type Client,
  environmentOf,
  HANGS_MS,
  newDataDir,
  registration,
  TestServer,
} from './support/testServer.ts';

/** PACE_TEST_VARIANTS=200 for the study of the record (docs/studies.md). */
const VARIANTS = Number(process.env['PACE_TEST_VARIANTS'] ?? 24);
const KILLS = 3;

async function studyOf(who: Client, id: string): Promise<Study> {
  return (await who.call('getStudy', { query: { id } })).result;
}

async function until(who: Client, id: string, isDone: (study: Study) => boolean): Promise<Study> {
  for (const deadline = Date.now() + HANGS_MS; ;) {
    const study = await studyOf(who, id);
    if (isDone(study)) return study;
    if (Date.now() > deadline) throw new Error(`the study stays in ${JSON.stringify(study.counts)}`);
    await sleep(20);
  }
}

test('a study whose server is killed again and again loses no variant and doubles none', async () => {
  const dataDir = await newDataDir();
  const environment = {
    ...(await environmentOf(dataDir)),
    PACE_LEASE_SECONDS: '2',
    PACE_QUOTA_QUEUED: '200',
  };
  let server = await PaceProcess.start('all', environment);
  let client: Client;
  try {
    const start = server.asServer(dataDir);
    const email = 'study@company.example';
    await start.guest().call('register', { body: registration(email) });
    await start.guest().call('confirm', { query: { enc: await start.tokenMailedTo(email) } });
    client = await start.logIn(email);
    const { token } = client;
    const { id: projectId } = await client.projectWithMesh(unvModel({ metresPerUnit: 1 }));
    await client.call('input', { body: { projectId, scalefactor: 1, numberofiterations: 1 } });
    const values = { range: { from: 1e9, to: 2e9, count: VARIANTS } };
    const { result } = await client.call('createStudy', {
      body: {
        ...{ projectId, name: 'Killed' },
        definition: {
          parameters: [{ target: { kind: 'frequency' }, values }],
          sampling: { kind: 'grid' },
          objectives: [{ statistic: 'maximum' }],
        },
      },
    });
    const { id } = result as Study;
    for (let kill = 1; kill <= KILLS; kill++) {
      const ended = Math.floor((kill * VARIANTS) / (KILLS + 2));
      await until(client, id, ({ counts }) => counts.finished >= ended);
      await server.end('SIGKILL');
      // An embedded database that was killed leaves its lock.
      await rm(join(dataDir, 'db', 'postmaster.pid'), { force: true });
      server = await PaceProcess.start('all', environment);
      client = server.asServer(dataDir).as(token!);
    }
    const study = await until(client, id, ({ status }) => status === 'Finished');
    expect(study.counts).toEqual({ planned: 0, active: 0, finished: VARIANTS, failed: 0, cancelled: 0 });
    expect(study.variants.map(({ number }) => number)).toEqual(
      Array.from({ length: VARIANTS }, (_, i) => i + 1),
    );
    expect(new Set(study.variants.map(({ values: [hz] }) => hz)).size).toBe(VARIANTS);
    expect(new Set(study.variants.map((one) => one.projectId)).size).toBe(VARIANTS);
    for (const one of study.variants) {
      const path = join(dataDir, 'projects', one.projectId!, 'results', 'monostatic.json');
      const { monoStaticRcs } = JSON.parse(await readFile(path, 'utf8')) as {
        monoStaticRcs: { frequency: number }[];
      };
      expect(monoStaticRcs.map(({ frequency }) => frequency)).toEqual(one.values);
    }
  } finally {
    await server.end('SIGTERM');
  }
  // What no row of the study speaks of is not there either: one project and one run a variant, and the base of the study.
  const again = await TestServer.start({ dataDir });
  try {
    const [ofStudy] = await again.db.select({ n: count() }).from(projects).where(isNotNull(projects.studyId));
    expect(ofStudy?.n).toBe(VARIANTS + 1);
    const solved = await again.db.select({ id: runs.id }).from(runs).where(eq(runs.kind, 'solver'));
    expect(solved).toHaveLength(VARIANTS);
    expect(await again.db.select().from(studyVariants)).toHaveLength(VARIANTS);
  } finally {
    await again.stop();
  }
});
