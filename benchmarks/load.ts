/**
 * Does it hold: `npm run bench:load [-- --database pglite|postgresql] [--people N] [--seconds N]`. A server process of its own, 200
 * people who look at their runs every three seconds, a quarter of whom upload a mesh in chunks and a tenth start a solver
 * run, all at once. Everybody has an account and an address, and the limits are those that the product has by default.
 * `--minutes N`: instead, so many people for N minutes with 5 uploads and 2 runs a minute, and whether memory and handles of
 * the server stay flat; fails if they grow. `--profile FOLDER`: a profile of the server's processor time.
 * Writes benchmarks/load.json and docs/benchmarks-load.md; what is there of the other database stays. PACE_SOLVER names
 * another solver.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Cluster } from '../testing/postgresql.ts';
import { soakSection, writeLoadPage, type DatabaseName, type LoadRecord } from './study/loadPage.ts';
import { loadServer, soakServer } from './study/loadServer.ts';
import { thisMachine } from './study/machine.ts';

const DATABASES: readonly DatabaseName[] = ['pglite', 'postgresql'];
const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    people: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    minutes: { type: 'string' },
    profile: { type: 'string' },
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
    const common = {
      databaseUrl: cluster?.url(),
      people: Number(values.people),
      say: (text: string) => process.stdout.write(`${database}: ${text}\n`),
    };
    if (values.minutes === undefined) {
      const result = await loadServer({
        ...common,
        seconds: Number(values.seconds),
        profile: values.profile,
      });
      record.databases[database] = { machine, ...result };
    } else {
      const soak = { machine, ...(await soakServer({ ...common, minutes: Number(values.minutes) })) };
      (record.soaks ??= {})[database] = soak;
      process.stdout.write(`${soakSection(database, soak)}\n`);
      if ([soak.memoryMib, soak.handles].some(({ verdict }) => verdict === 'grows')) process.exitCode = 1;
    }
    writeFileSync(FILE, `${JSON.stringify(record, null, 2)}\n`);
    writeLoadPage(record, join(HERE, '..', 'docs', 'benchmarks-load.md'));
  } finally {
    await cluster?.remove();
  }
}
