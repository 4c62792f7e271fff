import type {
  BackProjectionFile,
  CoatingFinding,
  EngineName,
  Estimate,
  MeshReport,
  MesherOptions,
  ModelFormat,
  Refined,
  Regions,
  SolverEvent,
} from '@pace/contract';
import type {
  BackProjectionQuestion,
  MapsAnswer,
  MapsQuestion,
  MendRequest,
  MieField,
  MieQuestion,
  RunMaps,
} from '../engines/index.ts';

export interface SolverSite {
  engine: EngineName;
  cores: number;
  memoryBytes: number;
  /** Slurm: it sees to cores and memory itself, and ours counts neither. */
  hasOwnQueue: boolean;
}

export interface SolveRequest {
  runId: string;
  folder: string;
  out: string;
  /** Of each rank */
  threads: number;
  ranks: number;
  /** By the estimate; absent where it could not say */
  expected: { seconds?: number | undefined; memoryBytes?: number | undefined };
  /**
   * Aborted with 'cancel' the run is over. For any other reason this worker gives it up: what runs on a cluster goes on,
   * and whoever takes the run up follows it.
   */
  signal: AbortSignal;
  onEvent: (event: SolverEvent) => void;
  onSpawn?: (pid: number) => void;
  /** Why it does not compute yet */
  onWaiting?: (text: string) => void;
}

/** What a run asks of the programs that do the work; `engines/` implements it, tests may fake it. */
export interface Engines {
  /** The solver goes on when the worker ends (a batch system has it): the next worker finds it in the same folder. */
  readonly outlivesWorker?: boolean;
  /** Reads folder/model.step, or geometry of another format; writes mesh.unv, mesh.json, mesh.geo.bin. */
  meshStep(request: {
    folder: string;
    /** The geometry of the folder, if that is not model.step */
    model?: { file: string; format: ModelFormat };
    options: MesherOptions;
    /** Edges by a file of the folder, and where these come from */
    sizes?: { file: string; refined: Refined };
    signal: AbortSignal;
    onProgress: (text: string, fraction: number) => void;
    onSpawn?: (pid: number) => void;
  }): Promise<MeshReport>;
  /** Reads folder/model.unv, or a mesh file of another format; writes mesh.unv, mesh.json, mesh.geo.bin. */
  importUnv(request: {
    folder: string;
    /** The mesh file of the folder, if that is not model.unv */
    model?: { file: string; format: ModelFormat };
    metresPerUnit?: number;
    frequencyHz?: number;
    roundingDeg?: number;
    /** The nodes of torn seams are merged in mesh.unv; model.unv stays as it is. */
    mergeSeams?: boolean;
    signal: AbortSignal;
    onSpawn?: (pid: number) => void;
  }): Promise<MeshReport>;
  /** Solves folder/job.json into the folder's `out`, going on with what is there; appends to folder/events.ndjson. */
  solve(request: SolveRequest): Promise<void>;
  /** The same at once on this machine, for what somebody waits for in front of the screen. */
  solveHere(request: Pick<SolveRequest, 'folder' | 'out' | 'threads' | 'signal' | 'onEvent'>): Promise<void>;
  /** What one run of the solver can have; absent: what the configuration says of this machine. */
  site?(): Promise<SolverSite>;
  /**
   * Ends what still computes below a folder for runs that are over, where programs outlive their worker.
   * @param activeRuns  asked after the programs were listed
   * @returns names of what was ended
   */
  endLeftovers?(root: string, activeRuns: () => Promise<ReadonlySet<string>>): Promise<string[]>;
  /** What folder/job.json would take. */
  estimate(request: { folder: string; timeoutMs: number; signal: AbortSignal }): Promise<Estimate>;
  /** Exact far field of a sphere. */
  exactSphere(question: MieQuestion): Promise<MieField>;
  /** What the composite model of folder/job.json is made of; its errors are findings. */
  regions(request: { folder: string; timeoutMs: number; signal: AbortSignal }): Promise<Regions>;
  /** Where the surface impedances of folder/job.json cannot be trusted. */
  coatingFindings(request: {
    folder: string;
    timeoutMs: number;
    signal: AbortSignal;
  }): Promise<CoatingFinding[]>;
  /** Design maps of the run of folder/job.json, whose results are in folder/results. */
  designMaps(request: {
    folder: string;
    question: MapsQuestion;
    threads: number;
    timeoutMs: number;
    signal: AbortSignal;
  }): Promise<MapsAnswer>;
  /** Hot spots of the same run. */
  backProjection(request: {
    folder: string;
    question: BackProjectionQuestion;
    threads: number;
    timeoutMs: number;
    signal: AbortSignal;
  }): Promise<RunMaps<BackProjectionFile>>;
  /** Writes a mesh in metres and turned outward. */
  mendMesh(request: MendRequest): Promise<void>;
  solverVersion(): Promise<string>;
}
