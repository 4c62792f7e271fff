import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TriangleMesh } from '../../server/src/demo/sphereMesh.ts';

const SOURCE = join(dirname(fileURLToPath(import.meta.url)), '../native/brute_force_shadows.cpp');
/** As the solver is compiled. */
const FLAGS = ['-std=c++20', '-O2', '-march=native'];

export interface BruteForceCost {
  facets: number;
  angles: number;
  /** One a facet that looks to the source */
  rays: number;
  /** Of a ray with a facet; a ray ends at the first that it meets */
  tests: number;
  lit: number;
  wallSeconds: number;
  coreSeconds: number;
}

/** Shadows of a mesh by rays against every facet, on one core. @param directions  theta and phi [degrees] */
export function bruteForceShadows(
  mesh: TriangleMesh,
  directions: readonly (readonly [number, number])[],
): BruteForceCost {
  const folder = mkdtempSync(join(tmpdir(), 'pace-brute-force-'));
  try {
    const [program, drawing] = [join(folder, 'shadows'), join(folder, 'drawing.bin')];
    execFileSync('g++', [...FLAGS, '-o', program, SOURCE]);
    writeFileSync(drawing, drawingOf(mesh));
    const output = execFileSync(program, [drawing, ...directions.flat().map(String)], { encoding: 'utf8' });
    return JSON.parse(output) as BruteForceCost;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** docs/run-folder.md: Drawings */
function drawingOf({ vertices, triangles }: TriangleMesh): Buffer {
  const counts = Buffer.from(Uint32Array.of(vertices.length, triangles.length).buffer);
  const places = Buffer.from(Float32Array.from(vertices.flat()).buffer);
  const corners = Buffer.from(Uint32Array.from(triangles.flat()).buffer);
  return Buffer.concat([Buffer.from('PACETRI1'), counts, places, corners]);
}
