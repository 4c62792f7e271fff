import { timedSolve, type StageTime, type TimedSolve } from './timedSolve.ts';

export interface Benchmark {
  name: string;
  equation: 'EFIE' | 'MFIE' | 'CFIE';
  /** A sphere of this radius and these edges. */
  radiusOverWavelength: number;
  edgeOverWavelength: number;
  threads: number;
}

export interface BenchmarkResult extends Benchmark {
  unknowns: number;
  assembly: StageTime;
  factorization: StageTime;
  /** Matrix entries a second of processor time: what one core does when it has nothing else to do. */
  entriesPerCoreSecond: number;
  entriesPerWallSecond: number;
  /** 8/3 N³ floating-point operations over processor and over wall time. */
  luGflopsPerCore: number;
  luGflopsWall: number;
  seconds: number;
  predictedSeconds: number;
  memoryBytes: number;
  predictedMemoryBytes: number;
}

const ALPHA = { EFIE: 1, MFIE: 0, CFIE: 0.5 } as const;
const WAVELENGTH_OF_ONE_METRE_HZ = 299792458;

/** The least disturbed of several tries: that with the least processor time in its assembly. */
export async function measure(benchmark: Benchmark, mesh: string, tries: number): Promise<BenchmarkResult> {
  const run = {
    mesh: 'sphere',
    frequencyHz: WAVELENGTH_OF_ONE_METRE_HZ,
    thetaDeg: 180,
    phiDeg: 0,
    polarization: 1,
    alpha: [ALPHA[benchmark.equation]],
    cutPoints: 0,
    sphereThetas: 0,
  };
  const solves: TimedSolve[] = [];
  for (let i = 0; i < tries; ++i) solves.push(await timedSolve(run, mesh, benchmark.threads));
  const best = (stage: 'assembly' | 'factorization') =>
    solves.map((s) => s[stage]).reduce((a, b) => (b.cpu < a.cpu ? b : a));
  const [assembly, factorization] = [best('assembly'), best('factorization')];
  const fastest = solves.reduce((a, b) => (b.seconds < a.seconds ? b : a));
  const n = fastest.unknowns;
  const gflop = ((8 / 3) * n ** 3) / 1e9;
  return {
    ...benchmark,
    unknowns: n,
    assembly,
    factorization,
    entriesPerCoreSecond: n ** 2 / assembly.cpu,
    entriesPerWallSecond: n ** 2 / assembly.wall,
    luGflopsPerCore: gflop / factorization.cpu,
    luGflopsWall: gflop / factorization.wall,
    seconds: fastest.seconds,
    predictedSeconds: fastest.predicted.seconds,
    memoryBytes: fastest.memoryBytes,
    predictedMemoryBytes: fastest.predicted.memoryBytes,
  };
}
