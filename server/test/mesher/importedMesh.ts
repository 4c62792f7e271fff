/** Mesh files as gmsh writes them, and what the product reads in them. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { MeshReport, ModelFormat } from '@pace/contract';
import { importUnv } from '../../src/engines/index.ts';
import { MODEL_FILES } from '../../src/storage/projectFiles.ts';
import { runFolder } from './models.ts';
import { readUnv, type UnvMesh } from './unvMesh.ts';

/** A sphere off the origin and a box of three lengths beside it: no symmetry hides an exchange. */
export const BODIES = `SetFactory("OpenCASCADE");
Sphere(1) = {0.3, -0.2, 0.1, 1};
Box(2) = {2, 0.15, -0.3, 1, 0.7, 0.4};
Physical Surface("ball", 7) = {1};
Physical Surface("box", 3) = {2:7};
Mesh.MeshSizeMax = 0.5;
Mesh.SaveElementTagType = 2;
`;
export const BOX_AREA = 2 * (1 * 0.7 + 1 * 0.4 + 0.7 * 0.4);

export type Folder = ReturnType<typeof runFolder>;

/** The file as gmsh writes it. */
export function byGmsh(
  folder: string,
  geometry: string,
  format: string,
  options: readonly string[] = [],
): Buffer {
  const script = join(folder, 'bodies.geo');
  const target = join(folder, `written.${format}`);
  writeFileSync(script, geometry);
  const args = [script, '-2', '-format', format, '-o', target, '-v', '1', '-nt', '1', ...options];
  const { status, stderr } = spawnSync('gmsh', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return readFileSync(target);
}

export interface Imported {
  report: MeshReport;
  mesh: UnvMesh;
  /** Part and corners of every triangle, as the viewer has them */
  drawn: string[];
}

export async function imported(format: ModelFormat, content: string | Buffer): Promise<Imported> {
  const file = MODEL_FILES[format];
  using run = runFolder({ [file]: content });
  const report = await importUnv({
    folder: run.folder,
    model: { file, format },
    signal: new AbortController().signal,
  });
  const path = join(run.folder, 'mesh.unv');
  return { report, mesh: readUnv(path), drawn: trianglesIn(readFileSync(join(run.folder, 'mesh.geo.bin'))) };
}

/** Of `mesh.geo.bin` (docs/run-folder.md), whatever the order. */
function trianglesIn(geometry: Buffer): string[] {
  const [vertices, triangles] = [geometry.readUInt32LE(8), geometry.readUInt32LE(12)];
  const place = (vertex: number) =>
    [0, 1, 2].map((axis) => (geometry.readFloatLE(16 + 12 * vertex + 4 * axis) + 0).toFixed(5)).join(',');
  return Array.from({ length: triangles }, (_, t) => {
    const [part, ...corners] = [0, 1, 2, 3].map((i) =>
      geometry.readUInt32LE(16 + 12 * vertices + 16 * t + 4 * i),
    );
    return `${part}: ${corners.map(place).join(' ')}`;
  }).sort();
}

/** gmsh writes 16 digits into some formats and 17 into others: what is computed of them may differ in the last ones. */
export function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(9)) + 0;
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, rounded(entry)]));
}

export const refusalOf = (format: ModelFormat, content: string | Buffer) =>
  imported(format, content).then(
    () => {
      throw new Error('The file was read.');
    },
    (error: unknown) => error as { code: string; detail: string },
  );

/** Every triangle by the places of its corners and middles, whatever the order and the numbers. */
export function trianglesOf({ triangles }: UnvMesh, digits: number): string[] {
  return triangles
    .map(({ corners, middles }) => {
      const places = [...corners, ...(middles ?? [])].map((point) =>
        point.map((value) => (value + 0).toFixed(digits).replace(/^-(0\.?0*)$/, '$1')).join(','),
      );
      const first = places.slice(0, 3).indexOf([...places.slice(0, 3)].sort()[0]!);
      const turned = (three: string[]) => three.map((_, i) => three[(i + first) % three.length]!);
      return [...turned(places.slice(0, 3)), ...(middles ? turned(places.slice(3)) : [])].join(' ');
    })
    .sort();
}

export const partsOf = ({ report }: Imported) =>
  report.parts.map(({ number, name, triangles }) => ({ number, name, triangles }));

/** The largest distance between corners or middles of two meshes that have the same triangles in the same order. */
export function farthest(one: UnvMesh, other: UnvMesh): number {
  expect(one.triangles.length).toBe(other.triangles.length);
  return Math.max(
    ...one.triangles.flatMap(({ corners, middles = [] }, t) => {
      const { corners: others, middles: otherMiddles = [] } = other.triangles[t]!;
      expect(middles.length).toBe(otherMiddles.length);
      return [...corners, ...middles].map((point, i) => {
        const twin = [...others, ...otherMiddles][i]!;
        return Math.hypot(...point.map((value, axis) => value - twin[axis]!));
      });
    }),
  );
}
