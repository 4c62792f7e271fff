import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MesherOptionsSchema, type MesherOptions } from '@pace/contract';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { runGmsh } from '../../src/engines/gmsh.ts';
import { meshStep } from '../../src/engines/index.ts';
import { readStep } from '../../src/engines/stepThread.ts';
import { CurvedElements, GmshOutput, gmshScript, MovedNodes, SCRIPT_FILES } from '../../src/mesher/index.ts';
import { scratch, script } from '../engines/programs.ts';
import { runFolder, stepText } from './models.ts';
import { edgesOf, mostBentOf, readUnv, scaledJacobianOf, volumeOf, type UnvMesh } from './unvMesh.ts';

afterEach(() => vi.unstubAllEnvs());

const SPHERE_M3 = (4 / 3) * Math.PI;
const CYLINDER_M3 = Math.PI * 0.4 ** 2 * Math.hypot(0.6, 0.3, 0.9);

const options = (change: object): MesherOptions => MesherOptionsSchema.parse(change);
const CURVED = { curvedElements: true };
const FLAT = { curvedElements: false };

interface OfGmsh {
  text: string;
  mesh: UnvMesh;
  folded: boolean;
}

/** What gmsh makes of a model in testing/step, before anything of ours looks at it. */
async function ofGmsh(model: string, change: object): Promise<OfGmsh> {
  using run = runFolder({ 'model.step': stepText(model) });
  const chosen = options(change);
  writeFileSync(join(run.folder, SCRIPT_FILES.script), gmshScript('model.step', chosen));
  const step = await readStep(join(run.folder, 'model.step'), new AbortController().signal);
  const cad = { file: 'model.step', format: 'STEP', summary: step } as const;
  const { folded } = await runGmsh(run.folder, cad, {
    options: chosen,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  const file = join(run.folder, SCRIPT_FILES.mesh);
  return { text: readFileSync(file, 'latin1'), mesh: readUnv(file), folded };
}

const cornersOf = ({ triangles }: UnvMesh) => triangles.map(({ part, corners }) => ({ part, corners }));

describe('a mesh of curved elements', () => {
  test('encloses the volume of a sphere off the origin within 1e-4 at edges of a fifth of its radius, where flat ones miss 1 %', async () => {
    const { mesh } = await ofGmsh('off-centre-sphere', { mesh_size: 200, ...CURVED });
    expect(Math.abs(volumeOf(mesh) / SPHERE_M3 - 1)).toBeLessThan(1e-4);
    const flat = await ofGmsh('off-centre-sphere', { mesh_size: 200, ...FLAT });
    expect(volumeOf(flat.mesh) / SPHERE_M3 - 1).toBeLessThan(-0.01);
  });

  test('encloses the volume of a tilted cylinder within 1e-4, with its rims and lids closed', async () => {
    const { mesh } = await ofGmsh('tilted-cylinder', { mesh_size: 150, ...CURVED });
    expect(Math.abs(volumeOf(mesh) / CYLINDER_M3 - 1)).toBeLessThan(1e-4);
    expect(edgesOf(mesh).filter((edge) => edge.triangles !== 2)).toEqual([]);
  });

  test('has the corners of the flat mesh, triangle by triangle, on faces of every kind', async () => {
    for (const model of ['off-centre-sphere', 'tilted-cylinder', 'fillet', 'two-boxes', 'box-with-fin']) {
      const curved = await ofGmsh(model, { mesh_size: 150, ...CURVED });
      const flat = await ofGmsh(model, { mesh_size: 150, ...FLAT });
      expect(cornersOf(curved.mesh)).toEqual(cornersOf(flat.mesh));
      expect(flat.mesh.triangles.every(({ middles }) => middles === undefined)).toBe(true);
      expect(curved.mesh.triangles.every(({ middles }) => middles !== undefined)).toBe(true);
    }
  });

  test('is bent where the model is, and nowhere else', async () => {
    const { mesh } = await ofGmsh('tilted-cylinder', { mesh_size: 150, ...CURVED });
    const bent = mesh.triangles.filter((triangle) => mostBentOf(triangle) > 1e-9);
    const atRims = mesh.triangles.length - bent.length;
    expect(bent.length).toBeGreaterThan(0.5 * mesh.triangles.length);
    expect(atRims).toBeGreaterThan(20);
    const boxes = await ofGmsh('two-boxes', { mesh_size: 250, ...CURVED });
    expect(Math.max(...boxes.mesh.triangles.map(mostBentOf))).toBeLessThan(1e-12);
  });
});

describe('without curved elements', () => {
  test('the script is what it was before there were any', () => {
    const changed = (script: string) =>
      script.replace(
        `  Mesh.ElementOrder = 2;
  Mesh.SecondOrderLinear = 0;
  Mesh.HighOrderOptimize = 2;
`,
        '  Mesh.ElementOrder = 1;\n',
      );
    const curved = gmshScript('model.step', options({ mesh_size: 10 }), { adaptiveFaces: [7] });
    const flat = gmshScript('model.step', options({ mesh_size: 10, ...FLAT }), { adaptiveFaces: [7] });
    expect(flat).not.toBe(curved);
    expect(flat).toBe(changed(curved));
    expect(flat).not.toMatch(/SecondOrder|HighOrder/);
  });

  test('options of a run that was queued before there were any make that script too', () => {
    const { curvedElements: _, ...earlier } = options({ mesh_size: 10 });
    expect(gmshScript('model.step', earlier as MesherOptions)).toBe(
      gmshScript('model.step', options({ mesh_size: 10, ...FLAT })),
    );
  });

  test('the same file comes out twice', async () => {
    const first = await ofGmsh('fillet', { mesh_size: 200, ...FLAT });
    const second = await ofGmsh('fillet', { mesh_size: 200, ...FLAT });
    expect(first.text).toBe(second.text);
  });
});

describe('elements that gmsh leaves folded, or bent too far', () => {
  function straightened(text: string) {
    const elements = new CurvedElements();
    for (const line of text.split('\n')) elements.read(line);
    const work = elements.straightened();
    let step = work.next();
    while (!step.done) step = work.next();
    const found = step.value;
    if (!found) return undefined;
    const nodes = new MovedNodes(found.moved);
    using run = runFolder({
      'mesh.unv': text
        .split('\n')
        .map((line) => nodes.line(line))
        .join('\n'),
    });
    return { found, mesh: readUnv(join(run.folder, 'mesh.unv')) };
  }

  test('gmsh says of a needle that it could not untangle it, and nothing of a sphere', async () => {
    expect((await ofGmsh('needle', { mesh_size: 300, ...CURVED })).folded).toBe(true);
    expect((await ofGmsh('off-centre-sphere', { mesh_size: 300, ...CURVED })).folded).toBe(false);
  });

  test('of a needle get straight sides, few of them, and then no triangle is folded', async () => {
    const { text, mesh } = await ofGmsh('needle', { mesh_size: 300, ...CURVED });
    const folded = mesh.triangles.filter((triangle) => scaledJacobianOf(triangle) <= 0);
    expect(folded.length).toBeGreaterThan(0);
    const { found, mesh: mended } = straightened(text)!;
    expect(found.triangles).toBeGreaterThanOrEqual(folded.length);
    expect(found.triangles).toBeLessThan(0.15 * mesh.triangles.length);
    expect(found.parts).toEqual([1]);
    expect(Math.min(...mended.triangles.map((triangle) => scaledJacobianOf(triangle)))).toBeGreaterThan(0.01);
    expect(cornersOf(mended)).toEqual(cornersOf(mesh));
    expect(edgesOf(mended).filter((edge) => edge.triangles !== 2)).toEqual([]);
  });

  test('of a half rod whose half circles are one edge get straight sides there', async () => {
    const { text, mesh } = await ofGmsh('half-rod', { mesh_size: 200, ...CURVED });
    expect(Math.max(...mesh.triangles.map(mostBentOf))).toBeGreaterThan(0.49);
    const { mesh: mended } = straightened(text)!;
    expect(Math.max(...mended.triangles.map(mostBentOf))).toBeLessThan(0.46);
    expect(edgesOf(mended).filter((edge) => edge.triangles !== 2)).toEqual([]);
  });

  test('a sound mesh stays as it is', async () => {
    expect(straightened((await ofGmsh('fillet', { mesh_size: 150, ...CURVED })).text)).toBeUndefined();
  });
});

describe('what gmsh prints of curved elements', () => {
  const read = (lines: string[], curvedElements = true) => {
    const output = new GmshOutput(options({ curvedElements }));
    return { output, told: lines.flatMap((line) => output.read(line) ?? []) };
  };

  test('moves the progress on, and never back', () => {
    const { told } = read([
      'Info    : Meshing 1D...',
      'Info    : [ 40%] Meshing curve 2 (Circle)',
      'Info    : Meshing 2D...',
      'Info    : [ 90%] Meshing surface 1 (Sphere, Frontal-Delaunay)',
      'Info    : Meshing order 2 (curvilinear on)...',
      'Info    : [  0%] Meshing curve 1 order 2',
      'Info    : [ 60%] Meshing surface 1 order 2',
      'Info    : Optimizing mesh (HighOrderElastic)...',
      'Info    : Optimizing mesh (HighOrder)...',
      "Info    : Writing 'gmsh.unv'...",
    ]);
    expect(told.map(({ text }) => text)).toEqual([
      'Meshing edges',
      'Meshing faces',
      'Curving the elements',
      'Untangling curved elements',
      'Untangling curved elements',
      'Writing the mesh',
    ]);
    const fractions = told.map(({ fraction }) => fraction);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  });

  test('says by its last word whether elements stayed folded', () => {
    const before =
      'Warning : Surface mesh: worst distortion = -4.54451 (avg = -1.77226, 11 elements with jac. < 0)';
    const mended = 'Info    : Final surface mesh: worst distortion = 0.995069 (0 elements in ]0, 0.2])';
    const left =
      'Warning : Final surface mesh: worst distortion = -1.01224 (avg = 0.901892, 3 elements with jac. < 0)';
    expect(read([before]).output.folded).toBe(false);
    expect(read([before, mended]).output.folded).toBe(false);
    expect(read([before, left]).output.folded).toBe(true);
    expect(read([]).output.folded).toBe(false);
  });
});

describe('the mesher', () => {
  const mesh = (folder: string, change: object) =>
    meshStep({
      folder,
      options: options(change),
      signal: new AbortController().signal,
      onProgress: () => {},
    });

  test('makes curved elements unless it is asked for flat ones, and its report says which', async () => {
    using run = runFolder({ 'model.step': stepText('off-centre-sphere') });
    const curved = await mesh(run.folder, { mesh_size: 200 });
    expect(curved.mesher?.options.curvedElements).toBe(true);
    expect(curved.curved?.triangles).toBe(curved.triangles);
    expect(Math.abs((curved.components?.[0]?.volume_m3 ?? 0) / SPHERE_M3 - 1)).toBeLessThan(1e-4);
    const flat = await mesh(run.folder, { mesh_size: 200, ...FLAT });
    expect(flat.mesher?.options.curvedElements).toBe(false);
    expect(flat.curved).toBeUndefined();
    expect(flat.triangles).toBe(curved.triangles);
  });

  test('meshes without curved elements where gmsh fails with them, and says so', async () => {
    using run = runFolder({ 'model.step': stepText('off-centre-sphere') });
    using programs = scratch();
    vi.stubEnv('PACE_GMSH', script(programs.folder, 'gmsh "$@" || exit\n! grep -q "ElementOrder = 2" "$1"'));
    const report = await mesh(run.folder, { mesh_size: 300 });
    expect(report.mesher?.options.curvedElements).toBe(false);
    expect(report.curved).toBeUndefined();
    expect(report.findings.map(({ code }) => code)).toContain('CURVED_ELEMENTS_FAILED');
    expect(readUnv(join(run.folder, 'mesh.unv')).triangles[0]).not.toHaveProperty('middles');
  });

  test('hands over a needle with some straight triangles, and says so', async () => {
    using run = runFolder({ 'model.step': stepText('needle') });
    const report = await mesh(run.folder, { mesh_size: 300 });
    expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(report.mesher?.straightened).toMatchObject({ parts: [1] });
    const finding = report.findings.find(({ code }) => code === 'CURVED_ELEMENTS_STRAIGHTENED');
    expect(finding?.sentence).toMatch(/^\d+ triangles \(parts 1\) have straight sides: /);
  });
});
