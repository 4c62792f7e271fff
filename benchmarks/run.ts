/**
 * Is it fast: `npm run bench [-- --tries N] [--large]`. Assembly and factorization of a dense problem by each equation and
 * thread count, beside what `pace estimate` predicted. Writes benchmarks/results.json and docs/benchmarks.md.
 * PACE_SOLVER names another solver.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { meshFile } from '../validation/study/meshBuilding.ts';
import { measure, type Benchmark, type BenchmarkResult } from './study/benchmark.ts';
import { writeBenchmarksPage, type BenchmarkRecord } from './study/benchmarksPage.ts';
import { thisMachine } from './study/machine.ts';

const { values } = parseArgs({
  options: { tries: { type: 'string', default: '3' }, large: { type: 'boolean', default: false } },
});

const HERE = dirname(fileURLToPath(import.meta.url));
/** About 5 000 unknowns, edges a tenth of a wavelength. */
const STANDARD = { radiusOverWavelength: 1, edgeOverWavelength: 0.098 };
/** How the prediction follows the size, and edges so long that the far rule has more points. */
const SMALLER = { radiusOverWavelength: 0.65, edgeOverWavelength: 0.098 };
const COARSE = { radiusOverWavelength: 1.5, edgeOverWavelength: 0.155 };
const LARGER = { radiusOverWavelength: 1.4, edgeOverWavelength: 0.098 };

const threadCounts = availableParallelism() > 1 ? [1, 2] : [1];
const mostThreads = Math.max(...threadCounts);
const benchmarks: Benchmark[] = [
  ...threadCounts.flatMap((threads) =>
    (['EFIE', 'MFIE', 'CFIE'] as const).map((equation) => ({
      name: `${equation}, ${threads} thread${threads === 1 ? '' : 's'}`,
      equation,
      threads,
      ...STANDARD,
    })),
  ),
  { name: 'smaller', equation: 'CFIE', threads: mostThreads, ...SMALLER },
  { name: 'edges longer than a sixth of a wavelength', equation: 'CFIE', threads: mostThreads, ...COARSE },
  ...(values.large ? [{ name: 'larger', equation: 'CFIE' as const, threads: mostThreads, ...LARGER }] : []),
];

const record: BenchmarkRecord = { machine: thisMachine(), tries: Number(values.tries), results: [] };
const folder = mkdtempSync(join(tmpdir(), 'pace-benchmark-mesh-'));
try {
  for (const benchmark of benchmarks) {
    const { radiusOverWavelength: radius, edgeOverWavelength: edge } = benchmark;
    const mesh = meshFile(
      { script: 'geometry/sphere.geo', numbers: { radius, edge }, metresPerUnit: 1 },
      folder,
    );
    const result = await measure(benchmark, mesh, record.tries);
    record.results.push(result);
    print(result);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
record.machine.loadAverageAfter = loadavg()[0] ?? NaN;
writeFileSync(join(HERE, 'results.json'), `${JSON.stringify(record, null, 2)}\n`);
writeBenchmarksPage(record, join(dirname(HERE), 'docs'));

function print(result: BenchmarkResult): void {
  const { name, unknowns, entriesPerCoreSecond, luGflopsPerCore, seconds, predictedSeconds } = result;
  console.log(
    `${name}: ${unknowns} unknowns, ${(entriesPerCoreSecond / 1e6).toFixed(2)} million entries per second and core, ` +
      `LU ${luGflopsPerCore.toFixed(1)} GFlop/s per core, ${seconds.toFixed(1)} s (predicted ${predictedSeconds.toFixed(1)} s)`,
  );
}
