import { MesherOptionsSchema } from '@pace/contract';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { meshStep } from '../../src/engines/index.ts';
import { ErrorSizes, sizeGrid, sizeGridFile } from '../../src/mesher/index.ts';
import { parseGeometry, type Geometry } from '../../src/storage/binaryFiles.ts';
import { runFolder, stepText } from './models.ts';

const MESH_SIZE_MM = 60;

test('a plate that is refined by an error map has shorter edges where the errors are, and about the triangles predicted', async () => {
  using run = runFolder({ 'model.step': stepText('plate') });
  const request = {
    folder: run.folder,
    options: MesherOptionsSchema.parse({ mesh_size: MESH_SIZE_MM, curvedElements: false }),
    signal: new AbortController().signal,
    onProgress: () => {},
  };
  const geometry = () => parseGeometry(readFileSync(join(run.folder, 'mesh.geo.bin')), 'mesh.geo.bin');
  await meshStep(request);
  const before = geometry();
  const errors = middles(before).map((x) => (x < 0.25 ? 1 : 1e-4));
  const sizes = await new ErrorSizes(before, errors).forTriangles(2);
  writeFileSync(join(run.folder, 'sizes.bin'), sizeGridFile(sizeGrid(before, sizes.edgesM)));
  const refined = {
    predictedTriangles: Math.round(sizes.triangleFactor * errors.length),
    from: { project: 'earlier', unknowns: 1, errors: [] },
  };
  const report = await meshStep({ ...request, sizes: { file: 'sizes.bin', refined } });

  const after = geometry();
  expect(report.mesher?.refined).toEqual(refined);
  expect(report.triangles / refined.predictedTriangles).toBeGreaterThan(0.85);
  expect(report.triangles / refined.predictedTriangles).toBeLessThan(1.2);
  const meanArea = (mesh: Geometry, isThere: (x: number) => boolean) => {
    const all = middles(mesh).filter(isThere).length;
    return 1 / all;
  };
  const [left, right] = [(x: number) => x < 0.2, (x: number) => x > 0.7];
  expect(meanArea(before, left) / meanArea(after, left)).toBeGreaterThan(2.5);
  expect(meanArea(before, right) / meanArea(after, right)).toBeLessThan(1.25);
  expect(meanArea(before, right) / meanArea(after, right)).toBeGreaterThan(0.8);
});

/** x of the middle of each triangle [m] */
function middles({ triangles, vertices }: Geometry): number[] {
  return Array.from(
    { length: triangles.length / 4 },
    (_, t) => [1, 2, 3].reduce((sum, i) => sum + vertices[3 * triangles[4 * t + i]!]!, 0) / 3,
  );
}
