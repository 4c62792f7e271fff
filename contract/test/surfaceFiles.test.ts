import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  mshFile,
  objFile,
  stlFile,
  vtuFile,
  type SurfaceData,
  type SurfaceIllumination,
} from '../src/export/index.ts';

/** Python and gmsh start in seconds on a busy machine. */
const PROGRAM_MS = 120_000;

/** A tetrahedron without symmetry of two parts, one of them without a name. */
const body: SurfaceData = {
  name: 'Gövde -- "α"\n2',
  mesh: {
    vertices: new Float32Array([0.1, 0.2, -0.3, 1.3, 0.25, 0.15, 0.4, 1.7, 0.35, 0.2, 0.3, 2.1]),
    triangles: new Uint32Array([0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]),
    parts: new Uint32Array([1, 1, 3, 1]),
    partNames: new Map([[1, 'Kanat "sol"']]),
  },
};
const values = Float32Array.from({ length: 24 }, (_, i) => Math.sin(3 * i + 1) * 10 ** (i % 5));
const illumination: SurfaceIllumination = {
  frequencyHz: 2.997e9,
  thetaDeg: 45.5,
  phiDeg: 359.9,
  polarization: 1,
  converged: false,
  vectors: [
    { name: 'J', unit: 'A/m', values },
    { name: 'M', unit: 'V/m', values: values.map((value) => -2 * value) },
  ],
};

/** The same with three bent triangles, and a flat one. */
const bent: SurfaceData = {
  ...body,
  mesh: {
    ...body.mesh,
    middles: {
      points: new Float64Array([
        0.25, 0.95, 0.1, 0.85, 0.9, 0.3, 0.7, 0.2, -0.1, 0.75, 0.2, 1.1, 0.3, 1.1, 1.3,
      ]),
      ofTriangle: new Int32Array([0, 1, 2, 2, 3, 4, 1, 4, 3, -1, -1, -1]),
    },
  },
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pace-surface-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, content: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

/** The system's own has the modules of its packages; another one may come first. */
const pythonWith = (module: string) =>
  ['python3', '/usr/bin/python3'].find(
    (python) => spawnSync(python, ['-c', `import ${module}`]).status === 0,
  );

describe('VTK files', () => {
  test('meshio reads points, triangles, parts and complex currents', { timeout: PROGRAM_MS }, ({ skip }) => {
    const python = pythonWith('meshio');
    if (!python) return skip('python3-meshio is missing');
    const script = `
import json, sys, meshio
m = meshio.read(sys.argv[1])
print(json.dumps({"points": m.points.ravel().tolist(), "cells": m.cells_dict["triangle"].ravel().tolist(),
  "part": m.cell_data["part"][0].tolist(),
  "data": {name: v.ravel().tolist() for name, v in m.point_data.items()}}))`;
    const { stdout, stderr } = spawnSync(
      python,
      ['-c', script, written('currents.vtu', vtuFile(body, illumination))],
      { encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    const read = JSON.parse(stdout) as {
      points: number[];
      cells: number[];
      part: number[];
      data: Record<string, number[]>;
    };
    expect(read.points).toEqual([...(body.mesh.vertices as Float32Array)]);
    expect(read.cells).toEqual([...(body.mesh.triangles as Uint32Array)]);
    expect(read.part).toEqual([1, 1, 3, 1]);
    expect(Object.keys(read.data)).toEqual(['J', 'J_real', 'J_imag', 'M', 'M_real', 'M_imag']);
    for (let i = 0; i < 12; i++) {
      expect(read.data['J_real']![i]).toBe(values[2 * i]);
      expect(read.data['J_imag']![i]).toBe(values[2 * i + 1]);
      expect(read.data['M_imag']![i]).toBe(-2 * values[2 * i + 1]!);
    }
    for (let v = 0; v < 4; v++)
      expect(read.data['J']![v]).toBeCloseTo(Math.hypot(...values.slice(6 * v, 6 * v + 6)), 2);
  });

  test('it says of which wave the currents are, that they did not converge, and what its parts are called', () => {
    const text = new TextDecoder('latin1').decode(vtuFile(body, illumination));
    const head = text.slice(0, text.indexOf('<PointData'));
    expect(head).toContain('NOT CONVERGED');
    expect(head).toContain('vertical (along theta)');
    expect(head).toContain('J in A/m');
    expect(head).toContain('Name="theta_deg" NumberOfTuples="1" format="ascii">45.5<');
    expect(head).toContain('part 3: Part 3');
    // A comment of XML ends at two hyphens.
    for (const [, comment] of head.matchAll(/<!--(.*?)-->/gs)) expect(comment).not.toMatch(/--|-$|\n/);
    expect(new TextDecoder().decode(vtuFile(body))).not.toContain('FieldData');
  });

  test('currents of another mesh are refused', () => {
    const short = { ...illumination, vectors: [{ name: 'J', unit: 'A/m', values: values.slice(6) }] };
    expect(() => vtuFile(body, short)).toThrow('J has 3 vectors, but the mesh has 4 points.');
  });

  test(
    'meshio reads bent triangles and the currents at their middles',
    { timeout: PROGRAM_MS },
    ({ skip }) => {
      const python = pythonWith('meshio');
      if (!python) return skip('python3-meshio is missing');
      const script = `
import json, sys, meshio
m = meshio.read(sys.argv[1])
print(json.dumps({"points": m.points.ravel().tolist(), "flat": m.cells_dict["triangle"].tolist(),
  "bent": m.cells_dict["triangle6"].tolist(), "J": m.point_data["J_real"].tolist()}))`;
      const vectors = [
        { name: 'J', unit: 'A/m', values: Float32Array.from({ length: 54 }, (_, i) => i / 4) },
      ];
      const { stdout, stderr } = spawnSync(
        python,
        ['-c', script, written('bent.vtu', vtuFile(bent, { ...illumination, vectors }))],
        { encoding: 'utf8' },
      );
      expect(stderr).toBe('');
      const read = JSON.parse(stdout) as {
        points: number[];
        flat: number[][];
        bent: number[][];
        J: number[][];
      };
      expect(read.points).toEqual([
        ...(bent.mesh.vertices as Float32Array),
        ...(bent.mesh.middles!.points as Float64Array),
      ]);
      expect(read.flat).toEqual([[2, 0, 3]]);
      expect(read.bent).toEqual([
        [0, 2, 1, 4, 5, 6],
        [0, 1, 3, 6, 7, 8],
        [1, 2, 3, 5, 8, 7],
      ]);
      expect(read.J[8]).toEqual([12, 12.5, 13]);
    },
  );
});

describe('mesh files', () => {
  /** Corners of all triangles as gmsh has them after reading a file. */
  function byGmsh(file: string): { corners: number[][]; names: string } {
    const out = join(folder, 'out.msh');
    const { stdout } = spawnSync('gmsh', [file, '-0', '-save_all', '-format', 'msh2', '-o', out], {
      encoding: 'utf8',
    });
    expect(stdout).not.toContain('Error');
    const lines = readFileSync(out, 'utf8').split('\n');
    const section = (name: string) => {
      const at = lines.indexOf(`$${name}`);
      return at < 0 ? [] : lines.slice(at + 2, lines.indexOf(`$End${name}`));
    };
    const nodes = new Map(
      section('Nodes').map((line) => {
        const [id, ...place] = line.split(' ').map(Number);
        return [id!, place] as const;
      }),
    );
    const corners = section('Elements')
      .map((line) => line.split(' ').map(Number))
      .filter(([, type]) => type === 2)
      .map((numbers) => numbers.slice(-3).flatMap((id) => nodes.get(id)!));
    return { corners, names: section('PhysicalNames').join('\n') };
  }
  const expected = Array.from({ length: 4 }, (_, t) =>
    [0, 1, 2].flatMap((corner) => {
      const v = body.mesh.triangles[3 * t + corner]!;
      return [0, 1, 2].map((axis) => body.mesh.vertices[3 * v + axis]!);
    }),
  );
  const sorted = (corners: readonly (readonly number[])[]) =>
    corners.map((one) => one.map((value) => value.toFixed(5)).join(' ')).sort();

  test('gmsh reads the same triangles and the names of parts from MSH', { timeout: PROGRAM_MS }, () => {
    const { corners, names } = byGmsh(written('mesh.msh', mshFile(body)));
    expect(sorted(corners)).toEqual(sorted(expected));
    expect(names).toBe(`2 1 "Kanat 'sol'"\n2 3 "Part 3"`);
  });

  test('gmsh reads the same triangles from STL of one part and of several', { timeout: PROGRAM_MS }, () => {
    const one = { ...body, mesh: { ...body.mesh, parts: new Uint32Array(4).fill(7) } };
    const binary = stlFile(one);
    expect(binary.length).toBe(84 + 4 * 50);
    expect(sorted(byGmsh(written('binary.stl', binary)).corners)).toEqual(sorted(expected));
    const text = stlFile(body);
    expect(sorted(byGmsh(written('text.stl', text)).corners)).toEqual(sorted(expected));
    const lines = new TextDecoder().decode(text).split('\n');
    expect(lines.filter((line) => line.startsWith('solid'))).toEqual(['solid Kanat "sol"', 'solid Part 3']);
    expect(lines[1]).toMatch(/^ facet normal -?[\d.]+ -?[\d.]+ -0\.89/);
  });

  test('gmsh reads bent triangles with the same middles from MSH', { timeout: PROGRAM_MS }, () => {
    byGmsh(written('bent.msh', mshFile(bent)));
    const lines = readFileSync(join(folder, 'out.msh'), 'utf8').split('\n');
    const nodes = lines.slice(lines.indexOf('$Nodes') + 2, lines.indexOf('$EndNodes'));
    const place = new Map(nodes.map((line) => [line.split(' ')[0]!, line.split(' ').slice(1).map(Number)]));
    const six = lines.filter((line) => / 9 2 /.test(line)).map((line) => line.split(' ').slice(-6));
    expect(six).toHaveLength(3);
    expect(six[0]!.map((id) => place.get(id)!.map((value) => Number(value.toFixed(6))))).toEqual(
      [0, 2, 1]
        .map((v) => [0, 1, 2].map((axis) => Number(body.mesh.vertices[3 * v + axis]!.toFixed(6))))
        .concat([
          [0.25, 0.95, 0.1],
          [0.85, 0.9, 0.3],
          [0.7, 0.2, -0.1],
        ]),
    );
  });

  test('an OBJ file has the same triangles, part by part', () => {
    const text = objFile(body);
    expect(text.split('\n').filter((line) => line.startsWith('g'))).toEqual(['g Kanat "sol"', 'g Part 3']);
    const corners = text
      .split('\n')
      .flatMap((line) => (line.startsWith('v ') ? [line.slice(2).split(' ').map(Number)] : []));
    const triangles = text.split('\n').flatMap((line) =>
      line.startsWith('f ')
        ? [
            line
              .slice(2)
              .split(' ')
              .flatMap((id) => corners[Number(id) - 1]!),
          ]
        : [],
    );
    expect(sorted(triangles)).toEqual(sorted(expected));
  });

  test('what is no mesh is refused', () => {
    const wrong = (mesh: Partial<SurfaceData['mesh']>) => () =>
      mshFile({ ...body, mesh: { ...body.mesh, ...mesh } });
    expect(wrong({ triangles: [], parts: [] })).toThrow('has no mesh to export');
    expect(wrong({ parts: [1] })).toThrow('one part a triangle');
    expect(wrong({ triangles: [0, 1, 4], parts: [1] })).toThrow(
      'Triangle 1 has the vertex 5, but there are 4.',
    );
  });
});
