/** Models, runs and results of the real server with the real solver. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  AccessKeyError,
  BatchFailed,
  connect,
  InvalidInput,
  Material,
  MeshFailed,
  NotFound,
  RunCancelled,
  type Client,
  type Model,
} from '../src/index.ts';
import { HAS_SERVER, newKey, temporaryFolder, URL_OF_SERVER } from './support/connected.ts';
import { sphereUnv } from './support/sphere.ts';

const RADIUS = 0.25;
const folder = temporaryFolder();
const quick = { errorestimate: false, numberoffarlocations: 36 } as const;

describe.skipIf(!HAS_SERVER)('against a server', () => {
  let pc: Client;
  let small: string;
  let model: Model;
  let smallModel: Model;
  beforeAll(async () => {
    pc = await connect();
    small = sphereUnv(join(folder, 'small.unv'), RADIUS, 1);
    model = await pc.upload(sphereUnv(join(folder, 'sphere.unv'), RADIUS, 2, [0.1, -0.05, 0.2]));
    smallModel = await pc.upload(small);
  });

  test('a sphere scatters as Mie says, complex and off the origin', async () => {
    const run = await model.run({
      frequency: 300e6,
      theta: 60,
      phi: 30,
      polarization: 'VH',
      numberoffarlocations: 36,
    });
    const estimate = await run.estimate();
    expect(estimate.unknowns).toBe(480);
    expect(estimate.bytes).toBeGreaterThan(480 * 480 * 16);
    expect((await run.state()).status).toBe('');
    const seen: string[] = [];
    const events: string[] = [];
    const res = await run.wait({
      onProgress: ({ status }) => seen.push(status),
      onEvents: (some) => events.push(...some.map(({ event }) => event)),
    });
    expect(seen.at(-1)).toBe('Finished');
    expect(events).toContain('finished');
    expect([res.shape, [...res.theta], [...res.phi]]).toEqual([[1, 1, 1], [60], [30]]);
    const [exact, computed] = [await res.exactSphere(), await res.bistatic()];
    expect(Object.keys(computed.cuts).sort()).toEqual(['xy', 'xz', 'yz']);
    for (const [plane, cut] of Object.entries(computed.cuts))
      for (const term of cut.terms) {
        const [a, b] = [cut.field(term), exact.cuts[plane]!.field(term)];
        const peak = Math.max(...b.abs().data);
        const difference = Math.max(
          ...a.real.map((one, i) => Math.hypot(one - b.real[i]!, a.imaginary[i]! - b.imaginary[i]!)),
        );
        // Flat triangles of λ/9.
        expect(difference, `${plane} ${term}`).toBeLessThan(0.06 * Math.max(peak, 0.05));
      }
    // Straight back a sphere has equal VV and HH, and no RR.
    const vv = res.rcs('VV', { dB: true }).item();
    expect(Math.abs(vv - res.rcs('HH', { dB: true }).item())).toBeLessThan(0.1);
    expect(res.rcs('RR').item()).toBeLessThan(1e-2 * res.rcs('RL').item());
    const bar = res.bar('VV', { dB: true });
    expect(bar!.low.item()).toBeLessThan(vv);
    expect(bar!.high.item()).toBeGreaterThan(vv);
    const corrected = res.corrected!.bar('VV', { dB: true })!;
    expect(corrected.high.item() - corrected.low.item()).toBeLessThan(
      0.5 * (bar!.high.item() - bar!.low.item()),
    );
    expect((await res.iterations({ incident: 'H' })).at(-1)).toBeLessThan(1e-3);
  });

  test('each writer writes what the arrays have', async () => {
    const run = await smallModel.run({
      ...quick,
      frequency: 400e6,
      theta: { first: 30, last: 90, step: 30 },
      phi: [0, 20],
      polarization: 'VH',
    });
    const res = await run.wait({ onProgress: false });
    expect(res.shape).toEqual([1, 3, 2]);
    expect(res.bar('VV')).toBeUndefined();
    expect(res.corrected).toBeUndefined();
    const files = Object.fromEntries(
      await Promise.all(
        ['csv', 'txt', 'mat', 'ffe', 'msh', 'stl'].map(
          async (ending) =>
            [ending, await res.save(join(folder, `a.${ending}`), { theta: 60, phi: 20 })] as const,
        ),
      ),
    );
    const csv = readFileSync(files['csv']!, 'utf8').trim().split('\n');
    const heads = csv[0]!.split(',');
    const hv = res.field('HV');
    csv.slice(1).forEach((line, i) => {
      const row = line.split(',').map(Number);
      expect(row[heads.indexOf('HV_re_m')]).toBe(hv.real[i]);
      expect(row[heads.indexOf('HV_im_m')]).toBe(hv.imaginary[i]);
    });
    expect(csv).toHaveLength(7);
    const txt = readFileSync(files['txt']!, 'utf8').trim().split('\n');
    expect(txt.filter((line) => !line.startsWith('#'))).toHaveLength(6);
    const mat = readFileSync(files['mat']!);
    expect(mat.toString('latin1', 0, 10)).toBe('MATLAB 5.0');
    expect(mat.includes('rcs_dBsm_VV')).toBe(true);
    expect(readFileSync(files['ffe']!, 'utf8')).toMatch(/^##File Type: Far field\n##File Format: 3/);
    const msh = readFileSync(files['msh']!, 'utf8').split('\n');
    expect(Number(msh[msh.indexOf('$Elements') + 1])).toBe(res.summary!.triangles);
    expect(readFileSync(files['stl']!).readUInt32LE(80)).toBe(res.summary!.triangles);
    const wave = { theta: 60, phi: 20 };
    const vtu = async (choice: object, ending: string) =>
      readFileSync(await res.save(join(folder, `${ending}.vtu`), { ...wave, ...choice }), 'utf8');
    const [ofV, ofH] = [await vtu({}, 'v'), await vtu({ incident: 'H' }, 'h')];
    expect(ofV).toContain('Incident polarization: vertical');
    expect(ofH).toContain('Incident polarization: horizontal');
    expect(ofV).toMatch(/Name="J_imag" NumberOfComponents="3" format="binary">\n[A-Za-z0-9+/=]+</);
    expect(ofH.slice(ofH.indexOf('"J_imag"'))).not.toBe(ofV.slice(ofV.indexOf('"J_imag"')));
    // A perfect conductor has no magnetic currents.
    await expect(res.save(join(folder, 'm.vtu'), { ...wave, density: 'M' })).rejects.toThrow();
    const read = (name: string) => readFileSync(join(folder, name));
    await res.save(join(folder, 'all.h5'), wave);
    expect(read('all.h5').toString('latin1', 1, 4)).toBe('HDF');
    await res.save(join(folder, 'explorer.zip'), { format: 'radarexplorer' });
    expect(read('explorer.zip').includes('geometry/model.obj')).toBe(true);
    await res.save(join(folder, 'grid.rcs'), { frequency: res.frequency[0] });
    expect(read('grid.rcs').toString()).toContain('ComplexScatter');
    expect(await res.content('rcs', wave)).toContain('BiComplexScatterSparse');
    expect(await res.content('obj')).toMatch(/^# Pace, metres/);
    const { file, maps } = await res.maps({
      ...wave,
      layer: { permittivity: { real: 4, imaginary: -0.1 }, permeability: { real: 1, imaginary: 0 } },
    });
    expect(maps.displacement).toHaveLength(res.summary!.triangles);
    expect(maps.layer).toHaveLength(res.summary!.triangles);
    expect(file.rcs_dBsm).toBeCloseTo(res.rcs('VV', { dB: true }).at(0, 1, 1), 2);
    const spots = await res.hotSpots({ received: 'H', incident: 'H' });
    expect(spots.map).toHaveLength(res.summary!.triangles);
    expect(spots.file.resolution_m.theta).toBeGreaterThan(0);
    await expect(res.save(join(folder, 'a.xls'))).rejects.toThrow(InvalidInput);
    await expect(res.bistatic({ theta: 45, phi: 0 })).rejects.toMatchObject({
      code: 'RESULT_NOT_FOUND',
      place: '/theta',
    });
    expect(readFileSync(await res.archive(join(folder, 'run.zip'))).toString('latin1', 0, 2)).toBe('PK');
    expect(readFileSync(await res.mesh(join(folder, 'mesh.unv')), 'utf8')).toContain('2411');
  });

  test('a batch loses no run and solves none twice, and a failed one does not take the others along', async () => {
    const runs = await Promise.all(
      [100e6, 150e6, 200e6].map((frequency) => smallModel.run({ ...quick, frequency, polarization: 'V' })),
    );
    expect(new Set(runs.map(({ id }) => id)).size).toBe(3);
    const [a, b, c] = runs;
    const seen = new Map<string, unknown>();
    for await (const [key, outcome] of pc.asFinished({ a: a!, b: b!, c: c!, again: a! }, { atOnce: 2 })) {
      expect(seen.has(key)).toBe(false);
      seen.set(key, outcome);
    }
    expect([...seen.keys()].sort()).toEqual(['a', 'again', 'b', 'c']);
    expect(seen.get('again')).toBe(seen.get('a'));
    const versions = () => Promise.all(runs.map(async (run) => (await run.project()).state.resultVersion));
    const before = await versions();
    const results = await pc.batch(runs);
    expect(results.map(({ frequency }) => frequency[0])).toEqual([100e6, 150e6, 200e6]);
    expect(await versions()).toEqual(before);
    // A ten-thousandth of a wavelength: refused unless it is meant.
    const bad = await smallModel.run({ ...quick, frequency: 1e3 });
    const outcomes = await pc.batch({ good: a!, bad }, { errors: 'return' });
    expect(outcomes.bad).toMatchObject({ code: 'SIZE_UNUSUAL' });
    const failed = await pc.batch({ good: a!, bad }).catch((error: unknown) => error as BatchFailed);
    expect(failed).toBeInstanceOf(BatchFailed);
  });

  test('layers and bodies of materials are solved', async () => {
    const matched = { real: 3, imaginary: -3 };
    const coated = await (
      await pc.upload(small, { name: 'coated', program: 'coating' })
    ).run({
      ...quick,
      frequency: 400e6,
      polarization: 'V',
      // As ε = μ it reflects nothing at its front.
      coating: [
        { material: Material.constant('Matched', matched, matched), thickness: 0.05 },
        { material: 'Teflon (PTFE)', thickness: 0.001 },
      ],
    });
    const body = await (
      await pc.upload(small, { name: 'body', program: 'composite' })
    ).run({ ...quick, frequency: 200e6, polarization: 'V', boundaries: { 1: { inside: 'Teflon (PTFE)' } } });
    const bare = await smallModel.run({ ...quick, frequency: 400e6, polarization: 'V', solver: 'mlfma' });
    const optics = await smallModel.run({ ...quick, frequency: 400e6, polarization: 'V', solver: 'po' });
    const results = await pc.batch({ coated, body, bare, optics });
    expect(results.coated.rcs('VV', { dB: true }).item()).toBeLessThan(
      results.bare.rcs('VV', { dB: true }).item() - 10,
    );
    expect(results.optics.summary?.method).toBe('physical-optics');
    const [exact, computed] = [
      (await results.body.exactSphere()).cuts['xz']!.rcs('VV').data,
      (await results.body.bistatic()).cuts['xz']!.rcs('VV').data,
    ];
    expect(Math.abs(computed[0]! / exact[0]! - 1)).toBeLessThan(0.5);
    await expect(smallModel.run({ frequency: 1e9, coating: [] })).rejects.toMatchObject({
      place: '/coating',
    });
  });

  test('what an adaptive sweep interpolated is marked in cuts and files', async () => {
    const run = await smallModel.run({
      ...{ frequency: { first: 100e6, last: 200e6, step: 5e6 }, theta: 70, phi: 20, polarization: 'V' },
      ...{ adaptivetolerance: 0.1, errorestimate: false },
    });
    const res = await run.wait();
    const of = (computed: boolean) => [...res.frequency].filter((_, i) => res.computed[i] === computed);
    const [solved, interpolated] = [of(true), of(false)];
    expect(solved.length).toBeGreaterThan(1);
    expect(interpolated.length).toBeGreaterThan(solved.length);
    for (const [frequency, computed] of [
      [solved[1], true],
      [interpolated[1], false],
    ] as const) {
      expect((await res.bistatic({ frequency })).computed).toBe(computed);
      const text = String(await res.content('ffe', { frequency }));
      expect(text.includes('this frequency was not solved')).toBe(!computed);
    }
    const [head, ...rows] = String(await res.content('csv'))
      .trim()
      .split('\n');
    const place = head!.split(',').indexOf('computed');
    expect(rows.map((row) => row.split(',')[place] === '1')).toEqual(res.computed);
  });

  test('a wrong input is refused with code, place and remedy, and a broken file with what is wrong', async () => {
    for (const [given, code, place] of [
      [{ frequency: 1e12 }, 'FREQUENCY_INVALID', '/frequency/0'],
      [{ frequency: 1e9, theta: 200 }, 'ANGLE_INVALID', '/excitation/0'],
      [{ frequency: 1e9, residualerror: 2 }, 'VALIDATION', '/residualerror'],
    ] as const)
      await expect(smallModel.run(given)).rejects.toMatchObject({ code, place });
    await expect((await smallModel.run({ frequency: 1e9 })).results()).rejects.toThrow(NotFound);
    const doctor = await model.doctor;
    expect([doctor.triangles, doctor.unknowns, doctor.surfaces, doctor.verdict]).toEqual([
      320,
      480,
      [1],
      'ok',
    ]);
    expect(String(doctor)).toMatch(/^triangles +320$/m);
    const broken = join(folder, 'broken.unv');
    writeFileSync(broken, 'no mesh');
    await expect((await pc.upload(broken)).mesh()).rejects.toThrow(MeshFailed);
  });

  test('a read key starts nothing, and a revoked one stops at once', async () => {
    const run = await smallModel.run({ ...quick, frequency: 100e6 });
    const reading = await connect({ key: process.env['PACE_KEY_READ'] });
    expect((await (await reading.run(run.id)).estimate()).unknowns).toBe(120);
    await expect((await reading.run(run.id)).start()).rejects.toMatchObject({ code: 'ACCESS_KEY_SCOPE' });
    const { key, revoke } = await newKey('run');
    const other = await connect({ key });
    const long = await model.run({
      frequency: { first: 250e6, last: 350e6, step: 2e6 },
      theta: { first: 0, last: 180, step: 5 },
      phi: { first: 0, last: 350, step: 10 },
    });
    await long.start();
    const watching = (await other.run(long.id)).wait({ onProgress: false }).catch((one: unknown) => one);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await revoke();
    const begun = performance.now();
    const error = await other.usage().catch((one: unknown) => one);
    expect(error).toBeInstanceOf(AccessKeyError);
    expect(String(error)).not.toContain(key);
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(await watching).toMatchObject({ code: 'ACCESS_KEY_INVALID' });
    await long.cancel();
    await expect(connect({ url: URL_OF_SERVER, key: 'pace_wrong' })).rejects.toThrow(AccessKeyError);
  });

  test('a run is had again by its id, can be cancelled, shared, renamed and deleted', async () => {
    const run = await model.run({
      frequency: { first: 250e6, last: 350e6, step: 2e6 },
      theta: { first: 0, last: 180, step: 5 },
      phi: { first: 0, last: 350, step: 10 },
    });
    await run.start();
    const again = await (await connect()).run(run.id);
    await again.cancel();
    await expect(run.wait({ onProgress: false })).rejects.toThrow(RunCancelled);
    await run.cancel();
    expect(await run.share()).toMatch(/\/shared\?id=.*#/);
    expect((await (await run.rename('cancelled')).project()).name).toBe('cancelled');
    await run.delete();
    await expect(pc.run(run.id)).rejects.toThrow(NotFound);
  });

  test('a study has the numbers of its runs, and gives its best variant away', async () => {
    const run = await smallModel.run({ frequency: 2e8, theta: 90, phi: 0, polarization: 'VH', ...quick });
    const study = await pc.createStudy(run.id, 'scales', {
      parameters: [{ target: { kind: 'modelScale' }, values: { list: [1, 0.6] } }],
      sampling: { kind: 'grid' },
      objectives: [{ statistic: 'mean', component: 'VV' }],
    });
    const seen: number[] = [];
    const { variants } = await study.wait({ onProgress: ({ counts }) => seen.push(counts.finished) });
    expect([variants.map(({ status }) => status), seen.at(-1)]).toEqual([['Finished', 'Finished'], 2]);
    const single = (await run.wait()).rcs('VV', { dB: true }).item();
    expect(variants[0]!.objectives[0]!.value).toBeCloseTo(single, 9);
    expect((await study.results(2)).rcs('VV', { dB: true }).item()).toBeCloseTo(
      variants[1]!.objectives[0]!.value!,
      9,
    );
    expect((await study.curves('VV')).curves.map(({ dbsm }) => dbsm[0])).toEqual(
      variants.map(({ objectives }) => objectives[0]!.value),
    );
    const best = await study.best();
    expect(best.number).toBe(2);
    expect(await study.share()).toContain(`/shared/study?id=${study.id}#`);
    expect(await study.promote(2, 'small one')).toBe(best.projectId);
    expect((await pc.studies()).map(({ id }) => id)).toContain(study.id);
    await expect(pc.study('none')).rejects.toBeInstanceOf(NotFound);
    await expect(study.results(3)).rejects.toBeInstanceOf(InvalidInput);
  });
});
