import {
  ANGLE_FACTOR,
  isScatteringMatrix,
  MONOSTATIC_FILE,
  MonoStaticFileSchema,
  RESULT_FILE,
  RunResultSchema,
  type MatrixErrors,
  type MonoStaticRcs,
  type RunResult,
  type ScatteringMatrix,
} from '@pace/contract';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { solve } from '../../../server/src/engines/solver.ts';
import type { RunSpecification } from '../caseFile.ts';
import { readRunFile } from '../runFiles.ts';
import { jobOf } from '../solvedRun.ts';

export interface Complex {
  re: number;
  im: number;
}
export interface Term extends Complex {
  bar: number;
}
export interface Matrix {
  thetaDeg: number;
  phiDeg: number;
  /** VV, HV, VH, HH */
  terms: Term[];
  /** The same corrected, where the solver does. */
  corrected?: Term[];
}

export interface MatrixRun {
  frequencyHz: number;
  /** EFIE weight */
  alpha: number;
  threads: number;
  errorEstimate: boolean;
  /** A perfect conductor if absent. */
  body?: Pick<RunSpecification, 'programType' | 'materials' | 'formulation'>;
}

export interface SolvedMatrix {
  /** Folder of the results */
  results: string;
  result: RunResult;
  unknowns: number;
  matrices: Matrix[];
}

const RESULTS = 'results';
/** Five directions times three, none of them in a plane of symmetry of any body. */
const THETA: [number, number, number] = [20, 160, 35];
const PHI: [number, number, number] = [10, 150, 70];
const TERMS = ['s_VV', 's_HV', 's_VH', 's_HH'] as const;

/** Solves a mesh in a run folder, for the scattering matrix of each direction. */
export async function solveMatrix(
  folder: string,
  mesh: string,
  { frequencyHz, alpha, threads, errorEstimate, body = {} }: MatrixRun,
): Promise<SolvedMatrix> {
  const specification: RunSpecification = {
    mesh: '',
    frequencyHz,
    thetaDeg: THETA,
    phiDeg: PHI,
    polarization: 1,
    alpha: [alpha],
    cutPoints: 0,
    sphereThetas: 0,
    ...body,
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
    results,
    result,
    unknowns: 'unknowns' in result ? result.unknowns : 0,
    matrices: readRunFile(MonoStaticFileSchema, results, MONOSTATIC_FILE).monoStaticRcs.map(matrixOf),
  };
}

function matrixOf(record: MonoStaticRcs): Matrix {
  if (!isScatteringMatrix(record)) throw new Error('A run of both polarizations has a matrix');
  const termsOf = (field: ScatteringMatrix & MatrixErrors) =>
    TERMS.map((name) => ({
      re: field[`${name}_Real`],
      im: field[`${name}_Imag`],
      bar: field[`${name}_Error`] ?? 0,
    }));
  return {
    thetaDeg: record.angleTheta / ANGLE_FACTOR,
    phiDeg: record.anglePhi / ANGLE_FACTOR,
    terms: termsOf(record),
    ...(record.corrected && isScatteringMatrix(record.corrected)
      ? { corrected: termsOf(record.corrected) }
      : {}),
  };
}
