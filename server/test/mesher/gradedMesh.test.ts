import { join } from 'node:path';
import { MesherOptionsSchema, type MesherOptions } from '@pace/contract';
import { describe, expect, test } from 'vitest';
import { meshStep } from '../../src/engines/index.ts';
import { gmshScript, SharpPoints } from '../../src/mesher/index.ts';
import { runFolder, stepText } from './models.ts';
import { readUnv, type UnvMesh } from './unvMesh.ts';

const options = (change: object): MesherOptions => MesherOptionsSchema.parse(change);

/** Of the cone in testing/step, in metres. */
const TIP = [0.5, 0.2, 1.7];
const RADIUS_OF_FILLET = 0.1;

const place = (label: number, [x, y, z]: readonly number[]) =>
  `${[label, 1, 1, 11].map((value) => String(value).padStart(10)).join('')}\n${[x, y, z]
    .map((value) => value!.toExponential(16).replace('e', 'D').padStart(25))
    .join('')}\n`;
const element = (label: number, nodes: readonly number[]) =>
  `${[label, 91, 1, 1, 7, 3].map((value) => String(value).padStart(10)).join('')}\n${nodes
    .map((value) => String(value).padStart(10))
    .join('')}\n`;

function pointsOf(places: readonly (readonly number[])[], triangles: readonly (readonly number[])[]) {
  const nodes = places.map((at, i) => place(i + 1, at)).join('');
  const elements = triangles.map((corners, i) => element(i + 1, corners)).join('');
  const found = new SharpPoints();
  const text = `    -1\n  2411\n${nodes}    -1\n    -1\n  2412\n${elements}    -1\n`;
  for (const line of text.split('\n')) found.read(line);
  return found.points();
}

describe('sharp points', () => {
  const CUBE = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1, (i >> 1) & 1, i >> 2]);
  const FACES = [
    [1, 3, 4, 2],
    [5, 6, 8, 7],
    [1, 2, 6, 5],
    [3, 7, 8, 4],
    [1, 5, 7, 3],
    [2, 4, 8, 6],
  ].flatMap(([a, b, c, d]) => [
    [a!, b!, c!],
    [a!, c!, d!],
  ]);

  test('are none at a cube, whose corners are an edge between three faces', () => {
    expect(pointsOf(CUBE, FACES)).toEqual([]);
  });

  test('are the tips of a body, the sharpest first', () => {
    // A cube that is drawn out at two corners.
    const drawn = CUBE.map((at, i) =>
      i === 7 ? at.map((value) => 4 * value) : i === 0 ? [-1.2, -1.1, -1] : at,
    );
    expect(pointsOf(drawn, FACES)).toEqual([
      [4, 4, 4],
      [-1.2, -1.1, -1],
    ]);
  });

  test('of a plate are corners far sharper than a right angle', () => {
    const square = [
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [0, 1, 0],
    ];
    const two = [
      [1, 2, 3],
      [1, 3, 4],
    ];
    expect(pointsOf(square, two)).toEqual([]);
    expect(pointsOf([...square.slice(0, 3), [-3, 0.2, 0]], two)).toEqual([[-3, 0.2, 0]]);
  });
});

describe('the script of a mesh that is not graded', () => {
  test('has no fields, and is the same for options of a time before there were any', () => {
    const flat = options({ mesh_size: 10 });
    const { gradedMesh: _, gradedElementsPerTurn: _n, gradedFactor: _f, ...earlier } = flat;
    const text = gmshScript('model.step', flat, { sharpPoints: [[1, 2, 3]] });
    expect(text).not.toContain('Field');
    expect(gmshScript('model.step', earlier as MesherOptions)).toBe(text);
    expect(
      gmshScript('model.step', options({ mesh_size: 10, gradedElementsPerTurn: 50, gradedFactor: 9 })),
    ).toBe(text);
  });
});

describe('a graded mesh of a cone and of a box with a rounded edge', () => {
  const edges = (mesh: UnvMesh, isThere: (at: readonly number[]) => boolean) =>
    mesh.triangles.flatMap(({ corners }) =>
      corners.flatMap((at, i) => {
        const next = corners[(i + 1) % 3]!;
        return isThere(at) ? [Math.hypot(...at.map((value, axis) => value - next[axis]!))] : [];
      }),
    );
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const fromTip = (at: readonly number[]) => Math.hypot(...at.map((value, axis) => value - TIP[axis]!));
  const reach = (mesh: UnvMesh) => Math.min(...mesh.triangles.flatMap(({ corners }) => corners.map(fromTip)));
  /** On the round between two planes of the box */
  const isFillet = (at: readonly number[]) => at[0]! > 1.9;
  const isBottom = (at: readonly number[]) => at[0]! < 1 && at[2]! < -0.1;

  async function meshed(change: object) {
    using run = runFolder({ 'model.step': stepText('cone-and-fillet') });
    const report = await meshStep({
      folder: run.folder,
      options: options({ mesh_size: 200, curvedElements: false, ...change }),
      signal: new AbortController().signal,
      onProgress: () => {},
    });
    return { report, mesh: readUnv(join(run.folder, 'mesh.unv')) };
  }

  test('has short edges at the tip and on the round, and those of the mesh size elsewhere', async () => {
    const plain = await meshed({});
    const graded = await meshed({ gradedMesh: true, gradedElementsPerTurn: 16, gradedFactor: 5 });
    // gmsh cuts off the tip of a cone, by about an edge.
    expect(reach(plain.mesh)).toBeGreaterThan(0.1);
    expect(reach(graded.mesh)).toBeLessThan(0.06);
    const atTip = mean(edges(graded.mesh, (at) => fromTip(at) < 0.08));
    expect(atTip).toBeGreaterThan(0.03);
    expect(atTip).toBeLessThan(0.06);
    const turn = (2 * Math.PI * RADIUS_OF_FILLET) / 16;
    expect(Math.min(...edges(graded.mesh, isFillet))).toBeLessThan(1.2 * turn);
    expect(Math.min(...edges(plain.mesh, isFillet))).toBeGreaterThan(1.5 * turn);
    expect(mean(edges(graded.mesh, isBottom))).toBeGreaterThan(0.7 * mean(edges(plain.mesh, isBottom)));
    expect(graded.report.triangles).toBeLessThan(5 * plain.report.triangles);
    expect(graded.report.mesher?.options).toMatchObject({ gradedMesh: true, gradedFactor: 5 });
    expect(plain.report.mesher?.options.gradedMesh).toBe(false);
  });

  test('can be made of curved elements', async () => {
    const { report } = await meshed({ curvedElements: true, gradedMesh: true, gradedFactor: 3 });
    expect(report.curved?.triangles).toBeGreaterThan(100);
    expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});
