/**
 * How long the longest edges of gmsh's meshes are, what mending them does and costs, and what MeshAdapt everywhere would
 * cost: the numbers behind server/src/mesher/longEdges.ts, as a table on stdout.
 *   npx tsx benchmarks/longEdges.ts [MODEL.step SIZE_MM…]
 */
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MesherOptionsSchema, defaultMeshSizeMm, type MeshReport } from '@pace/contract';
import { demoModel, demoModels } from '../server/src/demo/models.ts';
import { meshStep } from '../server/src/engines/index.ts';
import { ALGORITHM, longestEdgeM } from '../server/src/mesher/index.ts';

const TEST_MODELS = fileURLToPath(new URL('../testing/step', import.meta.url));

interface Case {
  name: string;
  sizeMm: number;
  /** Puts the model there */
  put: (file: string) => Promise<void>;
}

async function mesh({ sizeMm, put }: Case, algorithm: number): Promise<MeshReport> {
  const folder = await mkdtemp(join(tmpdir(), 'pace-long-edges-'));
  try {
    await put(join(folder, 'model.step'));
    return await meshStep({
      folder,
      options: MesherOptionsSchema.parse({ mesh_size: sizeMm, algorithm }),
      signal: new AbortController().signal,
      onProgress: () => {},
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

const ofFile = (file: string, sizeMm: number): Case => ({
  name: basename(file, '.step'),
  sizeMm,
  put: (target) => copyFile(file, target),
});

/** Every ready STEP model at a tenth of its wavelength, and the models of the tests. */
function usualCases(): Case[] {
  const ready = demoModels()
    .filter(({ type }) => type === 'STEP')
    .map(({ id, frequency }) => ({
      name: id,
      sizeMm: defaultMeshSizeMm(frequency),
      put: (file: string) => writeFile(file, demoModel(id).content),
    }));
  const ofTests = ['sphere', 'box-around-sphere', 'box-with-fin', 'fillet', 'plate', 'two-boxes'].flatMap(
    (name) => [250, 100, 60].map((sizeMm) => ofFile(join(TEST_MODELS, `${name}.step`), sizeMm)),
  );
  return [...ready, ...ofTests];
}

const [model, ...sizes] = process.argv.slice(2);
const cases = model ? sizes.map((size) => ofFile(model, Number(size))) : usualCases();
const asked: { name: string; algorithm: number }[] = [
  { name: 'Frontal-Delaunay', algorithm: ALGORITHM.frontalDelaunay },
  { name: 'Delaunay', algorithm: ALGORITHM.delaunay },
  { name: 'MeshAdapt', algorithm: ALGORITHM.meshAdapt },
];

console.log(
  '| model | mesh size [mm] | algorithm | triangles | longest edge / mesh size | after mending | outcome | s | of them again |',
);
console.log('|---|---|---|---|---|---|---|---|---|');
for (const one of cases) {
  for (const { name, algorithm } of asked) {
    const report = await mesh(one, algorithm);
    const { longEdges } = report.mesher!;
    const times = (lengthM: number) => ((1000 * lengthM) / one.sizeMm).toFixed(2);
    const cells = [
      one.name,
      one.sizeMm.toPrecision(4),
      name,
      report.triangles,
      times(longEdges?.longestM ?? longestEdgeM(report)),
      longEdges?.longestAfterM ? times(longEdges.longestAfterM) : '',
      longEdges?.outcome ?? '',
      report.mesher!.seconds.toFixed(1),
      longEdges ? longEdges.secondsAgain.toFixed(1) : '',
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
