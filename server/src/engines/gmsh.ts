import { readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { MesherOptions, Refined } from '@pace/contract';
import {
  GmshOutput,
  SCRIPT_FILES,
  refusal,
  emptyModel,
  mostTriangles,
  predictedTriangles,
  readTopology,
  sizeRefusal,
  totalAreaM2,
  type Refusal,
  type Topology,
} from '../mesher/index.ts';
import type { CadModel } from './cadModel.ts';
import { engineError, refuse } from './errors.ts';
import { refuseKilled } from './killed.ts';
import { geometryMs, limitsOfProgram, mesherLimits } from './limits.ts';
import { withoutMesher } from './missing.ts';
import { runProgram } from './process.ts';
import { gmshCommand, plainEnvironment } from './programs.ts';

export interface GmshRequest {
  options: MesherOptions;
  /** Edges by a file of the folder, and where these come from */
  sizes?: { file: string; refined: Refined };
  signal: AbortSignal;
  onProgress: (text: string, fraction: number) => void;
  onSpawn?: (pid: number) => void;
}

export interface GmshRun {
  topology: Topology;
  gmshVersion: string;
  /** gmsh's numbers of faces that are surfaces of revolution */
  revolved: ReadonlySet<number>;
  /** Whether curved elements folded and could not be untangled */
  folded: boolean;
  milliseconds: number;
}

/**
 * Runs the gmsh script of a folder, which leaves its mesh there.
 * @param model    that the script reads, copied beside it
 * @param limitMs  of reading the model and of meshing, where that is less than usual
 * @throws EngineError with a sentence; the signal's reason when aborted
 */
export async function runGmsh(
  work: string,
  { file, summary: step }: CadModel,
  request: GmshRequest,
  limitMs?: number,
): Promise<GmshRun> {
  const started = Date.now();
  const limits = mesherLimits();
  const output = new GmshOutput(request.options);
  const { size } = await stat(join(work, file));
  const deadline = new Deadline(Math.min(geometryMs(limits, size), limitMs ?? Infinity));
  const read = (line: string) => {
    const wasMeshing = output.meshing;
    const progress = output.read(line);
    if (progress) request.onProgress(progress.text, progress.fraction);
    if (output.meshing && !wasMeshing) {
      const found = readTopology(readFileSync(join(work, SCRIPT_FILES.topology), 'utf8'));
      const usualMs = limits.meshingMs + limits.meshingMsPerTriangle * trianglesExpected(found, request);
      deadline.restart(Math.min(usualMs, limitMs ?? Infinity));
    }
  };
  try {
    const end = await runProgram({
      command: gmshCommand(),
      args: [SCRIPT_FILES.script, '-parse_and_exit', '-v', '4', '-nt', '1'],
      cwd: work,
      // Its own home: a person's gmsh options must not change anyone's mesh.
      env: { ...plainEnvironment(), HOME: resolve(work), TMPDIR: resolve(work), OMP_NUM_THREADS: '1' },
      limits: limitsOfProgram(limits),
      isSandboxed: true,
      signal: AbortSignal.any([request.signal, deadline.signal]),
      ...(request.onSpawn && { onSpawn: request.onSpawn }),
      onStdoutLine: read,
      onStderrLine: read,
    }).catch((error: unknown) => {
      throw withoutMesher(error);
    });
    request.signal.throwIfAborted();
    const topology = readTopology(await readFile(join(work, SCRIPT_FILES.topology), 'utf8').catch(() => ''));
    if (deadline.signal.aborted) refuse(tooSlow(deadline.totalMs, topology, request.options));
    // OpenCASCADE drops a record that it cannot parse and goes on: a model that lacks something is no model.
    if (!output.ranOutOfMemory) refuseKilled('gmsh', end);
    if (end.exitCode !== 0 || output.unreadable) {
      refuse(
        output.refusal({
          facesFound: topology.faces.length,
          faceRecords: step.faceRecords,
          algorithm: request.options.algorithm,
          memoryLimitBytes: limits.memoryBytes,
        }),
      );
    }
    refuse(missingSolid(topology, request.options));
    if (topology.faces.length === 0) refuse(emptyModel(step.faceRecords));
    refuse(sizeRefusal(topology, request.options.mesh_size));
    if (!topology.meshed || !(await exists(join(work, SCRIPT_FILES.mesh)))) {
      throw engineError('MESHER_FAILED.silent');
    }
    return {
      topology,
      gmshVersion: output.version,
      revolved: output.revolved,
      folded: output.folded,
      milliseconds: Date.now() - started,
    };
  } finally {
    deadline.clear();
  }
}

function missingSolid({ importedSolids }: Topology, { rotations = [] }: MesherOptions): Refusal | undefined {
  const solid = rotations.flatMap(({ solids }) => solids).find((one) => one > importedSolids);
  return solid === undefined ? undefined : refusal('MESHER_FAILED.solid', { solid, solids: importedSolids });
}

function tooSlow(milliseconds: number, topology: Topology, options: MesherOptions): Refusal {
  const minutes = Math.round(milliseconds / 60_000);
  const triangles = predictedTriangles(totalAreaM2(topology), options.mesh_size);
  return topology.faces.length > 0
    ? refusal('MESHER_TIMEOUT.meshing', { minutes, triangles: Number(triangles.toPrecision(3)) })
    : refusal('MESHER_TIMEOUT.reading', { minutes });
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** A time limit that can be set anew when the work enters another stage. */
/** The most to reckon with. */
function trianglesExpected(topology: Topology, { options, sizes }: GmshRequest): number {
  return Math.max(mostTriangles(topology, options), 2 * (sizes?.refined.predictedTriangles ?? 0));
}

class Deadline {
  #controller = new AbortController();
  #timer: NodeJS.Timeout;
  totalMs: number;

  constructor(milliseconds: number) {
    this.totalMs = milliseconds;
    this.#timer = this.#start(milliseconds);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.totalMs = milliseconds;
    this.#timer = this.#start(milliseconds);
  }

  clear(): void {
    clearTimeout(this.#timer);
  }

  #start(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.#controller.abort(), milliseconds);
  }
}
