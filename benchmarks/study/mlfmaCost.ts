import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { estimate, solve } from '../../server/src/engines/solver.ts';
import type { RunSpecification } from '../../validation/study/caseFile.ts';
import { cutOf } from '../../validation/study/field.ts';
import { mieCuts } from '../../validation/study/mieReference.ts';
import { jobOf, SolvedRun } from '../../validation/study/solvedRun.ts';
import { cpuSeconds } from './cpuSeconds.ts';
import { mlfmaResult } from './mlfmaResult.ts';

/** Of one product: what it took, all threads together, and what it has to do and to move between memory and processor at least. */
export interface StageCost {
  coreSeconds: number;
  flops: number;
  bytes: number;
}

/** What one sphere cost; seconds of processor time of all threads unless they say wall. */
export interface SphereCost {
  unknowns: number;
  levels: number;
  coreSeconds: number;
  wallSeconds: number;
  nearWall: number;
  preconditionerWall: number;
  solutionWall: number;
  products: number;
  /** Wall, near and far. */
  secondsPerProduct: number;
  nearPerProduct: number;
  farPerProduct: number;
  /** By the stage's name. */
  stages: Record<string, StageCost>;
  flopsPerProduct: number;
  bytesPerUnknown: number;
  parts: Record<string, number>;
  rmsDb: number;
  maxDb: number;
  predictedSeconds: number;
  predictedBytesPerUnknown: number;
  /** Of the matrix, where memory does not suffice for all */
  diskBytesPerUnknown?: number;
  /** Of making the mesh */
  meshSeconds?: number;
  /** In their order: how long each took, wall time, and the peak of memory until its end. */
  timeline: { stage: string; seconds: number; peakBytes: number }[];
}

const RESULTS = 'results';
const CUT_POINTS = 720;
const ESTIMATE_TIMEOUT_MS = 600_000;
/** As on a server of this machine */
const MEMORY_SHARE = 0.8;

/** One axial plane wave by the CFIE at 1e-3, both principal planes against the exact series. */
export async function costOf(
  sphere: { mesh: string; radiusM: number; frequencyHz: number },
  threads: number,
): Promise<SphereCost> {
  const folder = mkdtempSync(join(tmpdir(), 'pace-benchmark-'));
  const signal = new AbortController().signal;
  try {
    const run: RunSpecification = {
      mesh: 'sphere',
      frequencyHz: sphere.frequencyHz,
      thetaDeg: 180,
      phiDeg: 0,
      polarization: 1,
      alpha: [0.5],
      cutPoints: CUT_POINTS,
      sphereThetas: 0,
      levels: 12,
    };
    symlinkSync(sphere.mesh, join(folder, 'mesh.unv'));
    writeFileSync(
      join(folder, 'job.json'),
      JSON.stringify({ ...jobOf(run, 1, threads), memoryLimitBytes: Math.floor(MEMORY_SHARE * totalmem()) }),
    );
    const predicted = await estimate({ folder, timeoutMs: ESTIMATE_TIMEOUT_MS, signal });
    let pid = 0;
    let core = 0;
    const begun: { stage: string; begin: number; peakBytes: number }[] = [
      { stage: 'reading the mesh, planning', begin: 0, peakBytes: 0 },
    ];
    await solve({
      out: RESULTS,
      folder,
      threads,
      signal,
      onSpawn: (child) => (pid = child),
      onEvent: (event) => {
        core = cpuSeconds(pid);
        if (event.event !== 'stage') return;
        const last = begun.at(-1);
        if (last) last.peakBytes = event.memoryBytes;
        if (event.stage !== last?.stage && event.fraction < 1)
          begun.push({ stage: event.stage, begin: event.seconds, peakBytes: event.memoryBytes });
      },
    });
    const { result, products, mlfma } = mlfmaResult(join(folder, RESULTS));
    const { levels, bytesPerUnknown, seconds, stages = {}, flopsPerProduct = NaN } = mlfma;
    const differences = differencesDb(run, sphere, new SolvedRun(run, sphere.mesh, 1, folder));
    return {
      unknowns: result.unknowns,
      levels,
      coreSeconds: core,
      wallSeconds: result.seconds,
      nearWall: seconds.nearMatrix,
      preconditionerWall: seconds.preconditioner,
      solutionWall: seconds.solution,
      products,
      secondsPerProduct: seconds.perProduct,
      nearPerProduct: seconds.nearPerProduct,
      farPerProduct: seconds.farPerProduct,
      stages: Object.fromEntries(
        Object.entries(stages).flatMap(([name, cost]) => (cost ? [[name, cost]] : [])),
      ),
      flopsPerProduct,
      bytesPerUnknown: result.memoryBytes / result.unknowns,
      parts: bytesPerUnknown,
      rmsDb: Math.sqrt(differences.reduce((sum, d) => sum + d * d, 0) / differences.length),
      maxDb: Math.max(...differences),
      predictedSeconds: predicted.seconds,
      predictedBytesPerUnknown: predicted.memoryBytes / result.unknowns,
      ...(predicted.diskBytes !== undefined && {
        diskBytesPerUnknown: predicted.diskBytes / result.unknowns,
      }),
      timeline: begun.map(({ stage, begin, peakBytes }, i) => ({
        stage,
        seconds: (begun[i + 1]?.begin ?? result.seconds) - begin,
        peakBytes,
      })),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** |ΔdB| of every direction of the E- and the H-plane. */
function differencesDb(
  { thetaDeg, phiDeg, polarization, cutPoints }: RunSpecification,
  { radiusM, frequencyHz }: { radiusM: number; frequencyHz: number },
  run: SolvedRun,
): number[] {
  const exact = mieCuts({
    radiusM,
    centerM: [0, 0, 0],
    frequencyHz,
    thetaDeg: Number(thetaDeg),
    phiDeg: Number(phiDeg),
    polarization,
    cutPoints,
  });
  const power = (f: { eTheta: { re: number; im: number }; ePhi: { re: number; im: number } }) =>
    f.eTheta.re ** 2 + f.eTheta.im ** 2 + f.ePhi.re ** 2 + f.ePhi.im ** 2;
  return (['xz', 'yz'] as const).flatMap((plane) => {
    const reference = cutOf(exact, plane);
    return cutOf(run.cuts(), plane).map((field, i) => {
      const other = reference[i];
      return other ? Math.abs(10 * Math.log10(power(field) / power(other))) : NaN;
    });
  });
}
