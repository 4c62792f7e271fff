import {
  BackProjectionFileSchema,
  MapsFileSchema,
  type BackProjectionRequest,
  type DesignMapsRequest,
  type MonoStaticRcs,
} from '@pace/contract';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { sphereMesh } from '../src/demo/sphereMesh.ts';
import { unvText } from '../src/demo/unvText.ts';
import { engineError } from '../src/engines/errors.ts';
import { solverCommand } from '../src/engines/programs.ts';
import { localEngines } from '../src/engines/select.ts';
import type { Engines } from '../src/runs/enginePort.ts';
import { HANGS_MS, TestServer, type Client } from './support/testServer.ts';

/** Design maps and hot spots in the archive of a run, with the real solver. */

const FREQUENCY = 300e6;
const CENTRE: [number, number, number] = [0.3, -0.2, 0.1];
const MESH = sphereMesh(0.25, CENTRE, 3);
/** Three directions, in degrees */
const THETAS = [60, 80, 100];

let server: TestServer;
let user: Client;
/** What computes design maps; a test may put something else in its place. */
const solver: Engines['designMaps'] = (request) => localEngines.designMaps(request);
let designMaps = solver;
/** Solved once: the far field of both polarizations, with coefficients */
let both: string;
beforeAll(async () => {
  if (!existsSync(solverCommand()))
    throw new Error(`This test needs the solver at ${solverCommand()}; build it with: npm run build:solver`);
  server = await TestServer.start({
    engines: { ...localEngines, designMaps: (request) => designMaps(request) },
  });
  user = await server.newUser();
  both = await solved({ anglesweep: 1, excitation: [60, 100, 30, 30, 4, 20, 10] });
});
afterAll(() => server?.stop());

async function solved(input: object): Promise<string> {
  const { id } = await user.projectWithMesh(Buffer.from(unvText(MESH, 'sphere')));
  await user.startSolver(id, {
    scalefactor: undefined,
    frequency: [FREQUENCY, -1, -1],
    cfiealpha: [0.5],
    solvertype: 2,
    outputselection: [1, 1, 1, 1, 1],
    errorestimate: 0,
    ...input,
  });
  const { solverState } = await user.waitFor(id, ({ solverState: { status } }) =>
    ['Finished', 'Error'].includes(status),
  );
  expect(solverState).toMatchObject({ status: 'Finished' });
  return id;
}

/** The archive, unpacked by another program than ours, which checks every checksum. */
async function archiveOf(projectId: string) {
  const response = await user.fetch('downloadRun', { query: { ProjectID: projectId } });
  expect(response.status).toBe(200);
  const folder = await mkdtemp(join(tmpdir(), 'pace-archive-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'run.zip'), Buffer.from(await response.arrayBuffer()));
  await promisify(execFile)('python3', ['-m', 'zipfile', '-e', join(folder, 'run.zip'), join(folder, 'out')]);
  const file = (path: string) => readFile(join(folder, 'out', path));
  return {
    names: (await readdir(join(folder, 'out'), { recursive: true })).filter((name) =>
      /^(design|imaging)\/./.test(name),
    ),
    file,
    json: async (path: string) => JSON.parse((await file(path)).toString()) as unknown,
    readme: (await file('README.txt')).toString(),
  };
}

async function answered(
  call: 'designMaps' | 'backProjection',
  body: DesignMapsRequest | BackProjectionRequest,
) {
  const asked = { body } as { body: DesignMapsRequest };
  const headers = { accept: 'application/octet-stream' };
  const raw = await user.fetch(call, { ...asked, headers });
  return {
    file: (await user.call(call, asked)).result as unknown,
    maps: Buffer.from(await raw.arrayBuffer()),
  };
}

/** Of the records of a run of both polarizations: 10 log₁₀ 4π|s|² where it is largest. */
function largestOf(records: readonly MonoStaticRcs[], term: 'VV' | 'HH') {
  const all = records.map((record) => {
    const { [`s_${term}_Real`]: real, [`s_${term}_Imag`]: imaginary } = record as unknown as Record<
      string,
      number
    >;
    return {
      theta: record.angleTheta,
      dbsm: 10 * Math.log10(4 * Math.PI * (real! ** 2 + imaginary! ** 2)),
    };
  });
  return all.reduce((best, one) => (one.dbsm > best.dbsm ? one : best));
}

test('the archive has the design maps of the largest echo of each polarization, with the numbers of the calls', async () => {
  const { names, file, json, readme } = await archiveOf(both);
  expect(names.filter((name) => name.startsWith('design/')).sort()).toEqual(
    ['H.bin', 'H.json', 'V.bin', 'V.json'].map((end) => `design/maps_${end}`),
  );
  const { monoStaticRcs } = (await user.call('monoStaticRcsResult', { body: { projectId: both } }))
    .result as {
    monoStaticRcs: MonoStaticRcs[];
  };
  expect(monoStaticRcs).toHaveLength(THETAS.length);
  for (const wave of ['V', 'H'] as const) {
    const largest = largestOf(monoStaticRcs, wave === 'V' ? 'VV' : 'HH');
    const maps = MapsFileSchema.parse(await json(`design/maps_${wave}.json`));
    expect(maps).toMatchObject({ incident: wave, received: wave, frequencyHz: FREQUENCY });
    expect(maps.illuminations).toEqual([{ thetaDeg: largest.theta / 10, phiDeg: 30 }]);
    // The currents give the field of the run to 1e-5, which is 1e-4 dB.
    expect(maps.rcs_dBsm).toBeCloseTo(largest.dbsm, 3);
    const place = { frequency: FREQUENCY, theta: largest.theta, phi: 300 };
    const answer = await answered('designMaps', {
      ...{ projectId: both, incident: wave, received: wave },
      ...place,
    });
    expect(maps).toEqual(answer.file);
    const bytes = await file(`design/maps_${wave}.bin`);
    expect(bytes).toHaveLength(16 + 4 * maps.maps.length * MESH.triangles.length);
    expect(bytes.equals(answer.maps)).toBe(true);
  }
  expect(readme).toContain('design/maps_*.json');
  expect(readme).not.toContain('is not in this archive');
});

test('the archive has the hot spots of the whole sweep, with the numbers of the call', async () => {
  const { names, file, json, readme } = await archiveOf(both);
  expect(names.filter((name) => name.startsWith('imaging/')).sort()).toEqual(
    ['H.bin', 'H.json', 'V.bin', 'V.json'].map((end) => `imaging/hot_spots_${end}`),
  );
  for (const wave of ['V', 'H'] as const) {
    const spots = BackProjectionFileSchema.parse(await json(`imaging/hot_spots_${wave}.json`));
    expect(spots).toMatchObject({ received: wave, illuminations: THETAS.length });
    const sweep = { frequency: FREQUENCY, frequencyTo: FREQUENCY, theta: 600, thetaTo: 1000 };
    const answer = await answered('backProjection', {
      ...{ projectId: both, incident: wave, received: wave },
      ...{ ...sweep, phi: 300, phiTo: 300 },
    });
    expect(spots).toEqual(answer.file);
    const bytes = await file(`imaging/hot_spots_${wave}.bin`);
    expect(bytes).toHaveLength(16 + 4 * MESH.triangles.length);
    expect(bytes.equals(answer.maps)).toBe(true);
  }
  expect(readme).toContain('imaging/hot_spots_*.json');
});

test('a run by Physical Optics has its archive, which says why there are no maps', async () => {
  const id = await solved({ solvertype: 1, excitation: [60, 30, 1] });
  const { names, file, readme } = await archiveOf(id);
  expect(names).toEqual([]);
  expect(readme).toContain(
    'design/maps_V is not in this archive: Design maps need a run by the full wave alone',
  );
  expect(readme).toContain(
    'imaging/hot_spots is not in this archive: Hot spots need at least three directions',
  );
  expect((await file('results/monostatic.json')).length).toBeGreaterThan(0);
});

test('a run without coefficients has its archive, which names what is missing', async () => {
  const id = await solved({ outputselection: [0, 1, 1, 1, 1], excitation: [60, 30, 1] });
  const { names, readme } = await archiveOf(id);
  expect(names).toEqual([]);
  expect(readme).toMatch(
    /design\/maps_V is not in this archive: The results lack \S+coefficients\S+\. Switch/,
  );
});

test('an archive and a page that asks for maps meanwhile do not end each other', async () => {
  onTestFinished(() => {
    designMaps = solver;
  });
  const asked: (number | undefined)[] = [];
  let release = () => {};
  const released = new Promise<void>((done) => (release = done));
  designMaps = async (request) => {
    asked.push(request.question.radius);
    if (request.question.radius !== undefined) await released;
    return localEngines.designMaps(request);
  };
  const id = await solved({ excitation: [60, 30, 1] });
  const page = user.call('designMaps', {
    body: { projectId: id, frequency: FREQUENCY, theta: 600, phi: 300, radius: 0.1 },
  });
  await vi.waitUntil(() => asked.length === 1, HANGS_MS);
  expect((await archiveOf(id)).names).toContain('design/maps_V.json');
  expect(asked).toEqual([0.1, undefined]);
  release();
  expect((await page).status).toBe(200);
});

test('maps for a caller who goes away are not computed to their end', async () => {
  onTestFinished(() => {
    designMaps = solver;
  });
  let signal: AbortSignal | undefined;
  designMaps = (request) =>
    new Promise((_, reject) => {
      ({ signal } = request);
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  const id = await solved({ excitation: [60, 30, 1] });
  const { body } = await user.fetch('downloadRun', { query: { ProjectID: id } });
  const reader = body!.getReader();
  // What comes before the maps has to be read; the read after it waits until the caller goes away.
  const readOn = async (): Promise<void> => ((await reader.read()).done ? undefined : readOn());
  const reading = readOn();
  await vi.waitUntil(() => signal, HANGS_MS);
  await reader.cancel();
  await reading;
  await vi.waitUntil(() => signal?.aborted, HANGS_MS);
});

test('an archive goes on without maps that take too long or fail, and says so', async () => {
  const id = await solved({ anglesweep: 1, excitation: [60, 100, 30, 30, 4, 20, 10] });
  onTestFinished(() => {
    designMaps = solver;
  });
  designMaps = ({ question, timeoutMs }) => {
    expect(timeoutMs).toBeLessThanOrEqual(120_000);
    return Promise.reject(
      question.received === 'V'
        ? engineError('ESTIMATE_TIMEOUT.maps', { seconds: 7 })
        : new Error('a secret'),
    );
  };
  const { names, readme } = await archiveOf(id);
  expect(names.some((name) => name.startsWith('design/'))).toBe(false);
  expect(names).toContain('imaging/hot_spots_V.json');
  expect(readme).toMatch(/design\/maps_V is not in this archive: The design maps were not ready after 120 s/);
  expect(readme).toContain('design/maps_H is not in this archive: The server could not compute them.');
  expect(readme).not.toContain('a secret');
});
