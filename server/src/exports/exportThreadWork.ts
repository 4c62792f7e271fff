import {
  ffeFile,
  mshFile,
  objFile,
  scatteringMat,
  scatteringTable,
  stkBistaticFile,
  stkMonostaticFile,
  stlFile,
  vtuFile,
  type SurfaceData,
  type SurfaceMesh,
} from '@pace/contract/export';
import { stat, writeFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import type { CurrentsWork, ExportAnswer, ExportQuestion, ExportWork } from './exportWork.ts';
import { writeHdf5 } from './hdf5.ts';
import { writeRadarExplorer } from './radarExplorer.ts';
import { readUnvMesh } from './unvMesh.ts';

/** Numbers a vertex of complex vectors */
const VECTOR = 6;

/** In a thread of its own: writes a file for each message, one after the other. */
parentPort?.on('message', (question: ExportQuestion) => {
  answerTo(question).then(
    (answer) => parentPort?.postMessage({ answer }),
    (error: unknown) => parentPort?.postMessage({ failure: String(error) }),
  );
});

async function answerTo({ work, target, folder }: ExportQuestion): Promise<ExportAnswer> {
  if (work.format === 'h5') await writeHdf5(target, work.scattering, work.cuts);
  else if (work.format === 'radarexplorer')
    await writeRadarExplorer(target, folder, work.scattering, await readUnvMesh(work.mesh.unv));
  else await writeFile(target, await contentOf(work), { flag: 'wx' });
  return { bytes: (await stat(target)).size };
}

type InMemory = Exclude<ExportWork, { format: 'h5' | 'radarexplorer' }>;
type VtuWork = Extract<ExportWork, { format: 'vtu' }>;

async function contentOf(work: InMemory): Promise<string | Uint8Array> {
  if ('cuts' in work) return work.format === 'ffe' ? ffeFile(work.cuts) : stkBistaticFile(work.cuts);
  if ('frequencyHz' in work) return stkMonostaticFile(work.scattering, work.frequencyHz);
  if ('scattering' in work)
    return work.format === 'mat' ? scatteringMat(work.scattering) : scatteringTable(work.scattering);
  const data: SurfaceData = { name: work.mesh.name, mesh: await readUnvMesh(work.mesh.unv) };
  if (work.format === 'vtu') return currentsFile(data, work);
  if (work.format === 'msh') return mshFile(data);
  return work.format === 'stl' ? stlFile(data) : objFile(data);
}

/** The mesh alone where there are no currents. */
function currentsFile(data: SurfaceData, { illumination, currents }: VtuWork): Uint8Array {
  if (!illumination || !currents) return vtuFile(data);
  const { name, unit } = currents;
  return vtuFile(data, {
    ...illumination,
    vectors: [{ name, unit, values: inOrderOf(data.mesh, currents) }],
  });
}

/** Values at the vertices, then at the middles as the mesh numbers them; the solver has its own order of sides. */
function inOrderOf(
  { vertices, triangles, middles }: SurfaceMesh,
  { values, sides }: CurrentsWork,
): Float32Array {
  if (!middles) return values;
  const vertexCount = vertices.length / 3;
  const key = (a: number, b: number) => Math.min(a, b) * vertexCount + Math.max(a, b);
  const sideAt = new Map<number, number>();
  for (let side = 0; side < sides.length / 2; side++)
    sideAt.set(key(sides[2 * side]!, sides[2 * side + 1]!), side);
  const ordered = new Float32Array(VECTOR * (vertexCount + middles.points.length / 3)).fill(NaN);
  ordered.set(values.subarray(0, VECTOR * vertexCount));
  for (let t = 0; t < triangles.length / 3; t++)
    for (let i = 0; i < 3; i++) {
      const middle = middles.ofTriangle[3 * t + i]!;
      if (middle < 0) continue;
      const side = sideAt.get(key(triangles[3 * t + i]!, triangles[3 * t + ((i + 1) % 3)]!));
      if (side === undefined) continue;
      const from = VECTOR * (vertexCount + side);
      ordered.set(values.subarray(from, from + VECTOR), VECTOR * (vertexCount + middle));
    }
  return ordered;
}
