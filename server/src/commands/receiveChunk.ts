import { buffer } from 'node:stream/consumers';
import { checkIsNoVariant } from '../policies/runRules.ts';
import { problem } from '../problem.ts';
import {
  allowedModelType,
  checkFileSize,
  decodeChunk,
  looksLike,
  mayReplaceModel,
  type Chunk,
} from '../policies/uploadRules.ts';
import type { Services } from '../services.ts';
import { coveredBytes, type ByteRanges } from '../storage/byteRanges.ts';
import { Turns } from '../storage/inTurn.ts';
import type { ProjectRecords } from '../storage/projectRows.ts';
import { modelFile, uploadFormat } from '../storage/projectFiles.ts';
import { isMissing } from '../storage/missing.ts';
import type { UploadRow, UserRow } from '../storage/schema.ts';
import { addUploadRange, completeUpload, insertUpload, removeUpload } from '../storage/uploadRows.ts';
import { openProject } from './openProject.ts';
import { personTurns, requireStorage } from './usage.ts';

export interface UploadState {
  received: number;
  fileSize: number;
  complete: boolean;
}

const STEP_HEAD_BYTES = 1024;
const turns = new Turns();

/** Stores one chunk of a model file. Chunks may come in any order, again, and after a break. */
export async function receiveChunk(
  services: Services,
  user: UserRow,
  chunk: Chunk & { projectId: string },
): Promise<UploadState> {
  return turns.take(chunk.projectId, async () => {
    const records = await openProject(services, user, chunk.projectId);
    const type = allowedModelType(chunk.fileName);
    checkFileSize(chunk.fileSize, user.userType);
    const bytes = decodeChunk(chunk);
    const isSameFile =
      records.upload?.fileName === chunk.fileName && records.upload.fileSize === chunk.fileSize;
    if (
      isSameFile &&
      records.upload?.completedAt &&
      (await isStored(services, records.upload, chunk.offset, bytes))
    ) {
      if (!records.mesherRun) await readMeshOf(services, records.upload);
      return { received: chunk.fileSize, fileSize: chunk.fileSize, complete: true };
    }
    const upload =
      isSameFile && records.upload && !records.upload.completedAt
        ? records.upload
        : await personTurns.take(user.id, () => startUpload(services, user, records, { ...chunk, type }));
    if (await isOnlyUnmarked(services, upload)) {
      await markComplete(services, upload);
      return { received: upload.fileSize, fileSize: upload.fileSize, complete: true };
    }
    await requirePart(services, upload);
    await services.files.writeChunk(upload, bytes, chunk.offset);
    const ranges = await rememberRange(services, upload, chunk.offset, chunk.offset + bytes.length);
    const received = coveredBytes(ranges);
    if (received < upload.fileSize) return { received, fileSize: upload.fileSize, complete: false };
    await complete(services, { ...upload, ranges });
    return { received, fileSize: upload.fileSize, complete: true };
  });
}

async function startUpload(
  services: Services,
  user: UserRow,
  records: ProjectRecords,
  file: Pick<Chunk, 'fileName' | 'fileSize' | 'replace'> & { type: UploadRow['type'] },
): Promise<UploadRow> {
  const { project, upload, mesherRun, solverRun } = records;
  checkIsNoVariant(project);
  if (upload?.completedAt && !mayReplaceModel(mesherRun, solverRun))
    throw problem('UPLOAD_LOCKED', { file: upload.fileName });
  // Somebody else, or another window, is sending it: neither shall wipe out the other unawares.
  if (upload && !upload.completedAt && !file.replace)
    throw problem('UPLOAD_CONFLICT.arriving', { first: upload.fileName, file: file.fileName });
  await requireStorage(services, user, file.fileSize);
  if (upload) {
    await removeUpload(services.db, upload.id);
    await services.files.dropChunks(upload);
  }
  return insertUpload(services.db, {
    projectId: project.id,
    fileName: file.fileName,
    fileSize: file.fileSize,
    type: file.type,
    ranges: [],
  });
}

/** Bytes that count as received must be there; if the part file was lost, the user has to begin again. */
async function requirePart(services: Services, upload: UploadRow): Promise<void> {
  if (upload.ranges.length === 0 || (await services.files.hasChunks(upload))) return;
  await removeUpload(services.db, upload.id);
  throw problem('UPLOAD_CONFLICT.bytesGone', { file: upload.fileName });
}

async function rememberRange(
  services: Services,
  upload: UploadRow,
  from: number,
  to: number,
): Promise<[number, number][]> {
  const ranges = await addUploadRange(services.db, upload.id, from, to);
  if (!ranges) throw problem('UPLOAD_CONFLICT.replaced', { file: upload.fileName });
  return ranges;
}

/** Every byte is there: gives the file its place; a mesh is read at once. */
async function complete(services: Services, upload: UploadRow & { ranges: ByteRanges }): Promise<void> {
  const { db, files } = services;
  const format = uploadFormat(upload);
  if (upload.type === 'STEP' && !looksLike(format, await files.readChunk(upload, 0, STEP_HEAD_BYTES))) {
    await removeUpload(db, upload.id);
    await files.dropChunks(upload);
    throw format === 'STEP'
      ? problem('STEP_NOT_A_STEP.upload', { file: upload.fileName })
      : problem('STEP_NOT_A_STEP.format', { file: upload.fileName, format });
  }
  try {
    await files.finishUpload(upload, format);
  } catch (error) {
    // Another server process had the last chunk at the same time.
    if (isMissing(error)) return;
    throw error;
  }
  await markComplete(services, upload);
}

async function markComplete(services: Services, upload: UploadRow): Promise<void> {
  await completeUpload(services.db, upload.id);
  await readMeshOf(services, upload);
}

/** A mesh is read at once; a STEP model waits for its options. */
async function readMeshOf(services: Services, upload: UploadRow): Promise<void> {
  if (upload.type === 'UNV') await services.runs.start(upload, { kind: 'import' });
}

/** The server was stopped between giving the file its place and writing that down. */
async function isOnlyUnmarked({ files }: Services, upload: UploadRow): Promise<boolean> {
  if (coveredBytes(upload.ranges) < upload.fileSize || (await files.hasChunks(upload))) return false;
  return (await files.facts(upload.projectId, modelFile(upload)))?.bytes === upload.fileSize;
}

/** A chunk that comes again after the end is welcome if it says the same. */
async function isStored(
  { files }: Services,
  upload: UploadRow,
  offset: number,
  bytes: Buffer,
): Promise<boolean> {
  const range = { from: offset, to: offset + bytes.length };
  return bytes.equals(await buffer(await files.stream(upload.projectId, modelFile(upload), range)));
}
