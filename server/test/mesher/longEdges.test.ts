import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MesherOptionsSchema, type MeshReport, type MesherOptions } from '@pace/contract';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { meshStep } from '../../src/engines/index.ts';
import {
  GmshOutput,
  facesToMeshAgain,
  gmshScript,
  isBetter,
  longEdgedFaces,
  longEdgesFinding,
  type Topology,
} from '../../src/mesher/index.ts';
import { scratch, script } from '../engines/programs.ts';
import { runFolder, stepText } from './models.ts';
import { edgesOf, readUnv } from './unvMesh.ts';

afterEach(() => vi.unstubAllEnvs());

/** A tenth of the wavelength at the 150 MHz of the ready aircraft. */
const AIRCRAFT_MM = 199.861639;
const AIRCRAFT = readFileSync(
  fileURLToPath(new URL('../../src/demo/models/aircraft.step', import.meta.url)),
  'latin1',
);
const options = (change: object = {}): MesherOptions =>
  MesherOptionsSchema.parse({ mesh_size: 100, ...change });

/** A report of parts with these longest edges [m], 100 triangles each. */
function report(longestEdges: (number | undefined)[], findings: MeshReport['findings'] = []): MeshReport {
  const parts = longestEdges.map((longestEdgeM, i) => ({
    index: i + 1,
    number: i + 1,
    name: `Face ${i + 1}`,
    triangles: 100,
    areaM2: 1,
    open: false,
    ...(longestEdgeM !== undefined && { longestEdgeM }),
  }));
  return { vertices: 1, triangles: 100 * parts.length, unknownsRwg: 1, parts, findings };
}

/** Faces that gmsh numbers 11, 12, 13, … */
const topology = (faces: number): Topology => ({
  importedSolids: 1,
  importedFaces: faces,
  solids: [1],
  faces: Array.from({ length: faces }, (_, i) => ({ number: 11 + i, areaM2: 1, solids: [1] })),
  sizeM: [1, 1, 1],
  meshed: true,
});

describe('which faces are meshed again', () => {
  /** A face of part 1, 2, 3, … with this longest edge and so many triangles. */
  const face = (part: number, times: number, triangles = 100) => ({
    part,
    face: 10 + part,
    triangles,
    times,
  });
  const none = new Set<number>();

  test('where an edge is above 1.8 mesh sizes, all faces with one above 1.5, longest first, by gmsh’s numbers', () => {
    const found = longEdgedFaces(report([0.1, 0.181, 0.149, undefined, 0.4, 0.151]), topology(6), 100);
    expect(found.map(({ part, face: number }) => [part, number])).toEqual([
      [5, 15],
      [2, 12],
      [6, 16],
    ]);
    expect(found[0]).toMatchObject({ triangles: 100, times: 4 });
    expect(longEdgedFaces(report([0.1, 0.179]), topology(2), 100)).toEqual([]);
  });

  test('only where Frontal-Delaunay or Delaunay was asked for', () => {
    const long = [face(1, 2)];
    const chosen = ([1, 2, 5, 6, 7] as const).map((algorithm) => facesToMeshAgain(long, algorithm, none));
    expect(chosen).toEqual(['as-asked', 'as-asked', long, long, 'as-asked']);
  });

  test('only up to 10 000 triangles in all, on surfaces of revolution up to a fifth of that', () => {
    const faces = (triangles: number) => [face(1, 2.2, 1000), face(2, 2, triangles)];
    expect(facesToMeshAgain(faces(9000), 6, none)).toHaveLength(2);
    expect(facesToMeshAgain(faces(9001), 6, none)).toBe('too-large');
    expect(facesToMeshAgain(faces(1800), 6, new Set([12]))).toHaveLength(2);
    expect(facesToMeshAgain(faces(1801), 6, new Set([12]))).toBe('too-large');
  });

  test('faces whose edges are long, but not too long, as far as that allows', () => {
    const long = [face(1, 2.2, 1000), face(2, 1.7, 8000), face(3, 1.6, 1001)];
    expect(facesToMeshAgain(long, 6, none)).toEqual(long.slice(0, 2));
  });

  test('gmsh says which surfaces are of revolution', () => {
    const output = new GmshOutput(options());
    output.read('Info    : [  0%] Meshing surface 7 (Surface of Revolution, Frontal-Delaunay)');
    output.read('Info    : [ 10%] Meshing surface 8 (BSpline surface, Frontal-Delaunay)');
    expect([...output.revolved]).toEqual([7]);
  });
});

describe('which of the two meshes is taken', () => {
  const finding = (code: string, severity: 'error' | 'info') => ({ code, severity, sentence: '' });

  test('the second where its longest edge is shorter by more than a tenth', () => {
    expect(isBetter(report([0.1, 0.17]), report([0.1, 0.2]))).toBe(true);
    expect(isBetter(report([0.1, 0.19]), report([0.1, 0.2]))).toBe(false);
    expect(isBetter(report([0.3, 0.1]), report([0.1, 0.2]))).toBe(false);
  });

  test('never one with errors or slivers that the first does not have', () => {
    const first = report([0.2]);
    expect(isBetter(report([0.1], [finding('SLIVERS', 'info')]), first)).toBe(false);
    expect(isBetter(report([0.1], [finding('FOLDED_TRIANGLES', 'error')]), first)).toBe(false);
    expect(isBetter(report([0.1], [finding('OPEN_PART', 'info')]), first)).toBe(true);
    const withSlivers = report([0.2], [finding('SLIVERS', 'info')]);
    expect(isBetter(report([0.1], [finding('SLIVERS', 'info')]), withSlivers)).toBe(true);
  });
});

describe('what is told', () => {
  test('of edges that were mended: how long, where, and how long they are now', () => {
    const { sentence } = longEdgesFinding(
      { parts: [15, 16], longestM: 0.23049, outcome: 'mended', longestAfterM: 0.1468, secondsAgain: 1 },
      options(),
    );
    expect(sentence).toBe(
      'Edges of up to 0.23 m (2.3 times the mesh size) came out on 2 parts (15, 16), meshed again by MeshAdapt: ' +
        'the longest edge of the mesh is now 0.147 m (1.47 times).',
    );
  });

  test('of edges that are left: how long, where, and what may help', () => {
    const { sentence } = longEdgesFinding(
      { parts: [1], longestM: 0.2, outcome: 'too-large', longestAfterM: null, secondsAgain: 0 },
      options(),
    );
    expect(sentence).toBe(
      'Edges of up to 0.2 m (2 times the mesh size) are left on 1 part (1). Another mesh size may avoid them.',
    );
  });
});

test('the script gives MeshAdapt to the faces named and to no other', () => {
  const text = gmshScript('model.step', options(), { adaptiveFaces: [11, 14] });
  const lines = text.split('\n').map((line) => line.trim());
  const asked = lines.indexOf('Mesh.Algorithm = 6;');
  expect(lines[asked + 1]).toBe('MeshAlgorithm Surface {11, 14} = 1;');
  expect(lines.indexOf('Mesh 2;')).toBeGreaterThan(asked);
  expect(gmshScript('model.step', options())).not.toContain('MeshAlgorithm');
  expect(text.replace(/\n *MeshAlgorithm.*/, '')).toBe(gmshScript('model.step', options()));
});

/** gmsh as it is, with a record of what each pass says; `first` runs in the shell before it and knows $pass. */
function recordedGmsh(folder: string, first = ''): () => string[] {
  const log = (pass: number | string) => join(folder, `pass-${pass}.log`);
  const program = script(
    folder,
    `pass=1
while [ -e "${log('$pass')}" ]; do pass=$((pass + 1)); done
: > "${log('$pass')}"
${first}
exec gmsh "$@" -log "${log('$pass')}"`,
  );
  vi.stubEnv('PACE_GMSH', program);
  return () =>
    [1, 2, 3]
      .map(log)
      .filter(existsSync)
      .map((file) => readFileSync(file, 'utf8'));
}

/** gmsh's numbers of the faces that an algorithm meshed, as gmsh tells it. */
const facesBy = (algorithm: string, log: string) =>
  [...log.matchAll(/Meshing surface (\d+) \([^,]*, ([^)]*)\)/g)]
    .filter(([, , by]) => by === algorithm)
    .map(([, face]) => Number(face));

function mesh(folder: string, change: Partial<Parameters<typeof meshStep>[0]> = {}): Promise<MeshReport> {
  return meshStep({
    folder,
    options: options({ mesh_size: AIRCRAFT_MM }),
    signal: new AbortController().signal,
    onProgress: () => {},
    ...change,
  });
}

/** Of what is found in a mesh beside that its triangles are bent. */
const codesOf = ({ findings }: MeshReport) =>
  findings.map(({ code }) => code).filter((code) => !code.startsWith('CURVED_'));

const longestInFile = (folder: string) =>
  Math.max(...edgesOf(readUnv(join(folder, 'mesh.unv'))).map(({ length }) => length));

describe('the ready aircraft at a tenth of its wavelength', () => {
  test('has no edge above 1.6 mesh sizes: four faces are meshed again by MeshAdapt, all others as asked', async () => {
    using run = runFolder({ 'model.step': AIRCRAFT });
    using programs = scratch();
    const passes = recordedGmsh(programs.folder);
    const told: string[] = [];
    const made = await mesh(run.folder, { onProgress: (text) => told.push(text) });

    expect(longestInFile(run.folder)).toBeLessThan((1.6 * AIRCRAFT_MM) / 1000);
    const [first, second, ...others] = passes();
    expect(others).toEqual([]);
    expect(facesBy('MeshAdapt', first!)).toEqual([]);
    const all = facesBy('Frontal-Delaunay', first!);
    expect(all).toHaveLength(made.parts.length);
    const again = facesBy('MeshAdapt', second!);
    expect(again).toHaveLength(4);
    expect(facesBy('Frontal-Delaunay', second!)).toEqual(all.filter((face) => !again.includes(face)));

    const longEdges = made.mesher!.longEdges!;
    expect(longEdges).toMatchObject({ parts: [15, 16, 21, 22], outcome: 'mended' });
    expect(longEdges.longestM).toBeGreaterThan((1.8 * AIRCRAFT_MM) / 1000);
    expect(longEdges.longestAfterM).toBeCloseTo(longestInFile(run.folder), 9);
    expect(codesOf(made)).toEqual(['LONG_EDGES_MENDED']);
    expect(told).toContain('Meshing faces with long edges again');
    expect(readdirSync(run.folder).sort()).toEqual(['mesh.geo.bin', 'mesh.json', 'mesh.unv', 'model.step']);
  });

  test('keeps the first mesh, and says so, when the second cannot be made', async () => {
    using run = runFolder({ 'model.step': AIRCRAFT });
    using programs = scratch();
    const passes = recordedGmsh(programs.folder, '[ "$pass" = 2 ] && exit 1');
    const made = await mesh(run.folder);
    expect(passes()).toHaveLength(2);
    expect(made.mesher!.longEdges).toMatchObject({ outcome: 'failed', longestAfterM: null });
    expect(codesOf(made)).toEqual(['LONG_EDGES']);
    expect(longestInFile(run.folder)).toBeCloseTo(made.mesher!.longEdges!.longestM, 9);
  });

  test('keeps the first mesh when the second takes longer than it may', async () => {
    using run = runFolder({ 'model.step': AIRCRAFT });
    using programs = scratch();
    recordedGmsh(programs.folder, '[ "$pass" = 2 ] && exec sleep 100');
    vi.stubEnv('PACE_MESHER_GEOMETRY_SECONDS', '6');
    expect((await mesh(run.folder)).mesher!.longEdges).toMatchObject({ outcome: 'failed' });
  });

  test('is not meshed at all when cancelled in the second pass', async () => {
    using run = runFolder({ 'model.step': AIRCRAFT });
    const cancel = new AbortController();
    const running = mesh(run.folder, {
      signal: cancel.signal,
      onProgress: (text) => {
        if (text === 'Meshing faces with long edges again') cancel.abort();
      },
    });
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    expect(readdirSync(run.folder)).toEqual(['model.step']);
  });
});

test('a model without long edges is meshed once, and nothing is said of them', async () => {
  using run = runFolder({ 'model.step': stepText('two-boxes') });
  using programs = scratch();
  const passes = recordedGmsh(programs.folder);
  const made = await mesh(run.folder, { options: options({ mesh_size: 250 }) });
  expect(passes()).toHaveLength(1);
  expect(made.mesher!.longEdges).toBeUndefined();
  expect(made.findings.map(({ code }) => code)).not.toContain('LONG_EDGES');
});

test('a face with too many triangles for MeshAdapt stays as it is, and that is said', async () => {
  using run = runFolder({ 'model.step': stepText('sphere') });
  using programs = scratch();
  const passes = recordedGmsh(programs.folder);
  const made = await mesh(run.folder, { options: options({ mesh_size: 50 }) });
  expect(passes()).toHaveLength(1);
  expect(made.mesher!.longEdges).toMatchObject({ parts: [1], outcome: 'too-large' });
  expect(made.findings.map(({ code }) => code)).toContain('LONG_EDGES');
});
