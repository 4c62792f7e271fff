/**
 * Error against unknowns, flat and curved triangles: `npm run convergence [-- --only BODY] [--threads N] [--again]`. Bodies by
 * the CFIE on meshes from λ/4 to λ/20, complex far fields against the exact series or a curved solution of λ/30. Writes
 * validation/convergence.json, docs/convergence.md and docs/curved-convergence.svg. Points that are recorded are not solved
 * again without `--again`; `--report-only` solves nothing. PACE_SOLVER names another solver.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { VALIDATION_FOLDER } from './study/caseFile.ts';
import { BODIES, DENSITIES, type Body } from './study/convergence/bodies.ts';
import { Measuring, type Point } from './study/convergence/measuring.ts';
import { writeConvergencePage, type Convergence } from './study/convergence/page.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    threads: { type: 'string', default: String(availableParallelism()) },
    again: { type: 'boolean', default: false },
    'report-only': { type: 'boolean', default: false },
  },
});
const RECORD = join(VALIDATION_FOLDER, 'convergence.json');

const record: Convergence = existsSync(RECORD)
  ? (JSON.parse(readFileSync(RECORD, 'utf8')) as Convergence)
  : { bodies: {} };
if (!values['report-only'])
  for (const body of BODIES)
    if (values.only === undefined || values.only.split(',').includes(body.id)) await follow(body);
writeConvergencePage(record, join(VALIDATION_FOLDER, '..', 'docs'));

async function follow(body: Body): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pace-convergence-'));
  const points: Point[] = values.again ? [] : (record.bodies[body.id]?.points ?? []);
  try {
    const measuring = new Measuring(body, folder, Number(values.threads));
    for (const perWavelength of body.densities ?? DENSITIES)
      for (const curved of [false, true]) {
        if (points.some((p) => p.perWavelength === perWavelength && p.curved === curved)) continue;
        const point = await measuring.point(perWavelength, curved);
        points.push(point);
        console.log(
          `${body.id} λ/${perWavelength} ${curved ? 'curved' : 'flat'}: ${point.unknowns} unknowns, ${point.method}, ` +
            `${(100 * point.error).toPrecision(2)} %, ${point.coreSeconds.toFixed(1)} core-s ${point.publishedDb?.map((d) => d.toFixed(3)).join('/') ?? ''}`,
        );
        record.bodies[body.id] = { measuredOn: new Date().toISOString().slice(0, 10), points };
        writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
      }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
