import { constants, createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  LongEdges,
  MeshReport,
  MesherOptions,
  Message,
  ModelFormat,
  Straightened,
} from '@pace/contract';
import { LIMITS, statement } from '@pace/contract';
import {
  CurvedElements,
  METRES_DATASET,
  MovedNodes,
  SCRIPT_FILES,
  SharpPoints,
  refusal,
  faceNames,
  facesToMeshAgain,
  facesWithoutTriangles,
  findingRefusal,
  gmshScript,
  isBentTooFar,
  isBetter,
  isTooLong,
  longEdgedFaces,
  longestEdgeM,
  mergedReport,
  renamedGroups,
  tooLarge,
  totalAreaM2,
  type LongEdgedFace,
  type Refusal,
  type Straightening,
  type Topology,
} from '../mesher/index.ts';
import { checkMesh } from './check.ts';
import { readCadModel, type CadModel } from './cadModel.ts';
import { engineError, EngineError, refuse } from './errors.ts';
import { runGmsh, type GmshRequest, type GmshRun } from './gmsh.ts';
import { mesherLimits } from './limits.ts';
import { convertMeshFile } from './meshFile.ts';

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
/** In that folder, the mesh with its seams merged. */
const MERGED = 'merged.unv';
/** Share of the whole when a mesh is checked; a second meshing, where there is one, comes after. */
const CHECKING_FRACTION = 0.92;
/** Likewise when the sharp points of a graded mesh are known. */
const LOOKING_FRACTION = 0.3;

const STEP_MODEL = { file: FILES.step, format: 'STEP' } as const;

export interface MeshStepRequest extends GmshRequest {
  folder: string;
  /** The geometry of the folder, if that is not `model.step` */
  model?: { file: string; format: ModelFormat };
}

/** What is said of STEP files, of a file of another format. */
function ofFormat(error: unknown, format: ModelFormat): unknown {
  if (format === 'STEP' || !(error instanceof EngineError)) return error;
  if (error.code === 'STEP_BROKEN') return engineError('STEP_BROKEN.format', { format });
  return error.code === 'STEP_EMPTY' ? engineError('STEP_EMPTY.format', { format }) : error;
}

/**
 * Meshes the geometry of a run folder, `model.step` or a file of another format: writes `mesh.unv` in metres, `mesh.json` and `mesh.geo.bin`. A mesh that was there
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
    const { model: file = STEP_MODEL, folder, options, signal } = request;
    const model = await readCadModel(folder, file, options, signal);

    const { first, used } = await firstMesh(work, model, request);
    const { mesh, longEdges } = await withoutLongEdges(first, join(work, 'again'), model, used);

    const report = mergedReport(mesh.checked, model.summary, mesh.topology, {
      options: used.options,
      asked: request.options,
      seconds: (Date.now() - started) / 1000,
      gmshVersion: mesh.gmshVersion,
      ...(longEdges && { longEdges }),
      ...(mesh.straightened && { straightened: mesh.straightened }),
      ...(request.sizes && { refined: request.sizes.refined }),
    });
    await writeFile(join(mesh.folder, FILES.report), `${JSON.stringify(report, null, 2)}\n`);
    refuse(findingRefusal(report));
    request.signal.throwIfAborted();
    for (const file of [FILES.mesh, FILES.geometry, FILES.report]) {
      await rename(join(mesh.folder, file), join(request.folder, file));
    }
    request.onProgress('Finished', 1);
    return report;
  } catch (error) {
    throw ofFormat(error, request.model?.format ?? 'STEP');
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

export interface ImportUnvRequest {
  folder: string;
  /** The mesh file of the folder, if that is not `model.unv` */
  model?: { file: string; format: ModelFormat };
  /** What the user says; without it the file's own units dataset, if it has one */
  metresPerUnit?: number;
  frequencyHz?: number;
  /** Degrees between triangles up to which smooth parts are rounded for the report and the geometry; 0: they are not */
  roundingDeg?: number;
  mergeSeams?: boolean;
  signal: AbortSignal;
  onSpawn?: (pid: number) => void;
}

/**
 * Takes `model.unv` of a run folder as it is: `mesh.unv` is the same bytes, `mesh.json` the report in metres,
 * `mesh.geo.bin` the geometry in units of the file. With `mergeSeams` a model with torn seams is the exception: all three
 * are of the mesh with their nodes merged, still in units of the file and with its statement of them. A mesh file of another
 * format becomes a universal file first, which is silent about its units.
 * @throws EngineError with a sentence; a model with errors leaves `mesh.json` and `mesh.geo.bin` for the user to look at
 */
export async function importUnv(request: ImportUnvRequest): Promise<MeshReport> {
  const { folder, signal, onSpawn } = request;
  const work = join(folder, IMPORT_WORK);
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  try {
    const mesh = join(work, FILES.mesh);
    const notes = await uploadedMesh(request, { work, mesh });
    const { roundingDeg } = request;
    const check = { folder: work, mesh: FILES.mesh, geometry: FILES.geometry, roundingDeg, signal, onSpawn };
    const checked = await checkMesh({
      ...check,
      metresPerUnit: request.metresPerUnit,
      frequencyHz: request.frequencyHz,
      merged: request.mergeSeams ? MERGED : undefined,
    });
    const report = { ...checked, findings: [...notes, ...checked.findings] };
    // In the place of the model's second name, never into the model.
    if (report.mergedNodes) await rename(join(work, MERGED), mesh);
    // The geometry of the viewer stays in units of the file, whatever the user says these are.
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

/** The model under the name `mesh`: itself, or written as a universal file. @returns what that left out, as findings */
async function uploadedMesh(
  { folder, model, signal, onSpawn }: ImportUnvRequest,
  { work, mesh }: { work: string; mesh: string },
): Promise<MeshReport['findings']> {
  if (!model || model.format === 'UNV') {
    await link(join(folder, FILES.unv), mesh).catch(() => copyFile(join(folder, FILES.unv), mesh));
    return [];
  }
  const { file, format } = model;
  const notes = await convertMeshFile({
    file: join(folder, file),
    format,
    target: mesh,
    work,
    signal,
    onSpawn,
  });
  return notes.map((note: Message) => ({ ...statement(note), severity: 'info' }));
}

/** A mesh that gmsh has made, examined, in a folder of its own. */
interface Mesh extends GmshRun {
  folder: string;
  checked: MeshReport;
  /** Where triangles could not be bent */
  straightened?: Straightened;
}

/** What a second meshing does otherwise than the first. */
interface Again {
  /** gmsh's numbers of faces for MeshAdapt */
  adaptiveFaces: number[];
  limitMs: number;
}

async function meshOnce(
  folder: string,
  model: CadModel,
  request: MeshStepRequest,
  again?: Again,
): Promise<Mesh> {
  await mkdir(folder, { recursive: true });
  // gmsh has a folder of its own with nothing but its script and a copy of the model and of wanted edges in it.
  const { sizes } = request;
  for (const file of [model.file, ...(sizes ? [sizes.file] : [])])
    await copyFile(join(request.folder, file), join(folder, file), constants.COPYFILE_FICLONE);
  const sharpPoints = request.options.gradedMesh && !sizes ? await sharpPointsOf(folder, model, request) : [];
  await writeFile(
    join(folder, SCRIPT_FILES.script),
    gmshScript(model.file, request.options, {
      scaling: model.scaling,
      adaptiveFaces: again?.adaptiveFaces,
      sharpPoints,
      sizeFile: sizes?.file,
    }),
  );
  const run = await runGmsh(folder, model, request, again?.limitMs);

  request.onProgress('Checking the mesh', CHECKING_FRACTION);
  const names = faceNames(run.topology);
  let checked = await finishedMesh(folder, names, request);
  const straightening =
    run.folded || isBentTooFar(checked) ? await straightened(folder, request.signal) : undefined;
  if (straightening) checked = await finishedMesh(folder, names, request, straightening);
  refuse(incomplete(checked, run.topology, request.options));
  return { ...run, folder, checked, ...(straightening && { straightened: partsOf(straightening) }) };
}

/**
 * Where the surface comes to a point: gmsh has no angles for its script, so the model is meshed once with flat elements to
 * look at them.
 */
async function sharpPointsOf(
  folder: string,
  model: CadModel,
  request: MeshStepRequest,
): Promise<ReturnType<SharpPoints['points']>> {
  const options = { ...request.options, curvedElements: false, gradedMesh: false };
  await writeFile(
    join(folder, SCRIPT_FILES.script),
    gmshScript(model.file, options, { scaling: model.scaling }),
  );
  await runGmsh(folder, model, {
    ...request,
    options,
    onProgress: (_, fraction) => request.onProgress('Looking for sharp points', LOOKING_FRACTION * fraction),
  });
  const found = new SharpPoints();
  for await (const line of linesOf(join(folder, SCRIPT_FILES.mesh), request.signal)) found.read(line);
  request.signal.throwIfAborted();
  return found.points();
}

/** With flat elements where gmsh fails to make curved ones: a model that can be meshed at all is meshed. */
async function firstMesh(
  work: string,
  model: CadModel,
  request: MeshStepRequest,
): Promise<{ first: Mesh; used: MeshStepRequest }> {
  try {
    return { first: await meshOnce(join(work, 'first'), model, request), used: request };
  } catch (error) {
    request.signal.throwIfAborted();
    const isGmshs = error instanceof EngineError && error.code === 'MESHER_FAILED';
    if (!request.options.curvedElements || !isGmshs) throw error;
    const used = { ...request, options: { ...request.options, curvedElements: false } };
    return { first: await meshOnce(join(work, 'flat'), model, used), used };
  }
}

const partsOf = ({ triangles, parts }: Straightening): Straightened => ({ triangles, parts });

/** Writes the mesh of a folder as it is solved, and checks it. */
async function finishedMesh(
  folder: string,
  names: string[],
  { signal, onSpawn }: MeshStepRequest,
  straightening?: Straightening,
): Promise<MeshReport> {
  await finishedUnv(
    join(folder, SCRIPT_FILES.mesh),
    join(folder, FILES.mesh),
    { names, ...straightening },
    signal,
  );
  return checkMesh({ folder, mesh: FILES.mesh, geometry: FILES.geometry, signal, onSpawn });
}

/** Which sides have to be straight for no triangle to be folded or bent too far. */
async function straightened(folder: string, signal: AbortSignal): Promise<Straightening | undefined> {
  const elements = new CurvedElements();
  for await (const line of linesOf(join(folder, SCRIPT_FILES.mesh), signal)) elements.read(line);
  signal.throwIfAborted();
  const work = elements.straightened();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await nextTurn();
    signal.throwIfAborted();
  }
}

/**
 * Meshes once more, with MeshAdapt on faces where edges came out far too long, and takes the better of the two meshes. gmsh
 * can neither tell the lengths of edges to its script nor mesh single faces anew beside others, so it is started again; it
 * numbers the faces of the same file alike.
 * @param folder  where the second mesh is made
 */
async function withoutLongEdges(
  first: Mesh,
  folder: string,
  model: CadModel,
  request: MeshStepRequest,
): Promise<{ mesh: Mesh; longEdges?: LongEdges }> {
  const { algorithm, mesh_size } = request.options;
  const long = longEdgedFaces(first.checked, first.topology, mesh_size);
  if (long.length === 0) return { mesh: first };
  const left = {
    parts: partNumbers(long.filter(isTooLong)),
    longestM: longestEdgeM(first.checked),
    longestAfterM: null,
    secondsAgain: 0,
  };
  const chosen = facesToMeshAgain(long, algorithm, first.revolved);
  if (typeof chosen === 'string') return { mesh: first, longEdges: { ...left, outcome: chosen } };

  const started = Date.now();
  const { againTimes, againMs } = mesherLimits();
  const second = await meshOnce(
    folder,
    model,
    {
      ...request,
      onProgress: (_, fraction) =>
        request.onProgress(
          'Meshing faces with long edges again',
          CHECKING_FRACTION + (1 - CHECKING_FRACTION) * fraction,
        ),
    },
    {
      adaptiveFaces: chosen.map(({ face }) => face),
      limitMs: againTimes * first.milliseconds + againMs,
    },
  ).catch((error: unknown) => {
    request.signal.throwIfAborted();
    // Whatever is wrong with the second mesh, there is the first.
    if (error instanceof EngineError) return undefined;
    throw error;
  });
  const again = { ...left, secondsAgain: (Date.now() - started) / 1000 };
  if (!second) return { mesh: first, longEdges: { ...again, outcome: 'failed' } };
  const longestAfterM = longestEdgeM(second.checked);
  const isFlatter = (second.straightened?.triangles ?? 0) > (first.straightened?.triangles ?? 0);
  if (isFlatter || !isBetter(second.checked, first.checked))
    return { mesh: first, longEdges: { ...again, outcome: 'no-better', longestAfterM } };
  return {
    mesh: second,
    longEdges: { ...again, parts: partNumbers(chosen), outcome: 'mended', longestAfterM },
  };
}

const partNumbers = (faces: readonly LongEdgedFace[]) => faces.map(({ part }) => part).sort((a, b) => a - b);

/** A mesh that is larger than allowed after all, or that lacks faces of the model. */
function incomplete(report: MeshReport, topology: Topology, options: MesherOptions): Refusal | undefined {
  if (report.triangles > LIMITS.meshTrianglesMax) {
    return tooLarge('made', report.triangles, totalAreaM2(topology), options.mesh_size);
  }
  const missing = facesWithoutTriangles(report, topology, options.mesh_size);
  if (missing.length === 0) return undefined;
  const faces = [...missing.slice(0, 10), ...(missing.length > 10 ? ['…'] : [])];
  return refusal('MESHER_FAILED.faces', { count: missing.length, faces });
}

/** What is written otherwise than gmsh did. */
interface Rewriting {
  /** Of its faces */
  names: readonly string[];
  /** Where middle nodes belong instead */
  moved?: Straightening['moved'];
}

/** Copies gmsh's mesh with the dataset that says "metres" in front, with the names of its faces, and with nodes moved. */
async function finishedUnv(
  source: string,
  target: string,
  { names, moved }: Rewriting,
  signal: AbortSignal,
): Promise<void> {
  const nodes = moved && new MovedNodes(moved);
  const rewrite = (lines: string) => {
    const renamed = renamedGroups(lines, names);
    return nodes
      ? renamed
          .split('\n')
          .map((line, i, all) => (i === all.length - 1 ? line : nodes.line(line)))
          .join('\n')
      : renamed;
  };
  async function* rewritten(pieces: AsyncIterable<string>) {
    yield METRES_DATASET;
    let rest = '';
    for await (const piece of pieces) {
      const text = rest + piece;
      const lineEnd = text.lastIndexOf('\n') + 1;
      rest = text.slice(lineEnd);
      yield rewrite(text.slice(0, lineEnd));
    }
    yield rewrite(rest);
  }
  await pipeline(readUnv(source), rewritten, createWriteStream(target, { encoding: 'latin1' }), { signal });
}

const linesOf = (file: string, signal: AbortSignal) => createInterface({ input: readUnv(file), signal });
const readUnv = (file: string) => createReadStream(file, { encoding: 'latin1', highWaterMark: 1 << 20 });
