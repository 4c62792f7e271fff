import type { Estimate, FarZoneField, MeshReport, MesherOptions, Regions, SolverEvent } from '@pace/contract';

/** What a run asks of the programs that do the work; `engines/` implements it, tests may fake it. */
export interface Engines {
  /** The solver goes on when the worker ends (a batch system has it): the next worker finds it in the same folder. */
  readonly outlivesWorker?: boolean;
  /** Reads folder/model.step; writes mesh.unv, mesh.json, mesh.geo.bin. */
  meshStep(request: {
    folder: string;
    options: MesherOptions;
    signal: AbortSignal;
    onProgress: (text: string, fraction: number) => void;
    onSpawn?: (pid: number) => void;
  }): Promise<MeshReport>;
  /** Reads folder/model.unv; writes mesh.unv, mesh.json, mesh.geo.bin. */
  importUnv(request: {
    folder: string;
    metresPerUnit?: number;
    frequencyHz?: number;
    signal: AbortSignal;
    onSpawn?: (pid: number) => void;
  }): Promise<MeshReport>;
  /** Solves folder/job.json into the folder's `out`, going on with what is there; appends to folder/events.ndjson. */
  solve(request: {
    folder: string;
    out: string;
    threads: number;
    signal: AbortSignal;
    onEvent: (event: SolverEvent) => void;
    onSpawn?: (pid: number) => void;
  }): Promise<void>;
  /** What folder/job.json would take. */
  estimate(request: { folder: string; timeoutMs: number; signal: AbortSignal }): Promise<Estimate>;
  /** Exact far field of a conducting sphere; angles in degrees × 10 as in results. */
  exactSphere(question: {
    radiusM: number;
    centreM: readonly [number, number, number];
    frequencyHz: number;
    thetaDeg: number;
    phiDeg: number;
    polarization: number;
    points: number;
  }): Promise<{ cuts: FarZoneField[]; back: Omit<FarZoneField, 'plane'> }>;
  /** What the composite model of folder/job.json is made of; its errors are findings. */
  regions(request: { folder: string; timeoutMs: number; signal: AbortSignal }): Promise<Regions>;
  solverVersion(): Promise<string>;
}
