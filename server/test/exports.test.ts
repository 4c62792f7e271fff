import { isScatteringMatrix, type FarZoneField, type MonoStaticRcs } from '@pace/contract';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sphereMesh } from '../src/demo/sphereMesh.ts';
import { localEngines } from '../src/engines/select.ts';
import { solverCommand } from '../src/engines/programs.ts';
import { TestServer, type Client } from './support/testServer.ts';
import { cannotRun } from './support/unless.ts';

/** Python imports pandas in many seconds on a busy machine. */
const PROGRAM_MS = 120_000;
const RADIUS = 0.25;
const CENTRE: [number, number, number] = [0.3, -0.2, 0.1];
const SCALE = Math.sqrt(4 * Math.PI);

let server: TestServer;
let user: Client;
let folder: string;
/** Bent triangles, both polarizations, two frequencies, 2 × 3 angles */
let id: string;
/** A wave of one polarization on the same mesh */
let single: string;
let records: MonoStaticRcs[];

const finished = ({ solverState: { status } }: { solverState: { status: string } }) =>
  status === 'Finished' || status === 'Error';

async function solved(input: object): Promise<string> {
  const project = await user.projectWithMesh(Buffer.from(bentUnv()));
  const { status } = await user.startSolver(project.id, {
    scalefactor: undefined,
    cfiealpha: [0.5],
    numberofiterations: 50,
    ...input,
  });
  expect(status).toBe(200);
  const { solverState } = await user.waitFor(project.id, finished);
  expect(solverState).toMatchObject({ status: 'Finished' });
  return project.id;
}

beforeAll(async () => {
  if (!existsSync(solverCommand()))
    throw new Error(`This test needs the solver at ${solverCommand()}; build it with: npm run build:solver`);
  server = await TestServer.start({ engines: localEngines });
  user = await server.newUser();
  folder = await mkdtemp(join(tmpdir(), 'pace-exports-'));
  id = await solved({
    freqsweep: 1,
    frequency: [250e6, 50e6, 300e6],
    anglesweep: 1,
    excitation: [60, 90, 20, 200, 4, 30, 90],
  });
  single = await solved({ frequency: [300e6, -1, -1], excitation: [60, 30, 1] });
  ({ monoStaticRcs: records } = (await user.call('monoStaticRcsResult', { body: { projectId: id } })).result);
}, PROGRAM_MS);
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function exported(
  query: Record<string, string>,
  projectId = id,
): Promise<{ file: string; name: string }> {
  const response = await user.fetch('exportResult', { query: { ProjectID: projectId, ...query } });
  if (response.status !== 200) throw new Error(await response.text());
  const disposition = response.headers.get('content-disposition') ?? '';
  const name = /filename="([^"]*)"/.exec(disposition)?.[1] ?? '';
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.length).toBe(Number(response.headers.get('content-length')));
  const file = join(folder, name);
  await writeFile(file, bytes);
  return { file, name };
}

/** What a Python program prints as JSON; undefined where its modules are missing. */
async function python<T>(modules: string, script: string, ...args: string[]): Promise<T | undefined> {
  const command = ['python3', '/usr/bin/python3'].find(
    (one) => spawnSync(one, ['-W', 'ignore', '-c', `import ${modules}`]).status === 0,
  );
  if (!command) return undefined;
  const { stdout } = await promisify(execFile)(command, ['-W', 'ignore', '-c', script, ...args], {
    maxBuffer: 1 << 26,
  });
  return JSON.parse(stdout) as T;
}

const matrixOf = (record: MonoStaticRcs | FarZoneField | undefined) => {
  if (!record || !isScatteringMatrix(record)) throw new Error('This record has no matrix.');
  return record;
};

describe('exports', () => {
  test(
    'h5py reads every complex value of the run, and the cuts of a wave',
    { timeout: PROGRAM_MS },
    async (context) => {
      const { file, name } = await exported({
        Format: 'h5',
        Frequency: '300000000',
        Theta: '600',
        Phi: '1100',
      });
      expect(name).toMatch(/-monostatic\.h5$/);
      const script = `
import h5py, json, sys
f = h5py.File(sys.argv[1]); m = f["monostatic"]; xz = f["bistatic/xz"]
print(json.dumps({"attributes": [f.attrs["format"], int(f.attrs["layout"]), int(f.attrs["converged"])],
  "frequency": m["frequency_Hz"][:].tolist(), "theta": m["theta_deg"][:].tolist(), "phi": m["phi_deg"][:].tolist(),
  "real": m["S_VH"][:].real.tolist(), "imag": m["S_VH"][:].imag.tolist(), "unit": m["S_VH"].attrs["unit"],
  "names": sorted(m), "wave": [f["bistatic"].attrs[a].item() for a in ("frequency_Hz", "theta_deg", "phi_deg")],
  "cut": [xz["theta_deg"][:].tolist(), xz["S_HH"][:].real.tolist(), xz["S_HH"][:].imag.tolist()]}))`;
      const read = await python<{
        attributes: unknown[];
        frequency: number[];
        theta: number[];
        phi: number[];
        real: number[][];
        imag: number[][];
        unit: string;
        names: string[];
        wave: number[];
        cut: number[][];
      }>('h5py', script, file);
      if (!read) cannotRun(context, 'python3-h5py is missing');
      expect(read.attributes).toEqual(['pace-results', 1, 1]);
      expect(read.frequency).toEqual([250e6, 300e6]);
      expect(read.unit).toBe('m');
      expect(read.names).toContain('S_HV');
      expect(records).toHaveLength(12);
      records.forEach((record, i) => {
        const [row, column] = [Math.floor(i / 6), i % 6];
        expect([read.frequency[row], read.theta[column], read.phi[column]]).toEqual([
          record.frequency,
          record.angleTheta / 10,
          record.anglePhi / 10,
        ]);
        const { s_VH_Real, s_VH_Imag } = matrixOf(record);
        expect([read.real[row]![column], read.imag[row]![column]]).toEqual([s_VH_Real, s_VH_Imag]);
      });
      expect(read.wave).toEqual([300e6, 60, 110]);
      const key = { projectId: id, frequency: 300e6, theta: 600, phi: 1100 };
      const { farZoneFields } = (await user.call('farZoneFieldsResult', { body: key })).result as {
        farZoneFields: FarZoneField[];
      };
      const xz = farZoneFields.filter(({ plane }) => plane === 'xz');
      expect(read.cut).toEqual([
        xz.map(({ angleTheta }) => angleTheta / 10),
        xz.map((one) => matrixOf(one).s_HH_Real),
        xz.map((one) => matrixOf(one).s_HH_Imag),
      ]);
    },
  );

  test(
    'pandas reads the tables of the Radar Explorer as it does',
    { timeout: PROGRAM_MS },
    async (context) => {
      const { file, name } = await exported({ Format: 'radarexplorer' });
      expect(name).toMatch(/-radar-explorer\.zip$/);
      const script = `
import glob, json, os, sys, zipfile
import pandas as pd
zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2]); os.chdir(sys.argv[2])
meta = json.load(open(glob.glob("HV_*.json")[0]))
df = pd.read_hdf(meta["monostatic_file"], key="df", mode="r")
print(json.dumps({"meta": meta, "files": sorted(glob.glob("*") + glob.glob("geometry/*")), "column": df.columns[0],
  "index": [list(row) for row in df.index], "names": list(df.index.names),
  "values": [[v.real, v.imag] for v in df[df.columns[0]]],
  "one": df.xs(0.3, level="Freq").xs(60.0, level="IWaveTheta").shape[0],
  "faces": sum(line.startswith("f ") for line in open("geometry/" + meta["model_info"]["model"][0]))}))`;
      const read = await python<{
        meta: Record<string, unknown>;
        files: string[];
        column: string;
        index: number[][];
        names: string[];
        values: number[][];
        one: number;
        faces: number;
      }>('tables, pandas', script, file, join(folder, 'explorer'));
      if (!read) cannotRun(context, 'python3-tables is missing');
      expect(read.meta).toMatchObject({ model_units: 'meter', frequency_units: 'GHz' });
      expect(read.files.filter((one) => one.endsWith('.json')).map((one) => one.slice(0, 2))).toEqual([
        'HH',
        'HV',
        'VH',
        'VV',
      ]);
      expect(read.column).toBe('ComplexMonostaticRCSPhi');
      expect(read.names).toEqual(['Freq', 'IWavePhi', 'IWaveTheta']);
      expect(read.one).toBe(3);
      expect(read.faces).toBe(180);
      // Frequencies, then φ, then θ: the toolkit reshapes the column so.
      expect(read.index).toEqual(
        [...read.index].sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!),
      );
      read.index.forEach(([frequency, phi, theta], i) => {
        const record = records.find(
          (one) =>
            Math.abs(one.frequency / 1e9 - frequency!) < 1e-9 &&
            one.angleTheta === theta! * 10 &&
            one.anglePhi === phi! * 10,
        );
        const { s_HV_Real, s_HV_Imag } = matrixOf(record);
        expect(read.values[i]).toEqual([SCALE * s_HV_Real, SCALE * s_HV_Imag]);
      });
    },
  );

  test(
    'currents of a bent mesh have its middles, and those are on the sphere',
    { timeout: PROGRAM_MS },
    async (context) => {
      const query = { Frequency: '300000000', Theta: '600', Phi: '1100', Incident: 'H' };
      const { file, name } = await exported({ Format: 'vtu', ...query });
      expect(name).toMatch(/-J\.vtu$/);
      const script = `
import json, sys, meshio
m = meshio.read(sys.argv[1])
print(json.dumps({"points": m.points.tolist(), "cells": {k: v.tolist() for k, v in m.cells_dict.items()},
  "J": m.point_data["J"].tolist(), "re": m.point_data["J_real"].tolist()}))`;
      const read = await python<{
        points: [number, number, number][];
        cells: Record<string, number[][]>;
        J: number[];
        re: number[][];
      }>('meshio', script, file);
      if (!read) cannotRun(context, 'python3-meshio is missing');
      expect(Object.keys(read.cells)).toEqual(['triangle6']);
      expect(read.cells['triangle6']).toHaveLength(180);
      // 92 vertices and 270 sides
      expect(read.points).toHaveLength(92 + 270);
      for (const point of read.points)
        expect(Math.hypot(...point.map((x, axis) => x - CENTRE[axis]!))).toBeCloseTo(RADIUS, 7);
      for (const [a, b, , ab] of read.cells['triangle6']!)
        expect(distance(read.points[ab!]!, read.points[a!]!)).toBeCloseTo(
          distance(read.points[ab!]!, read.points[b!]!),
          7,
        );
      // What flows at a middle is tangential there: with the sides of another middle it would not be.
      const peak = Math.max(...read.J);
      read.points.forEach((point, i) => {
        const outward = point.map((x, axis) => (x - CENTRE[axis]!) / RADIUS);
        const normal = outward.reduce((sum, x, axis) => sum + x * read.re[i]![axis]!, 0);
        expect(Math.abs(normal)).toBeLessThan(0.1 * peak);
      });
      // The vertices are those of the API, and what flows at a middle is about what flows at the ends of its side.
      const body = { projectId: id, frequency: 300e6, theta: 600, phi: 1100, incident: 'H' };
      const { currents } = (await user.call('fusionResult', { body })).result as { currents: number[] };
      currents.forEach((value, v) => expect(read.J[v]! / value).toBeCloseTo(1, 5));
      const largest = Math.max(...currents);
      for (const [a, b, , ab] of read.cells['triangle6']!)
        expect(Math.abs(read.J[ab!]! - (read.J[a!]! + read.J[b!]!) / 2)).toBeLessThan(0.3 * largest);
    },
  );

  test.each([
    ['txt', 'monostatic'],
    ['mat', 'monostatic'],
    ['msh', 'mesh'],
    ['stl', 'mesh'],
    ['obj', 'mesh'],
    ['unv', 'mesh'],
    ['vtu', 'mesh'],
  ])('%s needs no more than the project', async (format, kind) => {
    const { name } = await exported({ Format: format });
    expect(name).toMatch(new RegExp(`-${kind}\\.${format}$`));
  });

  test('STK has a grid of one frequency, and the cuts of one wave', async () => {
    const grid = await exported({ Format: 'rcs', Frequency: '250000000' });
    expect(grid.name).toMatch(/-monostatic\.rcs$/);
    const cuts = await exported({ Format: 'rcs', Frequency: '250000000', Theta: '900', Phi: '200' });
    expect(cuts.name).toMatch(/-bistatic\.rcs$/);
    const ffe = await exported({ Format: 'ffe' }, single);
    expect(ffe.name).toMatch(/-bistatic\.ffe$/);
  });

  test.each([
    ['which frequency', () => id, { Format: 'rcs' }, 'RESULT_NOT_FOUND.whichValue'],
    ['which angle', () => id, { Format: 'ffe', Frequency: '250000000' }, 'RESULT_NOT_FOUND.whichValue'],
    [
      'a wave that was not solved',
      () => id,
      { Format: 'ffe', Frequency: '1', Theta: '0', Phi: '0' },
      'RESULT_NOT_FOUND.otherValues',
    ],
    ['a matrix of one polarization', () => single, { Format: 'rcs' }, 'RESULT_NOT_FOUND.matrix'],
    [
      'magnetic currents of metal',
      () => single,
      { Format: 'vtu', Theta: '600', Density: 'M' },
      'RESULT_NOT_FOUND.noMagnetic',
    ],
  ])('%s is asked for', async (_, projectId, query, expected) => {
    const answer = await user.call('exportResult', { query: { ProjectID: projectId(), ...query } });
    expect(answer).toMatchObject({ code: 'RESULT_NOT_FOUND', message: expected });
  });

  test('other formats, and projects without results, are refused; nothing is left behind', async () => {
    const { status } = await user.call('exportResult', { query: { ProjectID: id, Format: 'exe' } });
    expect(status).toBe(400);
    const project = await user.newProject({ name: 'empty' });
    expect(
      await user.call('exportResult', { query: { ProjectID: project.id, Format: 'txt' } }),
    ).toMatchObject({ code: 'RESULT_NOT_READY' });
    expect(
      await user.call('exportResult', { query: { ProjectID: project.id, Format: 'stl' } }),
    ).toMatchObject({ code: 'NO_MODEL' });
    const left = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('pace-export-'));
    await expect.poll(left).toEqual([]);
  });
});

const distance = (a: readonly number[], b: readonly number[]) =>
  Math.hypot(...a.map((x, axis) => x - b[axis]!));

/** The sphere of 180 triangles with the middles of their sides on it. */
function bentUnv(): string {
  const { vertices, triangles } = sphereMesh(RADIUS, CENTRE, 3);
  const nodes: number[][] = [...vertices];
  const known = new Map<string, number>();
  const middle = (a: number, b: number) => {
    const key = [Math.min(a, b), Math.max(a, b)].join(' ');
    const there = known.get(key);
    if (there !== undefined) return there;
    const half = CENTRE.map((c, axis) => (vertices[a]![axis]! + vertices[b]![axis]!) / 2 - c);
    const length = Math.hypot(...half);
    nodes.push(half.map((x, axis) => CENTRE[axis]! + (RADIUS * x) / length));
    known.set(key, nodes.length - 1);
    return nodes.length - 1;
  };
  const wide = (values: number[]) => values.map((value) => String(value).padStart(10)).join('');
  const elements = triangles.flatMap(([a, b, c], t) => [
    wide([t + 1, 92, 1, 1, 7, 6]),
    wide([a, middle(a, b), b, middle(b, c), c, middle(c, a)].map((node) => node + 1)),
  ]);
  const places = nodes.flatMap((node, i) => [
    wide([i + 1, 1, 1, 11]),
    node.map((x) => x.toExponential(16).padStart(25)).join(''),
  ]);
  const units = ['         1SI: metre (newton)           2', '1.0 1.0 1.0', '273.15'];
  return [
    ...['    -1', '   164', ...units, '    -1'],
    ...['    -1', '  2411', ...places, '    -1'],
    ...['    -1', '  2412', ...elements, '    -1', ''],
  ].join('\n');
}
