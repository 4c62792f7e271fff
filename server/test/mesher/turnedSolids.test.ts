import { join } from 'node:path';
import { MesherOptionsSchema, type MesherOptions, type MeshReport } from '@pace/contract';
import { describe, expect, test } from 'vitest';
import { EngineError, meshStep } from '../../src/engines/index.ts';
import { runFolder, stepText } from './models.ts';
import { readUnv } from './unvMesh.ts';

type Point = [number, number, number];
interface Face {
  area: number;
  centre: Point;
}

/** Area and centre of gravity of each part. */
function facesOf({ folder, report }: { folder: string; report: MeshReport }): Face[] {
  const { triangles } = readUnv(join(folder, 'mesh.unv'));
  return report.parts.map(({ number }) => {
    let area = 0;
    const centre: Point = [0, 0, 0];
    for (const { part, corners } of triangles) {
      if (part !== number) continue;
      const [a, b, c] = corners;
      const [u, v] = [b.map((one, i) => one - a[i]!), c.map((one, i) => one - a[i]!)];
      const cross = [0, 1, 2].map(
        (i) => u[(i + 1) % 3]! * v[(i + 2) % 3]! - u[(i + 2) % 3]! * v[(i + 1) % 3]!,
      );
      const own = Math.hypot(...cross) / 2;
      area += own;
      for (const i of [0, 1, 2] as const) centre[i] += (own * (a[i] + b[i] + c[i])) / 3;
    }
    return { area, centre: centre.map((one) => one / area) as Point };
  });
}

async function meshed(name: string, options: Partial<MesherOptions>): Promise<Face[]> {
  using run = runFolder({ 'model.step': stepText(name) });
  const report = await meshStep({
    folder: run.folder,
    options: MesherOptionsSchema.parse({ mesh_size: 200, ...options }),
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  return facesOf({ folder: run.folder, report });
}

/** By the right-hand rule. */
function turn([x, y, z]: Point, axis: 'x' | 'y' | 'z', through: Point, degrees: number): Point {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [dx, dy, dz] = [x - through[0], y - through[1], z - through[2]];
  const turned: Record<typeof axis, Point> = {
    x: [dx, c * dy - s * dz, s * dy + c * dz],
    y: [c * dx + s * dz, dy, c * dz - s * dx],
    z: [c * dx - s * dy, s * dx + c * dy, dz],
  };
  return turned[axis].map((one, i) => one + through[i]!) as Point;
}

function expectFaces(found: readonly Face[], wanted: readonly Face[]): void {
  expect(found).toHaveLength(wanted.length);
  found.forEach(({ area, centre }, i) => {
    expect(area).toBeCloseTo(wanted[i]!.area, 9);
    centre.forEach((one, axis) => expect(one).toBeCloseTo(wanted[i]!.centre[axis]!, 9));
  });
}

describe('a CAD model', () => {
  test('of another scale has the faces of the file, larger', async () => {
    const [base, larger] = [await meshed('two-bricks', {}), await meshed('two-bricks', { modelScale: 1.25 })];
    expectFaces(
      larger,
      base.map(({ area, centre }) => ({
        area: 1.25 ** 2 * area,
        centre: centre.map((one) => 1.25 * one) as Point,
      })),
    );
  });

  test('whose solids turn keeps the order of its parts', async () => {
    const base = await meshed('two-bricks', {});
    const point: Point = [0.1, 0.05, -0.2];
    const first = { solids: [1], axis: 'z' as const, point, degrees: 25 };
    const second = { solids: [2, 1], axis: 'x' as const, point, degrees: -40 };
    const turned = await meshed('two-bricks', { rotations: [first, second] });
    expectFaces(
      turned,
      base.map(({ area, centre }, part) => {
        const once = part < 6 ? turn(centre, 'z', point, 25) : centre;
        return { area, centre: turn(once, 'x', point, -40) };
      }),
    );
  });

  test('turns about a point of the file when it is scaled too', async () => {
    const base = await meshed('two-bricks', {});
    const point: Point = [0.3, -0.1, 0.2];
    const rotation = { solids: [2], axis: 'y' as const, point, degrees: 15 };
    const turned = await meshed('two-bricks', { modelScale: 0.8, rotations: [rotation] });
    expectFaces(
      turned,
      base.map(({ area, centre }, part) => ({
        area: 0.64 * area,
        centre: (part < 6 ? centre : turn(centre, 'y', point, 15)).map((one) => 0.8 * one) as Point,
      })),
    );
  });

  test('has more faces where solids that touched are turned apart', async () => {
    const apart = { solids: [1], axis: 'z' as const, point: [0, 0, 0] as Point, degrees: 30 };
    expect(await meshed('two-boxes', { mesh_size: 400 })).toHaveLength(11);
    expect(await meshed('two-boxes', { mesh_size: 400, rotations: [apart] })).toHaveLength(12);
  });

  test('without a solid of that number is refused', async () => {
    const missing = { solids: [3], axis: 'z' as const, point: [0, 0, 0] as Point, degrees: 30 };
    const error: unknown = await meshed('two-bricks', { rotations: [missing] }).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(EngineError);
    expect((error as EngineError).message).toBe(
      'The model has no solid 3 that could be turned; it has 2, and they count from 1.',
    );
  });
});
