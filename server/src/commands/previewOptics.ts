import {
  JobSchema,
  LIMITS,
  MONOSTATIC_FILE,
  MonoStaticFileSchema,
  PROGRAM_TYPES,
  RESULT_FILE,
  RunResultSchema,
  SOLVER_TYPES,
  type OpticsPreview,
  type OpticsPreviewRequest,
} from '@pace/contract';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import { decodeDrawing } from '../policies/drawing.ts';
import { completeModel, meshScale } from '../policies/runRules.ts';
import { engineProblem, problemOfEngine, problem } from '../problem.ts';
import type { Services } from '../services.ts';
import { Drawings } from '../storage/drawings.ts';
import { MESH, RESULT_FOLDERS } from '../storage/projectFiles.ts';
import { localMesh } from '../storage/unlessDamaged.ts';
import type { ProjectRecords } from '../storage/projectRows.ts';
import type { UserRow } from '../storage/schema.ts';
import { openProject } from './openProject.ts';
import { meshReportOf } from './solverJob.ts';

/** A preview that takes longer is given up: the frequency is far too high for the model's size. */
const TIMEOUT_MS = 20_000;
const MOST_THREADS = 2;
/**
 * Along the edges of facets of many wavelengths, as drawings have them. A run begins with 16 and takes five times as long on the
 * drawing of the demo's aircraft at 10 GHz; the curves differ by 0.02 dB on average there, by 0.3 dB at most.
 */
const SHADOW_PIECES = 4;
const DRAWING = 'drawing.bin';
const { results: RESULTS } = RESULT_FOLDERS;
/** Answers kept, the latest; a curve is some tens of kilobytes. */
const KEPT = 100;

const kept = new Map<string, OpticsPreview>();
const drawings = new Drawings();
/** Of each person who is waiting: a newer question ends the older one. */
const waiting = new Map<string, AbortController>();

/**
 * Backscatter of the project's mesh, or of a drawing before there is one, by Physical Optics with one reflection. Nothing
 * of the project changes; the job stands in a folder of its own.
 * @throws Problem as starting a run; PREVIEW_TOO_LARGE, PREVIEW_TIMEOUT, PREVIEW_SUPERSEDED; PREVIEW_DRAWING_UNKNOWN,
 *   DRAWING_INVALID
 */
export async function previewOptics(
  services: Services,
  user: UserRow,
  request: OpticsPreviewRequest,
): Promise<OpticsPreview> {
  const records = await openProject(services, user, request.projectId);
  if (records.project.programType !== PROGRAM_TYPES.pec) throw problem('VALIDATION.opticsNeedsPec');
  const surface = request.drawing
    ? drawnSurface(user, request.drawing)
    : await meshedSurface(services, records, request.scalefactor);
  const job = JobSchema.parse({
    schema: 'pace-job-1',
    programType: PROGRAM_TYPES.pec,
    mesh: surface.mesh,
    threads: Math.min(MOST_THREADS, services.config.maxThreads),
    memoryLimitBytes: services.config.memoryLimitBytes,
    shadowPieces: SHADOW_PIECES,
    solverInput: {
      solvertype: SOLVER_TYPES.physicalOptics,
      scalefactor: surface.scalefactor,
      roundingangle: surface.roundingangle,
      anglesweep: 1,
      excitation: request.excitation,
      frequency: [request.frequency, -1, -1],
      numberoffarlocations: 0,
      outputselection: [0, 0, 0, 0, 0],
    },
  });
  const key = JSON.stringify([job, surface.revision]);
  const known = kept.get(key);
  if (known) return known;
  const preview = {
    triangles: surface.triangles,
    ...(await inTurn(user.id, (signal) => run(services, job, surface.drawing, signal))),
  };
  kept.set(key, preview);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
  return preview;
}

/** What the job is about. */
interface Surface {
  /** Of the job; of a drawing relative to its folder, where it is written first */
  mesh: string;
  drawing?: Buffer;
  scalefactor: number;
  roundingangle: number;
  triangles: number;
  revision: string | undefined;
}

async function meshedSurface(
  services: Services,
  records: ProjectRecords,
  scalefactor: number | undefined,
): Promise<Surface> {
  const report = await meshReportOf(services, records);
  if (report.triangles > LIMITS.previewTrianglesMax)
    throw problem('PREVIEW_TOO_LARGE.mesh', {
      triangles: report.triangles,
      most: LIMITS.previewTrianglesMax,
    });
  const model = completeModel(records.upload);
  return {
    scalefactor: meshScale(model, scalefactor, report),
    roundingangle: model.type === 'UNV' ? (records.project.solverInput?.roundingangle ?? 0) : 0,
    mesh: await localMesh(services, records.project.id),
    triangles: report.triangles,
    revision: (await services.files.facts(records.project.id, MESH))?.revision,
  };
}

function drawnSurface(user: UserRow, { id, data }: NonNullable<OpticsPreviewRequest['drawing']>): Surface {
  const drawing =
    data === undefined ? drawings.find(user.id, id) : drawings.keep(user.id, id, decodeDrawing(data));
  if (!drawing) throw problem('PREVIEW_DRAWING_UNKNOWN');
  const { bytes, triangles, sha256 } = drawing;
  return { mesh: DRAWING, drawing: bytes, scalefactor: 1, roundingangle: 0, triangles, revision: sha256 };
}

async function inTurn<T>(userId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  waiting.get(userId)?.abort();
  const mine = new AbortController();
  waiting.set(userId, mine);
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await work(AbortSignal.any([mine.signal, timeout]));
  } catch (error) {
    if (mine.signal.aborted) throw problem('PREVIEW_SUPERSEDED');
    if (timeout.aborted) throw problem('PREVIEW_TIMEOUT', { seconds: TIMEOUT_MS / 1000 });
    throw error;
  } finally {
    if (waiting.get(userId) === mine) waiting.delete(userId);
  }
}

async function run(
  services: Services,
  job: z.infer<typeof JobSchema>,
  drawing: Buffer | undefined,
  signal: AbortSignal,
) {
  const folder = await mkdtemp(join(tmpdir(), 'pace-preview-'));
  try {
    if (drawing) await writeFile(join(folder, DRAWING), drawing);
    await writeFile(join(folder, 'job.json'), JSON.stringify(job));
    await services.engines.solveHere({
      folder,
      out: RESULTS,
      threads: job.threads,
      signal,
      onEvent: () => undefined,
    });
    const { seconds } = RunResultSchema.parse(await jsonOf(join(folder, RESULTS, RESULT_FILE)));
    const { monoStaticRcs } = MonoStaticFileSchema.parse(
      await jsonOf(join(folder, RESULTS, MONOSTATIC_FILE)),
    );
    return { seconds, monoStaticRcs };
  } catch (error) {
    const known = engineProblem(error);
    throw known ? problemOfEngine(known) : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const jsonOf = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));
