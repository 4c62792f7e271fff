import {
  ANGLE_FACTOR,
  illuminations,
  JobSchema,
  MONOSTATIC_FILE,
  polarizationOf,
  RESULT_FILE,
  resultFileName,
  type BackProjectionFile,
  type Illumination,
  type MeshReport,
  type SolverEvent,
} from '@pace/contract';
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { access, copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError } from '../../src/engines/errors.ts';
import type { BackProjectionQuestion, MapsAnswer, MapsQuestion, RunMaps } from '../../src/engines/index.ts';
import type { Engines } from '../../src/runs/enginePort.ts';

const SOLVER = resolve(import.meta.dirname, 'fakeSolver.mjs');

/**
 * A model the fake mesher can read: `unvModel({ parts: 2, metresPerUnit: 0.0254 })`. Any other text is a UNV file
 * without triangles.
 */
export function unvModel(facts: { parts?: number; metresPerUnit?: number; padding?: number } = {}): Buffer {
  return Buffer.from(
    `${JSON.stringify({ parts: facts.parts ?? 1, metresPerUnit: facts.metresPerUnit ?? null })}${' '.repeat(facts.padding ?? 0)}`,
  );
}

export function stepModel(content = ''): Buffer {
  return Buffer.from(`ISO-10303-21;\n${content}\nEND-ISO-10303-21;\n`);
}

/** Engines without gmsh and without the solver; the solver is a real process, so that it can be killed. */
export const fakeEngines: Engines = {
  meshStep: async ({ folder, options, signal, onProgress }) => {
    const text = await readFile(join(folder, 'model.step'), 'utf8');
    onProgress('Meshing', 0.5);
    if (text.includes('BROKEN'))
      throw new EngineError('STEP_BROKEN', 'The STEP file ends in the middle of a record.');
    // Holds the event loop, as nothing in the product may.
    while (text.includes('HANG'));
    if (text.includes('SLOW')) await sleep(60_000, undefined, { signal });
    await writeFile(join(folder, 'mesh.unv'), 'mesh of a STEP model');
    await writeGeometry(folder);
    return writeReport(folder, {
      ...report(1, 1),
      step: { unitName: 'mm', metresPerUnit: 0.001, solids: 1, faces: 1, sizeM: [1, 1, 1] },
      mesher: { options, seconds: 0.1, gmshVersion: 'none', triangles: 1 },
    });
  },
  importUnv: async ({ folder, metresPerUnit, frequencyHz }) => {
    const text = await readFile(join(folder, 'model.unv'), 'utf8');
    if (!text.startsWith('{'))
      throw new EngineError(
        'UNV_NO_TRIANGLES',
        'The UNV file has no triangles. Export the surface mesh, not only its nodes.',
      );
    const facts = JSON.parse(text) as { parts: number; metresPerUnit: number | null };
    await copyFile(join(folder, 'model.unv'), join(folder, 'mesh.unv'));
    await writeGeometry(folder);
    return writeReport(folder, { ...report(facts.parts, metresPerUnit ?? facts.metresPerUnit), frequencyHz });
  },
  solve,
  solveHere: (request) => solve({ ...request, runId: '', ranks: 1, expected: {} }),
  // Tells its folder as the reason.
  estimate: async ({ folder }) => {
    const job = JSON.parse(await readFile(join(folder, 'job.json'), 'utf8')) as { mesh: string };
    await access(job.mesh);
    const size = { unknowns: 3, memoryBytes: 1000, seconds: 2 };
    return { ...size, method: 'mlfma', reason: folder, levels: 2, products: 15 };
  },
  // As if every direction scattered alike; the phase tells the question.
  exactSphere: ({ radiusM, thetaDeg, phiDeg }) => {
    const field = {
      angleTheta: 10 * thetaDeg,
      anglePhi: 10 * phiDeg,
      e_Theta_Real: radiusM,
      e_Theta_Imag: 0,
      e_Phi_Real: 0,
      e_Phi_Imag: 0,
    };
    return Promise.resolve({ cuts: [{ plane: 'xy' as const, ...field }], back: field });
  },
  // One region for every entry of the table, all in vacuum.
  regions: async ({ folder }) => {
    const job = JSON.parse(await readFile(join(folder, 'job.json'), 'utf8')) as {
      mesh: string;
      materials: { outerMedias: { surfaceApplied: number; outerMaterial: string }[] };
    };
    await access(job.mesh);
    const kind = { isVacuum: false, isConductor: false };
    const surfaces = job.materials.outerMedias.map(({ surfaceApplied }) => surfaceApplied);
    return {
      regions: [
        { ...kind, material: 'Vacuum', isVacuum: true, surfaces: [], borders: surfaces, parent: -1 },
        ...job.materials.outerMedias.map(({ surfaceApplied, outerMaterial }) => ({
          ...kind,
          material: outerMaterial,
          surfaces: [surfaceApplied],
          borders: [surfaceApplied],
          parent: 0,
        })),
      ],
      findings: [],
    };
  },
  coatingFindings: () => Promise.resolve([]),
  // One triangle, as what the fake mesher makes; the share depends on the angle.
  designMaps: async ({ folder, question }) => {
    const { mesh } = JSON.parse(await readFile(join(folder, 'job.json'), 'utf8')) as { mesh: string };
    await access(mesh);
    await access(join(folder, 'results', MONOSTATIC_FILE));
    return mapsOfOneTriangle(question);
  },
  backProjection: ({ folder, question }) => hotSpotOfOneTriangle(folder, question),
  mendMesh: ({ mesh, target }) => copyFile(mesh, target),
  solverVersion: () => Promise.resolve('fake'),
};

export function mapsOfOneTriangle({ frequency, theta, phi }: MapsQuestion): MapsAnswer {
  const maps = Buffer.alloc(20);
  maps.write('PACEMAP1', 'latin1');
  maps.writeUInt32LE(1, 8);
  maps.writeUInt32LE(1, 12);
  maps.writeFloatLE(0.5, 16);
  const part = { index: 1, number: 1, name: 'part 1', triangles: 1, area_m2: 1 };
  return {
    file: {
      schema: 'pace-maps-1',
      fingerprint: '1',
      frequencyHz: frequency,
      incident: 'V',
      received: 'V',
      illuminations: [{ thetaDeg: theta / ANGLE_FACTOR, phiDeg: phi / ANGLE_FACTOR }],
      radius_m: 0.1,
      rcs_dBsm: theta,
      sheetTriangles: 1,
      parts: [{ ...part, middle_m: [0, 0, 0], share_dBsm: theta, without_dBsm: null, phaseDeg: 0 }],
      maps: [{ name: 'contribution', unit: 'm²' }],
      seconds: 0.1,
    },
    maps,
  };
}

async function hotSpotOfOneTriangle(
  folder: string,
  { phi = 0, received = 'V' }: BackProjectionQuestion,
): Promise<RunMaps<BackProjectionFile>> {
  await access(join(folder, 'results', MONOSTATIC_FILE));
  const { maps } = mapsOfOneTriangle({ frequency: 1e9, theta: 0, phi });
  const spot = { triangle: 1, part: 1, position_m: [0, 0, 0] as [number, number, number], rcs_dBsm: phi };
  return {
    file: {
      schema: 'pace-backprojection-1',
      fingerprint: '1',
      polarization: 1,
      received,
      frequenciesHz: [1e9, 1.2e9],
      frequencies: 3,
      illuminations: 1,
      resolution_m: { downRange: 0.75 },
      radius_m: 0.75,
      spots: [spot],
      seconds: 0.1,
    },
    maps,
  };
}

async function solve(request: Parameters<Engines['solve']>[0]): Promise<void> {
  const { folder, out, signal, onEvent, onSpawn } = request;
  const facts = JSON.stringify(await factsOf(folder));
  signal.throwIfAborted();
  const child = spawn(process.execPath, [SOLVER, out, facts], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const group = child.pid;
  if (group === undefined) throw new Error('the fake solver did not start');
  onSpawn?.(group);
  const stop = () => process.kill(-group, 'SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  let refusal: Extract<SolverEvent, { event: 'error' }> | undefined;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const event = JSON.parse(line) as SolverEvent;
    appendFileSync(join(folder, 'events.ndjson'), `${line}\n`);
    if (event.event === 'error') refusal = event;
    onEvent(event);
  });
  const [exitCode, endSignal] = await new Promise<[number | null, NodeJS.Signals | null]>((done) =>
    child.once('close', (code, by) => done([code, by])),
  );
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  if (endSignal) throw new EngineError('WORKER_LOST', `The solver was ended by ${endSignal}.`);
  if (refusal) throw new EngineError('MATRIX_SINGULAR', refusal.detail);
  if (exitCode !== 0) throw new Error(`fake solver: exit code ${exitCode}`);
  await access(join(folder, out, RESULT_FILE));
}

/** What the solver's stand-in writes of the one illumination that it solves. */
async function factsOf(folder: string) {
  const { solverInput } = JobSchema.parse(JSON.parse(await readFile(join(folder, 'job.json'), 'utf8')));
  const { anglesweep, excitation, frequency } = solverInput;
  const [{ thetaDeg, phiDeg }] = illuminations(anglesweep, excitation) as [Illumination];
  const key = { frequency: frequency[0], theta: thetaDeg * ANGLE_FACTOR, phi: phiDeg * ANGLE_FACTOR };
  const named = ['farzone', 'iterations', 'currents'] as const;
  return {
    key,
    polarization: polarizationOf(anglesweep, excitation),
    names: {
      ...Object.fromEntries(named.map((kind) => [kind, resultFileName(kind, key)])),
      monostatic: MONOSTATIC_FILE,
      result: RESULT_FILE,
    },
  };
}

function report(parts: number, metresPerUnit: number | null): MeshReport {
  return {
    metresPerUnit,
    vertices: 3,
    triangles: parts,
    unknownsRwg: 3 * parts,
    findings: [],
    parts: Array.from({ length: parts }, (_, i) => ({
      index: i + 1,
      number: i + 1,
      name: `part ${i + 1}`,
      triangles: 1,
      areaM2: 1,
      open: true,
    })),
  };
}

async function writeReport(folder: string, content: MeshReport): Promise<MeshReport> {
  // As the real mesher does: a reader never sees half a file.
  const path = join(folder, 'mesh.json');
  await writeFile(`${path}.part`, JSON.stringify(content));
  await rename(`${path}.part`, path);
  return content;
}

/** One triangle with corners at 0, 100 x and 100 y. */
async function writeGeometry(folder: string): Promise<void> {
  const bytes = Buffer.alloc(16 + 36 + 16 + 4);
  bytes.write('PACEGEO1', 'latin1');
  bytes.writeUInt32LE(3, 8);
  bytes.writeUInt32LE(1, 12);
  [0, 0, 0, 100, 0, 0, 0, 100, 0].forEach((value, i) => bytes.writeFloatLE(value, 16 + 4 * i));
  [1, 0, 1, 2].forEach((value, i) => bytes.writeUInt32LE(value, 52 + 4 * i));
  bytes.writeFloatLE(0.8, 68);
  await writeFile(join(folder, 'mesh.geo.bin'), bytes);
}
