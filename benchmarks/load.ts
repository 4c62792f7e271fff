/**
 * Does it hold: `npm run bench:load [-- --database pglite|postgresql] [--people N] [--seconds N]`. A server process of its own, 200
 * people who look at their runs every three seconds, a quarter of whom upload a mesh in chunks and a tenth start a solver
 * run, all at once. Everybody has an account and an address, and the limits are those that the product has by default.
 * Writes benchmarks/load.json and docs/benchmarks-load.md; what is there of the other database stays. PACE_SOLVER names
 * another solver.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Cluster } from '../server/test/support/cluster.ts';
import { writeLoadPage, type DatabaseName, type LoadRecord } from './study/loadPage.ts';
import { loadServer } from './study/loadServer.ts';
import { thisMachine } from './study/machine.ts';

const DATABASES: readonly DatabaseName[] = ['pglite', 'postgresql'];
const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    people: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
  },
});
const chosen = DATABASES.filter((name) => values.database === undefined || values.database === name);
if (chosen.length === 0)
  throw new Error(`There is no database "${values.database}": ${DATABASES.join(', ')}.`);

const HERE = dirname(fileURLToPath(import.meta.url));
const FILE = join(HERE, 'load.json');
const record: LoadRecord = existsSync(FILE)
  ? (JSON.parse(readFileSync(FILE, 'utf8')) as LoadRecord)
  : { databases: {} };

for (const database of chosen) {
  const cluster = database === 'postgresql' ? await Cluster.create() : undefined;
  try {
    const machine = thisMachine();
    const result = await loadServer({
      databaseUrl: cluster?.url(),
      people: Number(values.people),
      seconds: Number(values.seconds),
      say: (text) => process.stdout.write(`${database}: ${text}\n`),
    });
    record.databases[database] = { machine, ...result };
    writeFileSync(FILE, `${JSON.stringify(record, null, 2)}\n`);
    writeLoadPage(record, join(HERE, '..', 'docs', 'benchmarks-load.md'));
  } finally {
    await cluster?.remove();
  }
}
