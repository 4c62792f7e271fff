// @ts-check
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { ESLint } from 'eslint';
import { ROOT } from '../steps/paths.mjs';

/** What must not be imported where: a file that is there, and an import that the linter has to refuse in it. */
const REFUSED = [
  ['server/src/auth/network.ts', "import { x } from '../commands/logIn.ts';"],
  ['server/src/auth/network.ts', "import { eq } from 'drizzle-orm';"],
  ['server/src/demo/models.ts', "import { x } from '../runs/perform.ts';"],
  ['server/src/demo/models.ts', "import { users } from '../storage/schema.ts';"],
  ['server/src/mail/letter.ts', "import type { UserRow } from '../storage/schema.ts';"],
  ['server/src/metrics/gauges.ts', "import { x } from '../commands/usage.ts';"],
  ['server/src/metrics/gauges.ts', "import { runs } from '../storage/schema.ts';"],
  ['server/src/config/config.ts', "import { x } from '../storage/database.ts';"],
  ['server/src/commands/logIn.ts', "import { users } from '../storage/schema.ts';"],
  ['server/src/commands/admin/users.ts', "import type { SQL } from 'drizzle-orm';"],
  ['server/src/runs/perform.ts', "import { sql } from 'drizzle-orm';"],
  ['server/src/routes/admin.ts', "import { sql } from 'drizzle-orm';"],
  ['server/src/presenters/user.ts', "import { users } from '../storage/schema.ts';"],
  ['server/src/operator/accounts.ts', "import { users } from '../storage/schema.ts';"],
  ['server/src/policies/quotas.ts', "import { eq } from 'drizzle-orm';"],
  ['server/src/server.ts', "import pg from 'pg';"],
  ['server/test/runs.test.ts', "import { waitUntil } from '../../e2e/support/wait.ts';"],
  ['e2e/test/units.test.ts', "import { x } from '../../server/test/support/testServer.ts';"],
  ['benchmarks/load.ts', "import { x } from '../server/test/support/testServer.ts';"],
  ['tools/showcase/walk.mjs', "import { x } from '../../e2e/support/steps.ts';"],
  ['testing/freePort.ts', "import { x } from '../server/src/problem.ts';"],
];

/** What looks alike and is right. */
const ALLOWED = [
  ['server/src/commands/logIn.ts', "import type { UserRow } from '../storage/schema.ts';"],
  ['server/src/commands/logIn.ts', "import { x } from '../storage/userRows.ts';"],
  ['server/src/storage/userRows.ts', "import { eq } from 'drizzle-orm';"],
  ['server/src/runs/runRows.ts', "import { runs } from '../storage/schema.ts';"],
  ['server/src/metrics/gauges.ts', "import { x } from '../runs/readRuns.ts';"],
  ['server/test/runs.test.ts', "import { freePort } from '../../testing/freePort.ts';"],
  ['e2e/test/units.test.ts', "import { sphereUnv } from '../../testing/sphereUnv.ts';"],
];

test('the linter refuses an import out of a room through the wrong door, and no other', async () => {
  const linter = new ESLint({ cwd: ROOT });
  /** @param {readonly (readonly string[])[]} cases @returns {Promise<string[]>} those that are refused */
  const refusedOf = async (cases) => {
    const answers = cases.map(async ([file = '', line = '']) => {
      const [result] = await linter.lintText(`${line}\n`, { filePath: join(ROOT, file) });
      const isRefused = result?.messages.some(({ ruleId }) => ruleId?.endsWith('no-restricted-imports'));
      return isRefused ? [`${file}: ${line}`] : [];
    });
    return (await Promise.all(answers)).flat();
  };
  assert.deepEqual(
    await refusedOf(REFUSED),
    REFUSED.map(([file, line]) => `${file}: ${line}`),
  );
  assert.deepEqual(await refusedOf(ALLOWED), []);
});

test('only runRows.ts changes rows of runs, and only projectChanges.ts rows of projects', () => {
  const folder = join(ROOT, 'server/src');
  const writers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) =>
      [
        ...readFileSync(join(folder, name), 'utf8').matchAll(
          /\.(?:insert|update|delete)\((runs|projects)\)/g,
        ),
      ].map(([, table]) => `${table}: ${relative(ROOT, join(folder, name))}`),
    );
  assert.deepEqual([...new Set(writers)].sort(), [
    'projects: server/src/storage/projectChanges.ts',
    'runs: server/src/runs/runRows.ts',
  ]);
});
