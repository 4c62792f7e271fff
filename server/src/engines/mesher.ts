import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { copyFile, link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MeshReport, MesherOptions } from '@pace/contract';
import { LIMITS } from '@pace/contract';
import {
  METRES_DATASET,
  SCRIPT_FILES,
  StepReader,
  count,
  emptyModel,
  faceNames,
  facesWithoutTriangles,
  findingRefusal,
  GmshOutput,
  gmshScript,
  mergedReport,
  mostTriangles,
  predictedTriangles,
  readTopology,
  renamedGroups,
  sizeRefusal,
  stepRefusal,
  tooLarge,
  totalAreaM2,
  type Refusal,
  type StepSummary,
  type Topology,
} from '../mesher/index.ts';
import { checkMesh } from './check.ts';
import { EngineError } from './errors.ts';
import { mesherLimits } from './limits.ts';
import { withoutMesher } from './missing.ts';
import { runProgram } from './process.ts';
import { gmshCommand } from './programs.ts';

/** Files of a run folder that the mesher reads and writes (docs/run-folder.md). */
const FILES = {
  step: 'model.step',
  unv: 'model.unv',
  mesh: 'mesh.unv',
  report: 'mesh.json',
  geometry: 'mesh.geo.bin',
} as const;
/** gmsh's own folder inside the run folder: emptied before and removed after, whatever happens. */
const WORK = '.mesher';
/** Likewise for the examination of a UNV model: a reader of the run folder never meets a half-written file. */
const IMPORT_WORK = '.import';
const CHECKING_FRACTION = 0.92;

export interface MeshStepRequest {
  folder: string;
  options: MesherOptions;
  signal: AbortSignal;
  onProgress: (text: string, fraction: number) => void;
  onSpawn?: (pid: number) => void;
}

/**
 * Meshes `model.step` of a run folder: writes `mesh.unv` in metres, `mesh.json` and `mesh.geo.bin`. A mesh that was there
 * before is replaced only by a complete new one.
 * @throws EngineError with a sentence; the signal's reason when aborted
 */
export async function meshStep(request: MeshStepRequest): Promise<MeshReport> {
  const started = Date.now();
  const work = join(request.folder, WORK);
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  try {
    request.onProgress('Reading the model', 0.01);
    const step = await readStep(join(request.folder, FILES.step), request.signal);
    refuse(stepRefusal(step));

    await writeFile(join(work, SCRIPT_FILES.script), gmshScript(`../${FILES.step}`, request.options));
    const { topology, gmshVersion } = await runGmsh(work, step, request);

    request.onProgress('Checking the mesh', CHECKING_FRACTION);
    await finishedUnv(
      join(work, SCRIPT_FILES.mesh),
      join(work, FILES.mesh),
      faceNames(topology),
      request.signal,
    );
    const checked = await checkMesh({
      folder: work,
      mesh: FILES.mesh,
      geometry: FILES.geometry,
      signal: request.signal,
      onSpawn: request.onSpawn,
    });
    refuse(incomplete(checked, topology, request.options));

    const report = mergedReport(checked, step, topology, {
      options: request.options,
      seconds: (Date.now() - started) / 1000,
      gmshVersion,
    });
    await writeFile(join(work, FILES.report), `${JSON.stringify(report, null, 2)}\n`);
    refuse(findingRefusal(report));
    request.signal.throwIfAborted();
    for (const file of [FILES.mesh, FILES.geometry, FILES.report]) {
      await rename(join(work, file), join(request.folder, file));
    }
    request.onProgress('Finished', 1);
    return report;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

export interface ImportUnvRequest {
  folder: string;
  /** What the person says; without it the file's own units dataset, if it has one */
  metresPerUnit?: number;
  frequencyHz?: number;
  signal: AbortSignal;
  onSpawn?: (pid: number) => void;
}

/**
 * Takes `model.unv` of a run folder as it is: `mesh.unv` is the same bytes, `mesh.json` the report in metres,
 * `mesh.geo.bin` the geometry in units of the file.
 * @throws EngineError with a sentence; a model with errors leaves `mesh.json` and `mesh.geo.bin` for the person to look at
 */
export async function importUnv(request: ImportUnvRequest): Promise<MeshReport> {
  const { folder, signal, onSpawn } = request;
  const work = join(folder, IMPORT_WORK);
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  try {
    const mesh = join(work, FILES.mesh);
    await link(join(folder, FILES.unv), mesh).catch(() => copyFile(join(folder, FILES.unv), mesh));
    const check = { folder: work, mesh: FILES.mesh, geometry: FILES.geometry, signal, onSpawn };
    const report = await checkMesh({
      ...check,
      metresPerUnit: request.metresPerUnit,
      frequencyHz: request.frequencyHz,
    });
    // The geometry of the viewer stays in units of the file, whatever the person says these are.
    if ((report.metresPerUnit ?? 1) !== 1) await checkMesh({ ...check, metresPerUnit: 1 });
    await writeFile(join(work, FILES.report), `${JSON.stringify(report, null, 2)}\n`);
    for (const file of [FILES.mesh, FILES.geometry, FILES.report]) {
      await rename(join(work, file), join(folder, file));
    }
    refuse(findingRefusal(report));
    return report;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function readStep(file: string, signal: AbortSignal): Promise<StepSummary> {
  const reader = new StepReader();
  // Clear text of ISO 10303-21 is ASCII; latin1 keeps whatever else is in strings harmless.
  for await (const piece of createReadStream(file, { encoding: 'latin1', highWaterMark: 1 << 20, signal })) {
    reader.push(piece as string);
    // What is not a STEP file need not be read to its end.
    if (reader.isForeign) break;
  }
  return reader.summary();
}

async function runGmsh(
  work: string,
  step: StepSummary,
  request: MeshStepRequest,
): Promise<{ topology: Topology; gmshVersion: string }> {
  const limits = mesherLimits();
  const output = new GmshOutput();
  const deadline = new Deadline(limits.geometryMs);
  const read = (line: string) => {
    const wasMeshing = output.meshing;
    const progress = output.read(line);
    if (progress) request.onProgress(progress.text, progress.fraction);
    if (output.meshing && !wasMeshing) {
      const found = readTopology(readFileSync(join(work, SCRIPT_FILES.topology), 'utf8'));
      deadline.restart(
        limits.meshingMs + limits.meshingMsPerTriangle * mostTriangles(found, request.options),
      );
    }
  };
  try {
    const end = await runProgram({
      command: gmshCommand(),
      args: [SCRIPT_FILES.script, '-parse_and_exit', '-v', '4', '-nt', '1'],
      cwd: work,
      // Its own home: a person's gmsh options must not change anyone's mesh.
      env: { ...process.env, HOME: work, OMP_NUM_THREADS: '1' },
      memoryLimitBytes: limits.memoryBytes,
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
    if (end.exitCode !== 0 || output.unreadable) {
      refuse(
        output.refusal({
          facesFound: topology.faces.length,
          faceRecords: step.faceRecords,
          algorithm: request.options.algorithm,
          memoryLimitBytes: limits.memoryBytes,
          signal: end.signal,
        }),
      );
    }
    if (topology.faces.length === 0) refuse(emptyModel(step.faceRecords));
    refuse(sizeRefusal(topology, request.options.mesh_size));
    if (!topology.meshed || !(await exists(join(work, SCRIPT_FILES.mesh)))) {
      throw new EngineError('MESHER_FAILED', 'gmsh ended without writing a mesh and without saying why.');
    }
    return { topology, gmshVersion: output.version };
  } finally {
    deadline.clear();
  }
}

function tooSlow(milliseconds: number, topology: Topology, options: MesherOptions): Refusal {
  const minutes = Math.round(milliseconds / 60_000);
  const triangles = predictedTriangles(totalAreaM2(topology), options.mesh_size);
  return {
    code: 'MESHER_TIMEOUT',
    detail:
      `Meshing was stopped after ${minutes} minutes` +
      (topology.faces.length > 0
        ? ` with about ${count(triangles)} triangles to make`
        : ' while the model was being read') +
      '. Choose a larger mesh size or a smaller tolerance percentage, or simplify the model.',
  };
}

/** A mesh that is larger than allowed after all, or that lacks faces of the model. */
function incomplete(report: MeshReport, topology: Topology, options: MesherOptions): Refusal | undefined {
  if (report.triangles > LIMITS.meshTrianglesMax) {
    const triangles = `${count(report.triangles)} (curved faces were refined)`;
    return tooLarge(triangles, totalAreaM2(topology), options.mesh_size);
  }
  const missing = facesWithoutTriangles(report, topology, options.mesh_size);
  if (missing.length === 0) return undefined;
  const listed = missing.slice(0, 10).join(', ') + (missing.length > 10 ? ', …' : '');
  return {
    code: 'MESHER_FAILED',
    detail:
      `gmsh made no triangles on ${missing.length === 1 ? 'face' : 'faces'} ${listed} of the model. Try another ` +
      'algorithm or mesh size, or repair the face in the CAD program.',
  };
}

/** Copies gmsh's mesh with the dataset that says "metres" in front and with the names of its faces. */
async function finishedUnv(
  source: string,
  target: string,
  names: string[],
  signal: AbortSignal,
): Promise<void> {
  async function* rewritten(pieces: AsyncIterable<string>) {
    yield METRES_DATASET;
    let rest = '';
    for await (const piece of pieces) {
      const text = rest + piece;
      const lineEnd = text.lastIndexOf('\n') + 1;
      rest = text.slice(lineEnd);
      yield renamedGroups(text.slice(0, lineEnd), names);
    }
    yield renamedGroups(rest, names);
  }
  const read = createReadStream(source, { encoding: 'latin1', highWaterMark: 1 << 20 });
  await pipeline(read, rewritten, createWriteStream(target, { encoding: 'latin1' }), { signal });
}

function refuse(refusal: Refusal | undefined): void {
  if (refusal) throw new EngineError(refusal.code, refusal.detail);
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** A time limit that can be set anew when the work enters another stage. */
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
