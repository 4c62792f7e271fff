/**
 * What adaptive sweeps over frequency cost: `npm run bench:wideband [-- --only NAME]` (a part of a body's name).
 * An aircraft, a ball with a coating and a ball of a medium, both of a dispersive material, over a band of ±10 %,
 * 61 angles, both polarizations, with error bars; 1 to 64 frequencies. Some of those that were interpolated are
 * solved separately.
 * Writes benchmarks/wideband.json, docs/benchmarks-wideband.md and its drawing; half an hour on two cores.
 */
import {
  isInterpolated,
  isScatteringMatrix,
  JobSchema,
  matrixTerm,
  MONOSTATIC_FILE,
  MonoStaticFileSchema,
  RESULT_FILE,
  RunResultSchema,
  type MonoStaticRcs,
} from '@pace/contract';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { sphereMesh } from '../server/src/demo/sphereMesh.ts';
import { unvText } from '../server/src/demo/unvText.ts';
import { solve } from '../server/src/engines/solver.ts';
import { readRunFile } from '../validation/study/runFiles.ts';
import { thisMachine } from './study/machine.ts';
import {
  writeWidebandPage,
  type SweepBody,
  type SweepCost,
  type WidebandRecord,
} from './study/widebandPage.ts';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const HERE = dirname(fileURLToPath(import.meta.url));
const AIRCRAFT = join(HERE, '../validation/data/austin/meshes/Closed-Duct_PRIME_model_meshAA.unv');
const TOLERANCE_DB = 0.1;
const COUNTS = [1, 4, 16, 64];
/** Of the largest sweep, solved separately: spread over the band, and away from what is solved. */
const CHECKED = [3, 12, 21, 38, 47, 58];
const HALF_BAND = 0.1;
const V_AND_H = 4;
const SWEEP = {
  anglesweep: 1,
  numberoffarlocations: 0,
  outputselection: [0, 0, 0, 0, 0],
  residualerror: 1e-3,
};

interface Body {
  name: string;
  middleHz: number;
  programType: 1 | 2 | 3;
  method: 'mlfma' | 'dense-lu';
  mesh: (path: string) => void;
  input: object;
  /** [θ from, to, φ from, to, polarization, θ step, φ step] of a polarization */
  excitation: (polarization: number) => number[];
  materials?: object;
}

/** ε = 3 + 6/(1 + jf/f₀), f₀ = 1 GHz: of one relaxation (Debye). */
function relaxing() {
  const at = (frequency: number) => {
    const x = frequency / 1e9;
    return {
      frequency,
      permitivity: { real: 3 + 6 / (1 + x * x), imaginary: (-6 * x) / (1 + x * x) },
      permeability: { real: 1, imaginary: 0 },
    };
  };
  const params = Array.from({ length: 61 }, (_, i) => at(0.85e9 + i * 5e6));
  return { id: '1', name: 'Debye', ...at(1e9), params };
}
const material = { pecBack: true, isConstant: false, inputMaterials: [relaxing()] };
const ball = (path: string) => writeFileSync(path, unvText(sphereMesh(0.25, [0.1, -0.05, 0.2], 8), 'ball'));
const aroundBall = (polarization: number) => [70, 70, 0, 120, polarization, 0, 2];

const BODIES: Body[] = [
  {
    name: 'aircraft, conductor, MLFMA',
    middleHz: 2.56e9,
    programType: 1,
    method: 'mlfma',
    mesh: (path) => copyFileSync(AIRCRAFT, path),
    input: { scalefactor: 0.00039368600941691703, cfiealpha: [0.5] },
    excitation: (polarization) => [90, 90, 180, 360, polarization, 0, 3],
  },
  {
    name: 'conducting ball with 6 mm of a Debye material, MLFMA',
    middleHz: 1e9,
    programType: 2,
    method: 'mlfma',
    mesh: ball,
    input: { scalefactor: 1, cfiealpha: [0.5] },
    excitation: aroundBall,
    materials: {
      ...material,
      thicknesses: [{ id: '1', materialName: 'Debye', surface: 1, surfaceIndex: 1, thickness: 0.006 }],
    },
  },
  {
    name: 'ball of a Debye material, LU',
    middleHz: 1e9,
    programType: 3,
    method: 'dense-lu',
    mesh: ball,
    input: { scalefactor: 1, outermedia: [0] },
    excitation: aroundBall,
    materials: { ...material, outerMedias: [{ surfaceApplied: 1, outerMedia: 0, outerMaterial: 'Debye' }] },
  },
];

const record: WidebandRecord = { machine: thisMachine(), toleranceDb: TOLERANCE_DB, bodies: [] };
for (const body of BODIES.filter(({ name }) => name.includes(values.only))) {
  const costs: SweepCost[] = [];
  let rows: MonoStaticRcs[] = [];
  for (const count of COUNTS) {
    const run = await solved(body, bandOf(body, count), V_AND_H);
    costs.push(run.cost);
    rows = run.rows;
  }
  const checked = CHECKED.flatMap((i) => bandOf(body, COUNTS.at(-1)!)[i] ?? []);
  const separate = await solved(body, checked, V_AND_H, { adaptive: false });
  const one = await solved(body, [body.middleHz], 1);
  const measured: SweepBody = {
    name: body.name,
    middleHz: body.middleHz,
    costs,
    onePolarizationCoreSeconds: one.cost.coreSeconds,
    checked: checked.map((frequencyHz) => differenceAt(frequencyHz, rows, separate.rows)),
  };
  record.bodies.push(measured);
}
record.machine.loadAverageAfter = loadavg()[0] ?? NaN;
writeFileSync(join(HERE, 'wideband.json'), `${JSON.stringify(record, null, 2)}\n`);
writeWidebandPage(record, join(dirname(HERE), 'docs'));

function bandOf({ middleHz }: Body, count: number): number[] {
  if (count === 1) return [middleHz];
  return Array.from({ length: count }, (_, i) =>
    Math.round(middleHz * (1 - HALF_BAND + (2 * HALF_BAND * i) / (count - 1))),
  );
}

async function solved(body: Body, frequencies: number[], polarization: number, { adaptive = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'pace-wideband-'));
  try {
    body.mesh(join(folder, 'mesh.unv'));
    const [first = NaN] = frequencies;
    const isSweep = frequencies.length > 1;
    const solverInput = {
      ...{ ...SWEEP, ...body.input, solvertype: 2, excitation: body.excitation(polarization) },
      ...(isSweep
        ? {
            freqsweep: 2,
            frequencylist: frequencies,
            ...(adaptive ? { adaptivetolerance: TOLERANCE_DB } : {}),
          }
        : { frequency: [first, -1, -1] }),
      numberofiterations: 200,
    };
    const job = JobSchema.parse({
      ...{ schema: 'pace-job-1', mesh: 'mesh.unv', errorEstimate: true, solverInput },
      ...{ programType: body.programType, method: body.method, materials: body.materials },
      threads: record.machine.logicalProcessors,
    });
    writeFileSync(join(folder, 'job.json'), JSON.stringify(job));
    const { signal } = new AbortController();
    await solve({ folder, threads: job.threads ?? 1, signal, onEvent: () => undefined });
    const results = join(folder, 'results');
    const result = readRunFile(RunResultSchema, results, RESULT_FILE);
    const cost: SweepCost = {
      unknowns: 'unknowns' in result ? result.unknowns : 0,
      frequencies: frequencies.length,
      solved: result.frequencies.length,
      coreSeconds: result.processorSeconds ?? NaN,
      wallSeconds: result.seconds,
      memoryBytes: result.memoryBytes,
    };
    console.log(
      `${body.name}: ${cost.frequencies} frequencies, ${cost.solved} solved, ${cost.coreSeconds.toFixed(1)} core-s`,
    );
    return { cost, rows: readRunFile(MonoStaticFileSchema, results, MONOSTATIC_FILE).monoStaticRcs };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of VV and HH in dB, of all terms against their bars. */
function differenceAt(
  frequencyHz: number,
  swept: readonly MonoStaticRcs[],
  separate: readonly MonoStaticRcs[],
): SweepBody['checked'][number] {
  const at = (rows: readonly MonoStaticRcs[]) => rows.filter(({ frequency }) => frequency === frequencyHz);
  const [interpolated, solvedRows] = [at(swept), at(separate)];
  const decibels: number[] = [];
  let [inside, all] = [0, 0];
  interpolated.forEach((row, i) => {
    const reference = solvedRows[i];
    if (!isScatteringMatrix(row) || !reference || !isScatteringMatrix(reference))
      throw new Error('Both polarizations were asked for');
    for (const term of ['VV', 'HH', 'VH', 'HV'] as const) {
      const [a, b] = [matrixTerm(row, term), matrixTerm(reference, term)];
      const distance = Math.hypot(a.real - b.real, a.imaginary - b.imaginary);
      all++;
      if (distance <= (row[`s_${term}_Error`] ?? 0)) inside++;
      if (term === 'VV' || term === 'HH')
        decibels.push(
          Math.abs(20 * Math.log10(Math.hypot(a.real, a.imaginary) / Math.hypot(b.real, b.imaginary))),
        );
    }
  });
  return {
    frequencyHz,
    interpolated: interpolated.every(isInterpolated),
    meanDb: decibels.reduce((sum, value) => sum + value, 0) / decibels.length,
    maxDb: Math.max(...decibels),
    inside,
    all,
  };
}
