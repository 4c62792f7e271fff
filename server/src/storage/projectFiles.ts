import { modelFormatOf, type ModelFormat, type ModelType } from '@pace/contract';
import type { Readable } from 'node:stream';
import type { Transaction } from './database.ts';
import { isMissing } from './missing.ts';

/**
 * Where a project's files are, whatever keeps them: a folder that every process sees, or a bucket. Paths are those of
 * docs/run-folder.md, relative to the project ("results/result.json"). Project ids are ours, never from a request.
 */
export interface ProjectFiles {
  readonly kind: 'folder' | 'bucket';
  /** Every file of the project, sorted by path; also those that begin with a dot. */
  list(projectId: string): Promise<StoredFile[]>;
  /** Names in a folder of the project, sorted, without hidden ones; none if there is no such folder. */
  names(projectId: string, folder: string): Promise<string[]>;
  /** Undefined if there is no such file. */
  facts(projectId: string, path: string): Promise<FileFacts | undefined>;
  /** @throws FileMissing */
  read(projectId: string, path: string): Promise<Buffer>;
  /** Bytes [from, to) of a file, as they come. @throws FileMissing */
  stream(projectId: string, path: string, range?: { from: number; to: number }): Promise<Readable>;
  /** A whole file on this machine for a program to read, never to write. @throws FileMissing */
  localPath(projectId: string, path: string): Promise<string>;

  /** The bytes are kept, not only on their way, when this returns. */
  writeChunk(upload: UploadPlace, bytes: Buffer, offset: number): Promise<void>;
  readChunk(upload: UploadPlace, offset: number, length: number): Promise<Buffer>;
  /** Whether anything that was written for this upload is there. */
  hasChunks(upload: UploadPlace): Promise<boolean>;
  dropChunks(upload: UploadPlace): Promise<void>;
  /** The chunks become the project's model; everything that came from an earlier one goes. */
  finishUpload(upload: UploadPlace, format: ModelFormat): Promise<void>;

  /** Those of the files that are there become files of the other project too, and take no further space. */
  share(from: string, to: string, paths: readonly string[]): Promise<void>;
  removeAll(projectId: string): Promise<void>;
  /** Of these projects; what they share counts once. */
  storedBytes(projectIds: readonly string[]): Promise<number>;
  allBytes(): Promise<number>;

  /**
   * Work in a folder with these files of the project; then `outputs` of it become the project's, the last of them last.
   * Work that throws changes nothing.
   */
  edit<T>(
    projectId: string,
    inputs: readonly string[],
    outputs: readonly string[],
    work: (folder: string) => Promise<T>,
  ): Promise<T>;
  /** The folder one attempt at a run works in; opened by `open`. */
  attempt(place: AttemptPlace): Attempt;
  /** Whether files can be read and written now. @throws Error with the reason */
  check(): Promise<void>;
  /** A folder on the disk that runs are worked on. */
  readonly workRoot: string;
  /** Forgets what nothing refers to any more. */
  runMaintenance(): Promise<void>;
  close(): void;
}

export interface StoredFile {
  path: string;
  bytes: number;
}

export interface FileFacts {
  bytes: number;
  /** Another one means another file, not the same one grown. */
  version: string;
  /** Another one means other content. */
  revision: string;
}

export interface UploadPlace {
  projectId: string;
  id: string;
}

export interface AttemptPlace {
  projectId: string;
  /** Names the attempt; no two that may be alive at once have the same. */
  token: string;
}

/**
 * Does a short piece of work while nobody can take the run away, and refuses it once somebody has: nothing of a lost
 * lease ever becomes the project's.
 */
export type Fence = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;

/** `what` of the attempt's folder is shown as `as` of the project, while it is being written too. */
export interface View {
  what: string;
  as: string;
}

/**
 * One attempt at a run has a folder of its own with everything a run folder has, so that a program that a dead or
 * cut-off worker left behind writes where nobody looks. The project shows what is in it by `show`.
 */
export interface Attempt {
  readonly folder: string;
  /** Makes the folder with these files and folders of the project in it, as far as there are. Kept if it is there already. */
  open(inputs: readonly { from: string; to: string }[]): Promise<void>;
  /** From now on the project shows these, and no longer those of `drop`. */
  expose(views: readonly View[], drop: readonly string[], fence: Fence): Promise<void>;
  /** Brings what is shown up to date, where it has to be brought. */
  upload(fence: Fence): Promise<void>;
  /** Files of the folder take their place among the project's. */
  publish(files: readonly string[], fence: Fence): Promise<void>;
  /** The attempt is over: goes, unless the project shows something of it. */
  close(): Promise<void>;
}

/** `next` is the work of a run that continues a finished one. */
export const RESULT_FOLDERS = { results: 'results', next: 'results.next', old: 'results.old' } as const;

export const MODEL_FILES: Record<ModelFormat, string> = {
  STEP: 'model.step',
  IGES: 'model.igs',
  BREP: 'model.brep',
  UNV: 'model.unv',
  MSH: 'model.msh',
  NASTRAN: 'model.bdf',
  ABAQUS: 'model.inp',
  STL: 'model.stl',
  OBJ: 'model.obj',
};

/** The format of an uploaded model, by its name. */
export function uploadFormat({ fileName, type }: { fileName: string; type: ModelType }): ModelFormat {
  return modelFormatOf(fileName) ?? type;
}

/** Where the model is kept, as it was uploaded. */
export const modelFile = (upload: { fileName: string; type: ModelType }): string =>
  MODEL_FILES[uploadFormat(upload)];
export const MESH = 'mesh.unv';
export const MESH_REPORT = 'mesh.json';
export const GEOMETRY = 'mesh.geo.bin';
/** Of a mesh that is made where an error map asks for shorter edges: which edges (`sizeGridFile`). */
export const SIZES = 'mesh.sizes.bin';
export const JOB = 'job.json';
export const EVENTS = 'events.ndjson';
export const MESH_FILES = [MESH, MESH_REPORT, GEOMETRY] as const;
/** The record of a mesh: length and SHA-256 of each of its files. */
export const MESH_CHECKSUMS = '.mesh-checksums.json';
/** The record comes last: it never speaks of files that are not there yet. */
export const MESH_WITH_RECORD = [...MESH_FILES, MESH_CHECKSUMS] as const;

/** Everything that came from an earlier model. */
export const DERIVED = [...MESH_WITH_RECORD, SIZES, JOB, EVENTS, ...Object.values(RESULT_FOLDERS)] as const;

export const partName = (uploadId: string) => `upload-${uploadId}.part`;

/** Undefined if there is no such file, or if it was cut off (a power failure): one damaged file never hides a list of projects. */
export async function readJson(
  files: Pick<ProjectFiles, 'read'>,
  projectId: string,
  path: string,
): Promise<unknown> {
  try {
    return JSON.parse((await files.read(projectId, path)).toString('utf8')) as unknown;
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
