/**
 * What Physical Optics costs: `npm run bench:po [-- --largest FACETS]`. Sweeps of 361 × 2 angles over an elliptic ring, which shadows
 * and sees itself, with up to half a million facets; reflections; a frequency sweep that shares its shadows; the shadows without a
 * tree; tasks that published programs told their times of.
 * Writes benchmarks/po.json and docs/benchmarks-po.md. PACE_SOLVER names another solver.
 */
import { RESULT_FILE, RunResultSchema } from '@pace/contract';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { TriangleMesh } from '../server/src/demo/sphereMesh.ts';
import { unvText } from '../server/src/demo/unvText.ts';
import { solve } from '../server/src/engines/solver.ts';
import { readRunFile } from '../validation/study/runFiles.ts';
import { jobOf } from '../validation/study/solvedRun.ts';
import { cpuSeconds } from './study/cpuSeconds.ts';
import { thisMachine } from './study/machine.ts';
import { bruteForceShadows, type BruteForceCost } from './study/bruteForceShadows.ts';
import { writeOpticsPage, type OpticsCost, type OpticsRecord } from './study/opticsPage.ts';
import { ringMesh } from './study/ringMesh.ts';

const { values } = parseArgs({ options: { largest: { type: 'string', default: '500000' } } });
const HERE = dirname(fileURLToPath(import.meta.url));
const LIGHT = 299_792_458;
/** Cells round the ring and round its tube; edges of about a tenth of the wavelength. */
const RINGS = [
  { around: 200, across: 50 },
  { around: 500, across: 125 },
  { around: 1000, across: 250 },
];
const EDGES_A_WAVELENGTH = 10;
const TRIES = 2;
/** Mean length of the ring's outline over its cells, for `around` cells [m]. */
const OUTLINE_M = 16;
const SWEEP = { thetaDeg: [45, 90, 45], phiDeg: [0, 360, 1] } as const;
const SHORT_SWEEP = { thetaDeg: 60, phiDeg: [0, 90, 5] } as const;

/** Rings that every facet can be tried against every ray of, and directions of the sweep above: with little shadow and with much. */
const SMALL_RINGS = [
  { around: 50, across: 13 },
  { around: 100, across: 25 },
  { around: 200, across: 50 },
];
const BRUTE_FORCE_DIRECTIONS = [
  [45, 10],
  [90, 50],
  [90, 80],
] as const;
/** Sides of the plate and the corner of PO-SBR-Python's README, 901 directions each. */
const CORNER_M = 1.5;
const CORNER_HZ = 3e9;

const record: OpticsRecord = {
  machine: thisMachine(),
  sweeps: [],
  reflections: [],
  frequencies: [],
  bruteForce: [],
  published: [],
};
for (const ring of RINGS.filter(({ around, across }) => 2 * around * across <= Number(values.largest))) {
  const wavelengthM = (EDGES_A_WAVELENGTH * OUTLINE_M) / ring.around;
  const frequencyHz = LIGHT / wavelengthM;
  record.sweeps.push(
    await measured(ringMesh(ring.around, ring.across), frequencyHz, SWEEP, { reflections: 1, edges: false }),
  );
  if (ring.around > 500) continue;
  for (const reflections of [1, 3, 5])
    record.reflections.push(
      await measured(ringMesh(ring.around, ring.across), frequencyHz, SHORT_SWEEP, {
        reflections,
        edges: false,
      }),
    );
  for (const steps of [0, 9])
    record.frequencies.push(
      await measured(
        ringMesh(ring.around, ring.across),
        steps === 0 ? frequencyHz : [0.91 * frequencyHz, frequencyHz, 0.01 * frequencyHz],
        SHORT_SWEEP,
        { reflections: 1, edges: false },
      ),
    );
}
for (const { around, across } of SMALL_RINGS) {
  const mesh = ringMesh(around, across);
  const wavelengthM = (EDGES_A_WAVELENGTH * OUTLINE_M) / around;
  const withoutTree: BruteForceCost = bruteForceShadows(mesh, BRUTE_FORCE_DIRECTIONS);
  const withTree = await measured(mesh, LIGHT / wavelengthM, SWEEP, { reflections: 1, edges: false });
  record.bruteForce.push({ withoutTree, withTree });
}
for (const [task, mesh, reflections, sweep] of [
  ['plate', plateMesh(CORNER_M), 1, { thetaDeg: [0, 90, 0.1], phiDeg: 0 }],
  ['trihedral', trihedralMesh(CORNER_M), 3, { thetaDeg: [0, 90, 0.1], phiDeg: 45 }],
] as const)
  record.published.push({ task, ...(await measured(mesh, CORNER_HZ, sweep, { reflections, edges: false })) });
record.machine.loadAverageAfter = loadavg()[0] ?? NaN;
mkdirSync(join(dirname(HERE), 'docs'), { recursive: true });
writeFileSync(join(HERE, 'po.json'), `${JSON.stringify(record, null, 2)}\n`);
writeOpticsPage(record, join(dirname(HERE), 'docs'));

interface Sweep {
  thetaDeg: number | readonly [number, number, number];
  phiDeg: number | readonly [number, number, number];
}

function plateMesh(side: number): TriangleMesh {
  const h = side / 2;
  return {
    vertices: [
      [-h, -h, 0],
      [h, -h, 0],
      [h, h, 0],
      [-h, h, 0],
    ],
    triangles: [
      [0, 1, 2],
      [0, 2, 3],
    ],
  };
}

/** Three triangles at right angles, open towards (1, 1, 1). */
function trihedralMesh(side: number): TriangleMesh {
  return {
    vertices: [
      [0, 0, 0],
      [side, 0, 0],
      [0, side, 0],
      [0, 0, side],
    ],
    triangles: [
      [0, 1, 2],
      [0, 2, 3],
      [0, 3, 1],
    ],
  };
}

/** The least disturbed of some tries: that with the least processor time. */
async function measured(...run: Parameters<typeof measuredOnce>): Promise<OpticsCost> {
  const tries: OpticsCost[] = [];
  for (let i = 0; i < TRIES; i++) tries.push(await measuredOnce(...run));
  return tries.reduce((best, one) => (one.coreSeconds < best.coreSeconds ? one : best));
}

async function measuredOnce(
  mesh: TriangleMesh,
  frequencyHz: number | [number, number, number],
  sweep: Sweep,
  optics: { reflections: number; edges: boolean },
): Promise<OpticsCost> {
  const folder = mkdtempSync(join(tmpdir(), 'pace-optics-'));
  const threads = record.machine.logicalProcessors;
  try {
    writeFileSync(join(folder, 'mesh.unv'), unvText(mesh, 'ring'));
    const angles = (range: Sweep['thetaDeg']) =>
      typeof range === 'number' ? range : ([...range] as [number, number, number]);
    const run = {
      mesh: 'ring',
      frequencyHz,
      polarization: 1,
      alpha: [0.5],
      cutPoints: 0,
      sphereThetas: 0,
      optics,
      thetaDeg: angles(sweep.thetaDeg),
      phiDeg: angles(sweep.phiDeg),
    };
    writeFileSync(join(folder, 'job.json'), JSON.stringify(jobOf(run, 1, threads)));
    let [pid, coreSeconds] = [0, 0];
    await solve({
      folder,
      threads,
      signal: new AbortController().signal,
      onSpawn: (spawned) => (pid = spawned),
      // The last event comes while the process still is.
      onEvent: () => (coreSeconds = cpuSeconds(pid)),
    });
    const result = readRunFile(RunResultSchema, join(folder, 'results'), RESULT_FILE);
    if (result.method !== 'physical-optics') throw new Error(`The run was solved by ${result.method}`);
    const cost: OpticsCost = {
      facets: result.triangles,
      angles: result.illuminations.length,
      frequencies: result.frequenciesHz.length,
      reflections: optics.reflections,
      wallSeconds: result.seconds,
      coreSeconds,
      setupWall: result.physicalOptics.seconds.setup,
      memoryBytes: result.memoryBytes,
      predictedSeconds: result.predicted.seconds,
    };
    console.log(
      `${cost.facets} facets, ${cost.angles} angles, ${cost.frequencies} frequencies, ${cost.reflections} reflections: ` +
        `${cost.wallSeconds.toFixed(1)} s, ${coreSeconds.toFixed(1)} core-s`,
    );
    return cost;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
