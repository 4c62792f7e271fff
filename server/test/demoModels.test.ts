import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_MODELS } from '@pace/contract';
import { expect, test } from 'vitest';
import { demoModel } from '../src/demo/models.ts';
import { almondMesh, plateMesh } from '../src/demo/shapes.ts';
import { importUnv } from '../src/engines/index.ts';
import { findProgram, solverCommand } from '../src/engines/programs.ts';
import { unless } from './support/unless.ts';

/** How often each edge is used, and the volume. */
function edgesOf({ vertices, triangles }: ReturnType<typeof plateMesh>) {
  const used = new Map<string, number>();
  let volume = 0;
  for (const corners of triangles) {
    const [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = corners.map((v) => vertices[v]!) as [
      [number, number, number],
      [number, number, number],
      [number, number, number],
    ];
    volume += (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)) / 6;
    corners.forEach((from, i) => {
      const key = [from, corners[(i + 1) % 3]!].sort((a, b) => a - b).join(' ');
      used.set(key, (used.get(key) ?? 0) + 1);
    });
  }
  return { counts: [...used.values()], volume };
}

test('the almond is closed, turned outward and of the published size', () => {
  const mesh = almondMesh(1, 12);
  const { counts, volume } = edgesOf(mesh);
  expect(new Set(counts)).toEqual(new Set([2]));
  expect(volume).toBeGreaterThan(0);
  const extent = (axis: number) => {
    const values = mesh.vertices.map((vertex) => vertex[axis]!);
    return Math.max(...values) - Math.min(...values);
  };
  expect(extent(0)).toBeCloseTo(1, 3);
  expect(extent(1)).toBeCloseTo(2 * 0.193333, 2);
  expect(extent(2)).toBeCloseTo(2 * 0.064444, 2);
});

test('the plate is open along its four sides only', () => {
  const { counts } = edgesOf(plateMesh(1, 12));
  expect(counts.filter((count) => count === 1)).toHaveLength(4 * 12);
  expect(Math.max(...counts)).toBe(2);
});

const withoutSolver = findProgram(solverCommand())
  ? undefined
  : `there is no solver at ${solverCommand()}; build it with: npm run build:solver`;
test('the check finds no fault with any ready mesh', unless(withoutSolver), async () => {
  for (const id of DEMO_MODELS) {
    const { type, content, input, sizeM } = demoModel(id);
    if (type === 'STEP') continue;
    const folder = await mkdtemp(join(tmpdir(), 'pace-ready-'));
    try {
      await writeFile(join(folder, 'model.unv'), content);
      const report = await importUnv({
        folder,
        metresPerUnit: 1,
        frequencyHz: input.frequency[0],
        signal: AbortSignal.timeout(30_000),
      });
      expect(
        report.findings.filter(({ severity }) => severity !== 'info'),
        id,
      ).toEqual([]);
      const { boundingBox } = report;
      boundingBox!.metres.size.forEach((extent, axis) =>
        expect(extent / (sizeM[axis]! || 1)).toBeCloseTo(sizeM[axis] ? 1 : 0, 1),
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  }
});
