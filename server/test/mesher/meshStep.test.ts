import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MesherOptionsSchema, type MeshReport } from '@pace/contract';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { EngineError, importUnv, meshStep } from '../../src/engines/index.ts';
import { isRunning } from '../engines/programs.ts';
import { inInches, inMetres, runFolder, stepText, withoutUnits } from './models.ts';
import { areaOf, edgesOf, readUnv } from './unvMesh.ts';

afterEach(() => vi.unstubAllEnvs());

interface Made {
  folder: string;
  report: MeshReport;
  mesh: ReturnType<typeof readUnv>;
}

/** Meshes a model and hands the result to the checks of a test. */
async function meshed(
  step: string,
  options: object,
  checks: (made: Made) => void | Promise<void>,
): Promise<void> {
  using run = runFolder({ 'model.step': step });
  const report = await mesh(run.folder, options);
  await checks({ folder: run.folder, report, mesh: readUnv(join(run.folder, 'mesh.unv')) });
}

function mesh(
  folder: string,
  options: object,
  change: Partial<Parameters<typeof meshStep>[0]> = {},
): Promise<MeshReport> {
  return meshStep({
    folder,
    options: MesherOptionsSchema.parse(options),
    signal: new AbortController().signal,
    onProgress: () => {},
    ...change,
  });
}

/** The refusal of a model, with the promise that the run folder is as it was. */
async function refusal(step: string | Buffer, options: object = { mesh_size: 100 }): Promise<EngineError> {
  using run = runFolder({ 'model.step': step });
  const error: unknown = await mesh(run.folder, options).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(EngineError);
  expect(readdirSync(run.folder)).toEqual(['model.step']);
  return error as EngineError;
}

describe('a sphere of 1 m radius at 100 mm edges', () => {
  test('has the area of the sphere within 1 %, and every edge is in exactly two triangles', async () => {
    await meshed(stepText('sphere'), { mesh_size: 100 }, ({ mesh, report }) => {
      expect(Math.abs(areaOf(mesh) / (4 * Math.PI) - 1)).toBeLessThan(0.01);
      expect(edgesOf(mesh).filter((edge) => edge.triangles !== 2)).toEqual([]);
      expect(report.triangles).toBe(mesh.triangles.length);
      expect(report.unknownsRwg).toBe(edgesOf(mesh).length);
    });
  });

  test('has edges of 100 mm on average within 8 %, 95 % of them below 115 mm and none above 220 mm', async () => {
    await meshed(stepText('sphere'), { mesh_size: 100 }, ({ mesh }) => {
      const lengths = edgesOf(mesh)
        .map((edge) => edge.length)
        .sort((a, b) => a - b);
      const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
      expect(mean).toBeGreaterThan(0.092);
      expect(mean).toBeLessThan(0.108);
      expect(lengths[Math.floor(0.95 * lengths.length)]).toBeLessThan(0.115);
      // Next to the poles of a sphere Frontal-Delaunay closes its front with a few long edges.
      expect(lengths.at(-1)).toBeLessThan(0.22);
    });
  });

  test('its file states metres, and mesh.json and the viewer geometry are there', async () => {
    await meshed(stepText('sphere'), { mesh_size: 200 }, ({ folder, mesh, report }) => {
      expect(mesh.metresPerUnit).toBe(1);
      expect(report.metresPerUnit).toBe(1);
      expect(readFileSync(join(folder, 'mesh.geo.bin')).toString('latin1', 0, 8)).toBe('PACEGEO1');
      expect(readdirSync(folder).sort()).toEqual(['mesh.geo.bin', 'mesh.json', 'mesh.unv', 'model.step']);
      expect(JSON.parse(readFileSync(join(folder, 'mesh.json'), 'utf8'))).toEqual(report);
      expect(report).toMatchObject({
        step: { unitName: 'mm', metresPerUnit: 0.001, solids: 1, faces: 1 },
        adjacency: [{ part: 1, solids: [1] }],
        mesher: { triangles: report.triangles, options: { mesh_size: 200, algorithm: 6 } },
      });
    });
  });
});

describe('units', () => {
  test('a file in metres and one in inches come out in metres', async () => {
    await meshed(inMetres(stepText('plate')), { mesh_size: 100_000 }, ({ mesh, report }) => {
      expect(areaOf(mesh)).toBeCloseTo(1000 * 500, 3);
      expect(report.step).toMatchObject({ unitName: 'm', metresPerUnit: 1 });
    });
    await meshed(inInches(stepText('plate')), { mesh_size: 2540 }, ({ mesh, report }) => {
      expect(areaOf(mesh)).toBeCloseTo(1000 * 500 * 0.0254 ** 2, 3);
      expect(report.step).toMatchObject({ unitName: 'inch', metresPerUnit: 0.0254 });
    });
  });
});

describe('several solids and surfaces', () => {
  test('two touching boxes share one face, which is there once and knows both solids', async () => {
    await meshed(stepText('two-boxes'), { mesh_size: 250 }, ({ mesh, report }) => {
      expect(areaOf(mesh)).toBeCloseTo(11, 6);
      expect(report.parts).toHaveLength(11);
      const adjacency = report.adjacency!;
      const shared = adjacency.filter(({ solids }) => solids.length === 2);
      expect(shared).toEqual([{ part: shared[0]!.part, solids: [1, 2] }]);
      expect(adjacency.filter(({ solids }) => solids.length === 1)).toHaveLength(10);
      // The four sides of the shared square are where three faces meet; all other edges join two triangles.
      const junctions = edgesOf(mesh).filter((edge) => edge.triangles === 3);
      expect(junctions.reduce((sum, edge) => sum + edge.length, 0)).toBeCloseTo(4, 6);
      expect(edgesOf(mesh).filter((edge) => edge.triangles !== 2 && edge.triangles !== 3)).toEqual([]);
    });
  });

  test('a ball that fills a hole of a cube touches it in one face', async () => {
    await meshed(stepText('box-around-sphere'), { mesh_size: 500 }, ({ mesh, report }) => {
      expect(report.parts).toHaveLength(7);
      const solids = report.adjacency!.map((entry) => entry.solids.length);
      expect(solids.sort()).toEqual([1, 1, 1, 1, 1, 1, 2]);
      expect(edgesOf(mesh).filter((edge) => edge.triangles !== 2)).toEqual([]);
    });
  });

  test('every face is a part with its own name and its own triangles', async () => {
    await meshed(stepText('two-boxes'), { mesh_size: 500 }, ({ mesh, report }) => {
      const names = report.parts.map((part) => part.name);
      expect(new Set(names).size).toBe(11);
      expect(mesh.groups).toEqual(names);
      for (const part of report.parts) {
        expect(part.triangles).toBe(
          mesh.triangles.filter((triangle) => triangle.part === part.number).length,
        );
        expect(part.areaM2).toBeCloseTo(1, 9);
      }
    });
  });

  test('an open plate is meshed to its rim and called open', async () => {
    await meshed(stepText('plate'), { mesh_size: 50 }, ({ mesh, report }) => {
      expect(areaOf(mesh)).toBeCloseTo(0.5, 9);
      expect(report.parts.map((part) => part.open)).toEqual([true]);
      const rim = edgesOf(mesh).filter((edge) => edge.triangles === 1);
      expect(rim.reduce((sum, edge) => sum + edge.length, 0)).toBeCloseTo(3, 9);
    });
  });

  test('a loose fin on a solid is kept and grows together with it', async () => {
    await meshed(stepText('box-with-fin'), { mesh_size: 100 }, ({ mesh }) => {
      expect(areaOf(mesh)).toBeCloseTo(6 + 0.2, 6);
      const foot = edgesOf(mesh).filter((edge) => edge.triangles === 3);
      expect(foot.reduce((sum, edge) => sum + edge.length, 0)).toBeCloseTo(0.5, 6);
    });
  });
});

test('tolerance and refinement step make edges shorter at a rounded edge, and nowhere shorter than they allow', async () => {
  const options = { mesh_size: 100, tolerans_Percentage: 75, refinement_step: 20 };
  await meshed(stepText('fillet'), { ...options, tolerans_Percentage: 0 }, async ({ report: plain }) => {
    await meshed(stepText('fillet'), options, ({ mesh, report: refined }) => {
      const rounded = (report: MeshReport) => report.parts.find((part) => part.areaM2 < 0.1)!;
      expect(rounded(refined).triangles).toBeGreaterThan(4 * rounded(plain).triangles);
      const flat = (report: MeshReport) => report.parts.filter((part) => part.areaM2 > 0.999);
      expect(flat(refined).at(-1)!.triangles).toBeLessThan(1.3 * flat(plain).at(-1)!.triangles);
      const lengths = edgesOf(mesh)
        .map((edge) => edge.length)
        .sort((a, b) => a - b);
      expect(lengths[Math.floor(0.01 * lengths.length)]).toBeGreaterThan(0.6 * 0.025);
    });
  });
});

describe('what cannot be meshed gets a sentence and leaves nothing behind', () => {
  test('a picture renamed to .step', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
    expect((await refusal(png)).code).toBe('STEP_NOT_A_STEP');
  });

  test('a truncated file', async () => {
    const text = stepText('two-boxes');
    const error = await refusal(text.slice(0, text.length / 2));
    expect(error.code).toBe('STEP_BROKEN');
    expect(error.detail).toMatch(/^[A-Z].*\.$/);
  });

  test('a file that is damaged in the middle', async () => {
    const error = await refusal(stepText('two-boxes').replace('#100 = ', '#100 == ((('));
    expect(error.code).toBe('STEP_BROKEN');
    expect(error.detail).toContain('one record has a wrong syntax');
  });

  test('a file without its units', async () => {
    expect((await refusal(withoutUnits(stepText('sphere')))).code).toBe('STEP_UNITS_UNKNOWN');
  });

  test('a file whose only face has a surface that does not exist', async () => {
    const error = await refusal(stepText('sphere').replaceAll('SPHERICAL_SURFACE', 'SPHERICAL_NOTHING'));
    expect(error.code).toBe('STEP_BROKEN');
    expect(error.detail).toContain('describes one face');
  });

  test('a file with a curve and no face', async () => {
    expect((await refusal(stepText('curve'))).code).toBe('STEP_EMPTY');
  });

  test('a mesh size that would make a hundred million triangles is refused within seconds', async () => {
    const started = Date.now();
    const error = await refusal(stepText('sphere'), { mesh_size: 0.5 });
    expect(error.code).toBe('MESH_TOO_LARGE');
    expect(Date.now() - started).toBeLessThan(20_000);
  });

  test('a mesh size larger than the model', async () => {
    expect((await refusal(stepText('sphere'), { mesh_size: 5000 })).code).toBe('MESH_SIZE_INVALID');
  });

  test('an algorithm that fails on the model, with gmsh’s reason and a remedy', async () => {
    const error = await refusal(stepText('sphere'), { mesh_size: 200, algorithm: 7 });
    expect(error.code).toBe('MESHER_FAILED');
    expect(error.detail).toMatch(/BAMG failed.*algorithm 6/);
  });

  test('a mesh that does not fit into the memory of the mesher', async () => {
    vi.stubEnv('PACE_MESHER_MEMORY_BYTES', String(160e6));
    expect((await refusal(stepText('sphere'), { mesh_size: 10 })).code).toBe('MEMORY');
  });

  test('a model that takes longer to read than it may', async () => {
    vi.stubEnv('PACE_MESHER_GEOMETRY_SECONDS', '0.001');
    expect((await refusal(stepText('two-boxes'))).code).toBe('MESHER_TIMEOUT');
  });

  test('a machine without gmsh', async () => {
    vi.stubEnv('PACE_GMSH', '/nowhere/gmsh');
    const error = await refusal(stepText('sphere'));
    expect(error.code).toBe('MESHER_FAILED');
    expect(error.detail).toContain('/nowhere/gmsh is not installed');
  });
});

test('cancelling ends gmsh and removes what it had begun', async () => {
  using run = runFolder({ 'model.step': stepText('sphere') });
  const cancel = new AbortController();
  let gmsh = 0;
  const running = mesh(
    run.folder,
    { mesh_size: 4 },
    {
      signal: cancel.signal,
      onSpawn: (pid) => (gmsh = pid),
      onProgress: (text) => {
        if (text === 'Meshing faces') cancel.abort();
      },
    },
  );
  await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  await pause(50);
  expect(gmsh).toBeGreaterThan(0);
  expect(isRunning(gmsh)).toBe(false);
  expect(readdirSync(run.folder)).toEqual(['model.step']);
});

test('a failed second meshing leaves the first mesh as it was', async () => {
  await meshed(stepText('sphere'), { mesh_size: 300 }, async ({ folder }) => {
    const before = readFileSync(join(folder, 'mesh.unv'));
    await expect(mesh(folder, { mesh_size: 5000 })).rejects.toBeInstanceOf(EngineError);
    expect(readFileSync(join(folder, 'mesh.unv')).equals(before)).toBe(true);
  });
});

describe('an uploaded UNV file', () => {
  test('is the mesh byte for byte; lengths are reported in metres and drawn in units of the file', async () => {
    await meshed(stepText('sphere'), { mesh_size: 300 }, async ({ folder: source }) => {
      const unv = readFileSync(join(source, 'mesh.unv'), 'latin1');
      using run = runFolder({ 'model.unv': unv });
      const report = await importUnv({
        folder: run.folder,
        metresPerUnit: 0.0254,
        signal: new AbortController().signal,
      });
      expect(readFileSync(join(run.folder, 'mesh.unv'), 'latin1')).toBe(unv);
      expect(report.metresPerUnit).toBe(0.0254);
      expect(report.parts[0]!.areaM2 / (4 * Math.PI * 0.0254 ** 2)).toBeCloseTo(1, 1);
      expect(radiusInGeometry(join(run.folder, 'mesh.geo.bin'))).toBeCloseTo(1, 5);
    });
  });

  test('is drawn and reported with its smooth parts rounded where that is asked for, and stays byte for byte', async () => {
    await meshed(
      stepText('sphere'),
      { mesh_size: 300, curvedElements: false },
      async ({ folder: source }) => {
        const unv = readFileSync(join(source, 'mesh.unv'), 'latin1');
        using run = runFolder({ 'model.unv': unv });
        const request = { folder: run.folder, metresPerUnit: 0.0254, signal: new AbortController().signal };
        const flat = await importUnv(request);
        expect(flat.rounding).toBeUndefined();
        const rounded = await importUnv({ ...request, roundingDeg: 30 });
        expect(rounded.rounding).toMatchObject({
          angle_deg: 30,
          triangles: rounded.triangles,
          straightened: 0,
        });
        const exact = (4 / 3) * Math.PI * 0.0254 ** 3;
        const missing = (report: typeof flat) => 1 - report.components![0]!.volume_m3 / exact;
        expect(Math.abs(missing(rounded))).toBeLessThan(0.1 * missing(flat));
        expect(readFileSync(join(run.folder, 'mesh.unv'), 'latin1')).toBe(unv);
        expect(readFileSync(join(run.folder, 'mesh.geo.bin'), 'latin1')).toContain('PACEBEN1');
      },
    );
  });

  test('without units is reported with none', async () => {
    await meshed(stepText('plate'), { mesh_size: 300 }, async ({ folder: source }) => {
      const unv = readFileSync(join(source, 'mesh.unv'), 'latin1').replace(
        / {4}-1\n {3}164\n(?:.*\n){3} {4}-1\n/,
        '',
      );
      using run = runFolder({ 'model.unv': unv });
      const report = await importUnv({ folder: run.folder, signal: new AbortController().signal });
      expect(report.metresPerUnit).toBeNull();
    });
  });

  test('that is none gets the code of what is wrong with it', async () => {
    using run = runFolder({ 'model.unv': 'hello\n' });
    const signal = new AbortController().signal;
    await expect(importUnv({ folder: run.folder, signal })).rejects.toMatchObject({ code: 'UNV_NOT_A_UNV' });
    expect(existsSync(join(run.folder, 'model.unv'))).toBe(true);
  });
});

function radiusInGeometry(file: string): number {
  const bytes = readFileSync(file);
  const vertices = bytes.readUInt32LE(8);
  let radius = 0;
  for (let i = 0; i < vertices; i += 1) {
    const at = 16 + 12 * i;
    radius = Math.max(
      radius,
      Math.hypot(bytes.readFloatLE(at), bytes.readFloatLE(at + 4), bytes.readFloatLE(at + 8)),
    );
  }
  return radius;
}
