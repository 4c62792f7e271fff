/** Geometry that is not STEP, from the upload to the mesh in metres, by HTTP. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gmshCommand, solverCommand } from '../src/engines/programs.ts';
import { localEngines } from '../src/engines/select.ts';
import { readIgesHead } from '../src/mesher/index.ts';
import { TestServer, type Client } from './support/testServer.ts';

let server: TestServer;
let user: Client;
beforeAll(async () => {
  if (!existsSync(solverCommand()))
    throw new Error(`This test needs the solver at ${solverCommand()}; build it with: npm run build:solver`);
  server = await TestServer.start({ engines: localEngines });
  user = await server.newUser();
});
afterAll(() => server?.stop());

const isOver = ({ status }: { status: string }) => status === 'Finished' || status === 'Error';

async function uploaded(fileName: string, content: string | Buffer): Promise<string> {
  const { id } = await user.newProject();
  expect(await user.upload(id, fileName, Buffer.from(content as string))).toMatchObject({ status: 200 });
  return id;
}

async function meshed(id: string, options: object) {
  expect(await user.call('runMesher', { body: { projectId: id, ...options } })).toMatchObject({
    status: 200,
  });
  const { mesherState } = await user.waitFor(id, ({ mesherState: state }) => isOver(state));
  return { mesherState, report: (await user.project(id)).state.meshReport };
}

/** A sphere of radius 0.5 m about (0.2, 0, 0) as a surface of revolution (types 110, 100, 120), in IGES 5.3. */
function igesSphere(flag: number, name: string, metres: number): string {
  const r = (value: number) => `${Number((value / metres).toPrecision(8))}`.replace(/^(-?\d+)$/, '$1.');
  const entities: [number, string][] = [
    [110, `110,${r(-0.8)},0.,0.,${r(1.2)},0.,0.;`],
    [100, `100,0.,${r(0.2)},0.,${r(0.7)},0.,${r(-0.3)},0.;`],
    [120, '120,1,3,0.,6.283185307179586;'],
  ];
  const global = [
    ...['1H,', '1H;', '4Hpace', '10Hsphere.igs', '4Hpace', '4Hpace', 32, 38, 6, 308, 15, '4Hpace', '1.'],
    ...[
      flag,
      `${name.length}H${name}`,
      1,
      0.01,
      '15H20261127.120000',
      '1E-6',
      '10.',
      '4Hpace',
      '4Hpace',
      11,
      0,
    ],
    '15H20261127.120000',
  ].join(',');
  const section = (letter: string, text: string, width: number, tail: (line: number) => string) =>
    Array.from({ length: Math.ceil(text.length / width) }, (_, i) => {
      const line = text.slice(i * width, (i + 1) * width).padEnd(width);
      return `${line}${tail(i)}${letter}${String(i + 1).padStart(7)}`;
    });
  const column = (...values: (number | string)[]) =>
    values.map((value) => String(value).padStart(8)).join('');
  const parameters = entities.map(
    ([, text], i) => `${text.padEnd(64)}${String(2 * i + 1).padStart(8)}P${String(i + 1).padStart(7)}`,
  );
  const directory = entities.flatMap(([type], i) => [
    `${column(type, i + 1, 0, 0, 0, 0, 0, 0)}${type === 120 ? '00000000' : '00010000'}D${String(2 * i + 1).padStart(7)}`,
    `${column(type, 0, 0, 1, 0)}${' '.repeat(24)}${column(0)}D${String(2 * i + 2).padStart(7)}`,
  ]);
  const start = section('S', 'A sphere for tests', 72, () => '');
  const globals = section('G', `${global};`, 72, () => '');
  const counts = `S${String(start.length).padStart(7)}G${String(globals.length).padStart(7)}D${String(directory.length).padStart(7)}P${String(parameters.length).padStart(7)}`;
  return [...start, ...globals, ...directory, ...parameters, `${counts.padEnd(72)}T      1`, ''].join('\n');
}

describe('IGES', () => {
  test.each([
    [6, 'M', 1],
    [2, 'MM', 1e-3],
    [1, 'INCH', 0.0254],
    [3, 'FT', 0.3048],
  ])(
    'a sphere with the unit flag %i (%s) is meshed in metres, with curved triangles',
    async (flag, name, metres) => {
      const id = await uploaded('sphere.IGS', igesSphere(flag, name, metres));
      const { mesherState, report } = await meshed(id, { mesh_size: 200 });
      expect(mesherState).toMatchObject({ status: 'Finished' });
      expect((await user.project(id)).state.model).toMatchObject({ type: 'STEP', fileName: 'sphere.IGS' });
      expect(report!.step).toMatchObject({ faces: 1, metresPerUnit: metres });
      expect(report!.metresPerUnit).toBe(1);
      expect(report!.openEdges).toBe(0);
      expect(report!.parts[0]!.areaM2).toBeCloseTo(Math.PI, 2);
      // OpenCASCADE puts the sphere where the file has it.
      const { meshVertex3 } = (await user.call('mesherResult', { body: { projectId: id } })).result as {
        meshVertex3: [number, number, number][];
      };
      for (const [x, y, z] of meshVertex3) expect(Math.hypot(x - 0.2, y, z)).toBeCloseTo(0.5, 4);
    },
  );

  test('the global section may have other separators, and may be silent about the unit', () => {
    const head = (global: string) =>
      [`${'A start'.padEnd(72)}S      1`, `${global.padEnd(72)}G      1`, ''].join('\n');
    const unit = (flag: string, name: string) =>
      readIgesHead(
        head(
          `1H/1H#/4Ha/b,/4Hpace/4Hpace/4Hpace/32/38/6/308/15/4Hpace/1./${flag}/${name}/1#`.replace(
            '1H/1H#',
            '1H//1H#',
          ),
        ),
      ).unit;
    expect(unit('10', '2HCM')).toEqual({ name: 'cm', metres: 0.01 });
    expect(unit('3', '2HUM')).toEqual({ name: 'µm', metres: 1e-6 });
    expect(unit('3', '6Hparsec')).toBeUndefined();
    expect(unit('', '')).toBeUndefined();
    expect(readIgesHead('solid body\n').isIges).toBe(false);
  });

  test('a file without a unit, of another kind, cut off, or without surfaces is refused with what to do', async () => {
    const good = igesSphere(2, 'MM', 1e-3);
    const silent = await uploaded('silent.igs', igesSphere(3, '??', 1));
    expect((await meshed(silent, {})).mesherState).toMatchObject({ code: 'STEP_UNITS_UNKNOWN' });
    const { id } = await user.newProject();
    expect(await user.upload(id, 'a.iges', Buffer.from('ISO-10303-21;'))).toMatchObject({
      code: 'STEP_NOT_A_STEP',
      detail: expect.stringContaining('not a file of the format IGES') as string,
    });
    const cut = await uploaded('cut.igs', good.slice(0, 400));
    expect((await meshed(cut, { mesh_size: 200 })).mesherState).toMatchObject({ status: 'Error' });
    const curves = await uploaded('curves.igs', good.replace('120,1,3', '120,9,9'));
    const { mesherState } = await meshed(curves, { mesh_size: 200 });
    expect(mesherState.status).toBe('Error');
    expect(mesherState.detail).toContain('IGES');
  });
});

describe('BREP', () => {
  /** A box of 100 × 200 × 300 units with a corner at (10, 20, 30) */
  function brepBox(): string {
    const folder = mkdtempSync(join(tmpdir(), 'pace-brep-'));
    try {
      const script = 'SetFactory("OpenCASCADE");\nBox(1) = {10, 20, 30, 100, 200, 300};\nSave "box.brep";\n';
      writeFileSync(join(folder, 'box.geo'), script);
      expect(spawnSync(gmshCommand(), ['box.geo', '-parse_and_exit'], { cwd: folder }).status).toBe(0);
      return readFileSync(join(folder, 'box.brep'), 'latin1');
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  test('is meshed once its unit is given, and says so before', async () => {
    const id = await uploaded('box.brep', brepBox());
    expect((await meshed(id, { mesh_size: 50 })).mesherState).toMatchObject({
      status: 'Error',
      code: 'STEP_UNITS_UNKNOWN',
      detail: expect.stringContaining('Choose it beside the mesh size') as string,
    });
    const { mesherState, report } = await meshed(id, { mesh_size: 50, metresPerUnit: 1e-3 });
    expect(mesherState).toMatchObject({ status: 'Finished' });
    expect(report!.parts).toHaveLength(6);
    expect(report!.parts.reduce((sum, { areaM2 }) => sum + areaM2, 0)).toBeCloseTo(0.22, 6);
    expect(report!.step).toMatchObject({ solids: 1, unitName: 'mm', metresPerUnit: 1e-3 });
    const inches = await meshed(id, { mesh_size: 1000, metresPerUnit: 0.0254 });
    expect(inches.report!.step!.sizeM).toEqual(
      [100, 200, 300].map((size) => expect.closeTo(size * 0.0254, 6) as number),
    );
  });

  test('what only has the ending of one is refused at its upload', async () => {
    const { id } = await user.newProject();
    expect(await user.upload(id, 'a.brp', Buffer.from('solid body'))).toMatchObject({
      code: 'STEP_NOT_A_STEP',
    });
    const cut = await uploaded('cut.brep', brepBox().slice(0, 2000));
    expect((await meshed(cut, { mesh_size: 50, metresPerUnit: 1e-3 })).mesherState).toMatchObject({
      status: 'Error',
      detail: expect.stringContaining('BREP') as string,
    });
  });
});
