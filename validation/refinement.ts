/**
 * Does refining where it matters pay: `npm run refinement [-- --only BODY] [--threads N]`. Writes validation/refinement.json and
 * docs/refinement.md; `--report-only` solves nothing. PACE_SOLVER names another solver.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { VALIDATION_FOLDER } from './study/caseFile.ts';
import { REFINED_BODIES, type RefinedBody } from './study/refinement/bodies.ts';
import { Refining, type RefinedPoint } from './study/refinement/measuring.ts';
import { writeRefinementPage, type BodyRecord, type RefinementRecord } from './study/refinement/page.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    threads: { type: 'string', default: String(availableParallelism()) },
    'report-only': { type: 'boolean', default: false },
  },
});
const RECORD = join(VALIDATION_FOLDER, 'refinement.json');
/** Times as many triangles as the coarsest mesh has. */
const FACTORS = [1.5, 2.2, 3.2];
/** The same twice, one after the other. */
const TWICE = 1.6;

const record: RefinementRecord = existsSync(RECORD)
  ? (JSON.parse(readFileSync(RECORD, 'utf8')) as RefinementRecord)
  : {};
if (!values['report-only'])
  for (const body of REFINED_BODIES)
    if (values.only === undefined || values.only.split(',').includes(body.id)) {
      record[body.id] = await measured(body);
      writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
    }
writeRefinementPage(record, join(VALIDATION_FOLDER, '..', 'docs'));

async function measured(body: RefinedBody): Promise<BodyRecord> {
  const folder = mkdtempSync(join(tmpdir(), 'pace-refinement-'));
  const points: RefinedPoint[] = [];
  const add = <T extends { point: RefinedPoint }>(made: T): T => {
    points.push(made.point);
    say(body, made.point);
    return made;
  };
  try {
    const refining = new Refining(body, folder, Number(values.threads));
    const referenceUnknowns = await refining.reference();
    const [coarsest, ...finer] = body.edgesM;
    const first = add(await refining.uniform(coarsest));
    for (const edgeM of finer) add(await refining.uniform(edgeM));
    for (const factor of FACTORS) add(await refining.refined(first.solved, coarsest, 1, factor));
    const once = await refining.refined(first.solved, coarsest, 1, TWICE);
    add(await refining.refined(once.solved, coarsest, 2, TWICE));
    return { measuredOn: new Date().toISOString().slice(0, 10), referenceUnknowns, points };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function say({ id }: RefinedBody, { from, unknowns, predicted, error, bar }: RefinedPoint): void {
  console.log(
    `${id} ${JSON.stringify(from)}: ${unknowns} unknowns (predicted ${predicted ?? '-'}), error ` +
      `${(100 * error).toPrecision(3)} %, bar ${(100 * bar).toPrecision(3)} %`,
  );
}
