/**
 * The mesher from a shell, without the server:
 *   npx tsx server/src/engines/cli.ts mesh MODEL.step --size-mm 10 --out DIR [--algorithm 6] [--tolerance 10] [--refinement 10] [--flat]
 *     [--graded [--elements-per-turn 20] [--finest 5]]
 *   npx tsx server/src/engines/cli.ts import MESH --out DIR [--metres-per-unit 0.0254] [--frequency-hz 1e9] [--merge-seams]
 */
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MesherOptionsSchema, modelFormatOf, type MeshReport } from '@pace/contract';
import { EngineError } from './errors.ts';
import { importUnv, meshStep, type ImportUnvRequest } from './mesher.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    'size-mm': { type: 'string' },
    algorithm: { type: 'string' },
    tolerance: { type: 'string' },
    refinement: { type: 'string' },
    flat: { type: 'boolean' },
    graded: { type: 'boolean' },
    'elements-per-turn': { type: 'string' },
    finest: { type: 'string' },
    'metres-per-unit': { type: 'string' },
    'frequency-hz': { type: 'string' },
    'merge-seams': { type: 'boolean' },
  },
});

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

try {
  const [verb, model] = positionals;
  if (!model || !values.out || (verb !== 'mesh' && verb !== 'import')) {
    throw new Error('Usage: cli.ts mesh MODEL.step --size-mm 10 --out DIR | import MESH --out DIR');
  }
  await mkdir(values.out, { recursive: true });
  const format = modelFormatOf(model) ?? 'UNV';
  const file = verb === 'mesh' ? 'model.step' : `model.${format.toLowerCase()}`;
  await copyFile(model, join(values.out, file));
  print(await (verb === 'mesh' ? mesh(values.out) : bring(values.out, { file, format })));
} catch (error) {
  console.error(error instanceof EngineError ? `${error.code}: ${error.detail}` : String(error));
  process.exitCode = 1;
}

function mesh(folder: string): Promise<MeshReport> {
  const options = MesherOptionsSchema.parse({
    mesh_size: number(values['size-mm']),
    algorithm: number(values.algorithm),
    tolerans_Percentage: number(values.tolerance),
    refinement_step: number(values.refinement),
    curvedElements: values.flat !== true,
    gradedMesh: values.graded === true,
    gradedElementsPerTurn: number(values['elements-per-turn']),
    gradedFactor: number(values.finest),
  });
  const onProgress = (text: string, fraction: number) =>
    console.error(`${Math.round(100 * fraction)} % ${text}`);
  return meshStep({ folder, options, signal: stop.signal, onProgress });
}

function bring(folder: string, model: NonNullable<ImportUnvRequest['model']>): Promise<MeshReport> {
  const metresPerUnit = number(values['metres-per-unit']);
  const frequencyHz = number(values['frequency-hz']);
  return importUnv({
    folder,
    model,
    mergeSeams: values['merge-seams'] ?? false,
    signal: stop.signal,
    ...(metresPerUnit !== undefined && { metresPerUnit }),
    ...(frequencyHz !== undefined && { frequencyHz }),
  });
}

function number(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function print(report: MeshReport): void {
  console.log(`${report.triangles} triangles, ${report.vertices} vertices, ${report.unknownsRwg} unknowns`);
  for (const part of report.parts) {
    console.log(
      `  part ${part.index} "${part.name}": ${part.triangles} triangles, ${part.areaM2.toPrecision(5)} m²`,
    );
  }
  for (const finding of report.findings)
    console.log(`  ${finding.severity} ${finding.code}: ${finding.sentence}`);
}
