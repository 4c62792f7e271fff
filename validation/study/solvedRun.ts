import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ANGLE_FACTOR,
  farZoneFields,
  FarZoneFileSchema,
  isScatteringMatrix,
  LIMITS,
  MONOSTATIC_FILE,
  MonoStaticFileSchema,
  PROGRAM_TYPES,
  RESULT_FILE,
  RunResultSchema,
  SOLVER_TYPES,
  illuminations,
  resultFileName,
  worstBackwardError,
  type FarZoneField,
  type Job,
  type MonoStaticRcs,
  type RunResult,
} from '@pace/contract';
import { solve } from '../../server/src/engines/solver.ts';
import type { MeshSource, RunSpecification } from './caseFile.ts';
import type { Cuts, FarField } from './field.ts';
import { materialsOfRun } from './materialsOfRun.ts';
import { readRunFile } from './runFiles.ts';

/** What a run was and cost. */
export interface RunRecord {
  /** 0 by physical optics */
  unknowns: number;
  /** Of physical optics only */
  facets?: number;
  method: string;
  /** Of composites: the equations between media. */
  formulation?: string;
  alpha: number[];
  backwardError: number;
  seconds: number;
  memoryBytes: number;
  /** Of all threads together; in records without `threads`, threads × wall, an upper bound. */
  coreSeconds: number;
  threads?: number;
  /** MLFMA only: independent right-hand sides, and products of the matrix with one. */
  rank?: number;
  products?: number;
  notices: string[];
}

const RESULTS = 'results';

/** A finished run folder, read where it is asked for. */
export class SolvedRun {
  constructor(
    readonly specification: RunSpecification,
    readonly mesh: string,
    readonly metresPerUnit: number,
    private readonly folder: string,
  ) {}

  get record(): RunRecord {
    const result = readRunFile(RunResultSchema, this.results, RESULT_FILE);
    return {
      unknowns: 'unknowns' in result ? result.unknowns : 0,
      ...(result.method === 'physical-optics' ? { facets: result.triangles } : {}),
      method: result.method,
      ...('formulation' in result && result.formulation ? { formulation: result.formulation } : {}),
      alpha: this.specification.alpha,
      backwardError: worstBackwardError(result) ?? 0,
      seconds: result.seconds,
      memoryBytes: result.memoryBytes,
      coreSeconds: result.processorSeconds ?? result.threads * result.seconds,
      threads: result.threads,
      ...productsOf(result),
      notices: result.notices.map(({ code }) => code),
    };
  }

  get illuminations() {
    const { anglesweep, excitation } = anglesOf(this.specification);
    return illuminations(anglesweep, excitation);
  }

  get firstFrequencyHz(): number {
    return [this.specification.frequencyHz].flat()[0] ?? NaN;
  }

  monostatic(frequencyHz = this.firstFrequencyHz): FarField[] {
    const { monoStaticRcs } = readRunFile(MonoStaticFileSchema, this.results, MONOSTATIC_FILE);
    return monoStaticRcs.filter(({ frequency }) => frequency === frequencyHz).map(fieldOf);
  }

  /** The cuts of one illumination, the first if none is named. */
  cuts(illumination = this.illuminations[0] ?? { thetaDeg: 0, phiDeg: 0 }): Cuts {
    const key = {
      frequency: this.firstFrequencyHz,
      theta: illumination.thetaDeg * ANGLE_FACTOR,
      phi: illumination.phiDeg * ANGLE_FACTOR,
    };
    const { cuts } = readRunFile(FarZoneFileSchema, this.results, resultFileName('farzone', key));
    return new Map(cuts.map((cut) => [cut.plane, farZoneFields({ cuts: [cut] }).map(fieldOf)]));
  }

  private get results(): string {
    return join(this.folder, RESULTS);
  }
}

/** Of all frequencies, where there are iterations. */
function productsOf(result: RunResult): Pick<RunRecord, 'rank' | 'products'> {
  if (result.method !== 'mlfma' && result.method !== 'hybrid') return {};
  const sum = { rank: 0, products: 0 };
  for (const { rank, products } of result.frequencies) {
    sum.rank += rank;
    sum.products += products;
  }
  return sum;
}

/** Cases are of one incident wave each. @throws Error of a scattering matrix */
function fieldOf(record: MonoStaticRcs | FarZoneField): FarField {
  if (isScatteringMatrix(record)) throw new Error('A run of both polarizations has no field of one wave');
  return {
    thetaDeg: record.angleTheta / ANGLE_FACTOR,
    phiDeg: record.anglePhi / ANGLE_FACTOR,
    eTheta: { re: record.e_Theta_Real, im: record.e_Theta_Imag },
    ePhi: { re: record.e_Phi_Real, im: record.e_Phi_Imag },
  };
}

function anglesOf({ thetaDeg, phiDeg, polarization }: RunSpecification): {
  anglesweep: 0 | 1;
  excitation: number[];
} {
  if (typeof thetaDeg === 'number' && typeof phiDeg === 'number')
    return { anglesweep: 0, excitation: [thetaDeg, phiDeg, polarization] };
  const [t0, t1, dt] = typeof thetaDeg === 'number' ? [thetaDeg, thetaDeg, 0] : thetaDeg;
  const [p0, p1, dp] = typeof phiDeg === 'number' ? [phiDeg, phiDeg, 0] : phiDeg;
  return { anglesweep: 1, excitation: [t0, t1, p0, p1, polarization, dt, dp] };
}

/** The job of a run, with what the form's defaults do not decide. */
export function jobOf(
  run: RunSpecification,
  metresPerUnit: number,
  threads: number,
  method: Job['method'] = 'auto',
): Job {
  const frequency = run.frequencyHz;
  const sweep = typeof frequency !== 'number';
  const materials = materialsOfRun(run);
  return {
    schema: 'pace-job-1',
    programType: run.programType ?? PROGRAM_TYPES.pec,
    ...(materials && { materials }),
    mesh: 'mesh.unv',
    method,
    preconditioner: 'auto',
    formulation: run.formulation ?? 'auto',
    errorEstimate: false,
    shadowPieces: LIMITS.shadowPiecesMax,
    threads,
    solverInput: {
      modeltype: 1,
      numberoflevels: run.levels === undefined ? [1, 0] : [0, run.levels],
      scalefactor: metresPerUnit,
      changenormal: 0,
      roundingangle: 0,
      sizeconfirmed: 1,
      excitationtype: 1,
      ...anglesOf(run),
      freqsweep: sweep ? 1 : 0,
      frequency: sweep ? [frequency[0], frequency[2], frequency[1]] : [frequency, -1, -1],
      numberoffarlocations: run.cutPoints,
      numberof3dthetas: run.sphereThetas,
      solvertype: run.optics
        ? SOLVER_TYPES.physicalOptics
        : run.hybrid || run.programType === PROGRAM_TYPES.composite
          ? SOLVER_TYPES.hybrid
          : SOLVER_TYPES.mlfma,
      partmethods: run.hybrid?.methods ?? [],
      numberofreflections: run.optics?.reflections ?? 1,
      edgediffraction: run.optics?.edges || run.hybrid?.edges ? 1 : 0,
      selectiveradiation: 0,
      residualerror: run.residual ?? 1e-3,
      numberofiterations: 1000,
      numberofsurfaces: 1,
      cfiealpha: run.alpha,
      outermedia: [],
      outputselection: [0, 0, 0, 0, run.cutPoints > 0 || run.sphereThetas > 0 ? 1 : 0],
    },
  };
}

/** Solves one run in its own folder, through the same door as the server. */
export async function solveRun(request: {
  specification: RunSpecification;
  source: MeshSource;
  mesh: string;
  folder: string;
  threads: number;
}): Promise<SolvedRun> {
  const { specification, source, mesh, folder, threads } = request;
  mkdirSync(folder, { recursive: true });
  symlinkSync(mesh, join(folder, 'mesh.unv'));
  writeFileSync(
    join(folder, 'job.json'),
    JSON.stringify(jobOf(specification, source.metresPerUnit, threads), null, 2),
  );
  await solve({
    folder,
    out: RESULTS,
    threads,
    signal: new AbortController().signal,
    onEvent: () => undefined,
  });
  return new SolvedRun(specification, mesh, source.metresPerUnit, folder);
}
