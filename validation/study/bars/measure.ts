import {
  ANGLE_FACTOR,
  isScatteringMatrix,
  MONOSTATIC_FILE,
  MonoStaticFileSchema,
  RESULT_FILE,
  RunResultSchema,
  type MonoStaticRcs,
} from '@pace/contract';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { solve } from '../../../server/src/engines/solver.ts';
import type { MeshSource, RunSpecification } from '../caseFile.ts';
import { meshFile } from '../meshBuilding.ts';
import { mieCuts } from '../mieReference.ts';
import { readRunFile } from '../runFiles.ts';
import { jobOf } from '../solvedRun.ts';
import type { BarCase } from './barCases.ts';
import { coverageOf, type BarValue, type Coverage } from './coverage.ts';

/** Of a case by one equation. */
export interface BarResult extends Coverage {
  id: string;
  title: string;
  half: BarCase['half'];
  family: 'EFIE' | 'CFIE';
  unknowns: number;
  referenceUnknowns?: number;
  /** Median of |error| / |reference| [%]. */
  medianErrorPercent: number;
  points: BarValue[];
}

interface Complex {
  re: number;
  im: number;
}
interface Term extends Complex {
  bar: number;
}
interface Matrix {
  thetaDeg: number;
  phiDeg: number;
  /** VV, HV, VH, HH */
  terms: Term[];
}

const RESULTS = 'results';
/** Five directions times three, none of them in a plane of symmetry of any body. */
const THETA: [number, number, number] = [20, 160, 35];
const PHI: [number, number, number] = [10, 150, 70];
const TERMS = ['s_VV', 's_HV', 's_VH', 's_HH'] as const;

/** Solves a case by each of its equations and compares it with its reference. */
export async function measureBars(theCase: BarCase, threads: number): Promise<BarResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pace-bars-'));
  try {
    const { reference } = theCase;
    const solved = async (name: string, source: MeshSource, alpha: number, errorEstimate: boolean) =>
      solveMatrix(join(folder, name), meshFile(source, folder), { theCase, alpha, threads, errorEstimate });
    const finer =
      reference.kind === 'finer' ? await solved('reference', reference.mesh, 1, false) : undefined;
    const results: BarResult[] = [];
    for (const alpha of theCase.alphas) {
      const run = await solved(`alpha-${alpha}`, theCase.mesh, alpha, true);
      const exact = finer?.matrices.map(({ terms }) => terms) ?? exactReturns(theCase, run.matrices);
      const largest = Math.max(...exact.flat().map(({ re, im }) => Math.hypot(re, im)));
      const compared = run.matrices.flatMap(({ terms }, i) =>
        terms.map((term, t) => compare(term, exact[i]?.[t], largest)),
      );
      const relative = compared
        .filter(({ level }) => level > 0.03)
        .map(({ error, level }) => error / (level * largest));
      results.push({
        id: theCase.id,
        title: theCase.title,
        half: theCase.half,
        family: alpha === 1 ? 'EFIE' : 'CFIE',
        unknowns: run.unknowns,
        ...(finer ? { referenceUnknowns: finer.unknowns } : {}),
        medianErrorPercent: 100 * (relative.sort((a, b) => a - b)[relative.length >> 1] ?? NaN),
        ...coverageOf(compared),
        points: compared,
      });
    }
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function compare(term: Term, exact: Complex | undefined, largest: number): BarValue {
  if (!exact) throw new Error('The reference has other directions than the run');
  return {
    error: Math.hypot(term.re - exact.re, term.im - exact.im),
    bar: term.bar,
    level: Math.hypot(exact.re, exact.im) / largest,
  };
}

async function solveMatrix(
  folder: string,
  mesh: string,
  {
    theCase,
    alpha,
    threads,
    errorEstimate,
  }: { theCase: BarCase; alpha: number; threads: number; errorEstimate: boolean },
): Promise<{ unknowns: number; matrices: Matrix[] }> {
  const specification: RunSpecification = {
    mesh: '',
    frequencyHz: theCase.frequencyHz,
    thetaDeg: THETA,
    phiDeg: PHI,
    polarization: 1,
    alpha: [alpha],
    cutPoints: 0,
    sphereThetas: 0,
  };
  const job = jobOf(specification, 1, threads);
  const [t0, t1, p0, p1, , dt, dp] = job.solverInput.excitation;
  mkdirSync(folder, { recursive: true });
  symlinkSync(mesh, join(folder, 'mesh.unv'));
  const both = { ...job.solverInput, excitation: [t0, t1, p0, p1, 4, dt, dp] };
  writeFileSync(join(folder, 'job.json'), JSON.stringify({ ...job, errorEstimate, solverInput: both }));
  await solve({
    folder,
    out: RESULTS,
    threads,
    signal: new AbortController().signal,
    onEvent: () => undefined,
  });
  const results = join(folder, RESULTS);
  const result = readRunFile(RunResultSchema, results, RESULT_FILE);
  return {
    unknowns: 'unknowns' in result ? result.unknowns : 0,
    matrices: readRunFile(MonoStaticFileSchema, results, MONOSTATIC_FILE).monoStaticRcs.map(matrixOf),
  };
}

function matrixOf(record: MonoStaticRcs): Matrix {
  if (!isScatteringMatrix(record)) throw new Error('A run of both polarizations has a matrix');
  return {
    thetaDeg: record.angleTheta / ANGLE_FACTOR,
    phiDeg: record.anglePhi / ANGLE_FACTOR,
    terms: TERMS.map((name) => ({
      re: record[`${name}_Real`],
      im: record[`${name}_Imag`],
      bar: record[`${name}_Error`] ?? 0,
    })),
  };
}

/** What a sphere returns is the same from everywhere but for the phase of its centre, and not cross-polarized. */
function exactReturns(theCase: BarCase, matrices: readonly Matrix[]): Complex[][] {
  const { reference, frequencyHz } = theCase;
  if (reference.kind !== 'mie') throw new Error(`${theCase.id} has no exact reference`);
  const [forward] =
    mieCuts({
      radiusM: reference.radiusM,
      centerM: [0, 0, 0],
      frequencyHz,
      thetaDeg: 90,
      phiDeg: 0,
      polarization: 1,
      cutPoints: 4,
    }).get('xy') ?? [];
  if (!forward) throw new Error('pace mie printed no xy plane');
  const { re, im } = forward.eTheta;
  const twiceK = (4 * Math.PI * frequencyHz) / 299_792_458;
  return matrices.map(({ thetaDeg, phiDeg }) => {
    const [theta, phi] = [thetaDeg, phiDeg].map((degrees) => (degrees * Math.PI) / 180) as [number, number];
    const [x, y, z] = reference.centerM;
    const way =
      x * Math.sin(theta) * Math.cos(phi) + y * Math.sin(theta) * Math.sin(phi) + z * Math.cos(theta);
    const [c, s] = [Math.cos(twiceK * way), Math.sin(twiceK * way)];
    const back = { re: re * c - im * s, im: re * s + im * c };
    const none = { re: 0, im: 0 };
    return [back, none, none, back];
  });
}
