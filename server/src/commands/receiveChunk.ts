import { and, eq, isNull } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Problem } from '../problem.ts';
import {
  allowedModelType,
  checkFileSize,
  decodeChunk,
  looksLikeStep,
  mayReplaceModel,
  type Chunk,
} from '../policies/uploadRules.ts';
import type { Services } from '../services.ts';
import { addRange, coveredBytes, type ByteRanges } from '../storage/byteRanges.ts';
import { Turns } from '../storage/inTurn.ts';
import type { ProjectRecords } from '../storage/projectRows.ts';
import { isMissing } from '../storage/runFolder.ts';
import { uploads, type UploadRow, type UserRow } from '../storage/schema.ts';
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
  const { project } = await openProject(services, user, chunk.projectId);
  const type = allowedModelType(chunk.fileName);
  checkFileSize(chunk.fileSize, user.userType);
  const bytes = decodeChunk(chunk);
  return turns.take(project.id, async () => {
    const records = await openProject(services, user, chunk.projectId);
    const isSameFile =
      records.upload?.fileName === chunk.fileName && records.upload.fileSize === chunk.fileSize;
    if (
      isSameFile &&
      records.upload?.completedAt &&
      (await isStored(services, records.upload, chunk.offset, bytes))
    )
      return { received: chunk.fileSize, fileSize: chunk.fileSize, complete: true };
    const upload =
      isSameFile && records.upload && !records.upload.completedAt
        ? records.upload
        : await personTurns.take(user.id, () => startUpload(services, user, records, { ...chunk, type }));
    await requirePart(services, upload);
    await writePart(services.files.part(project.id, upload.id), bytes, chunk.offset);
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
  file: { fileName: string; fileSize: number; type: UploadRow['type'] },
): Promise<UploadRow> {
  const { project, upload, mesherRun, solverRun } = records;
  if (upload?.completedAt && !mayReplaceModel(mesherRun, solverRun))
    throw new Problem(
      'UPLOAD_LOCKED',
      `This project already has its model "${upload.fileName}". Create a new project for another one.`,
    );
  await requireStorage(services, user, file.fileSize);
  if (upload) {
    await services.db.delete(uploads).where(eq(uploads.id, upload.id));
    await rm(services.files.part(project.id, upload.id), { force: true });
  }
  const [row] = await services.db
    .insert(uploads)
    .values({
      id: randomUUID(),
      projectId: project.id,
      fileName: file.fileName,
      fileSize: file.fileSize,
      type: file.type,
      ranges: [],
    })
    .returning();
  if (!row) throw new Error('the database did not return the new upload');
  return row;
}

/** Bytes that count as received must be there; if the part file was lost, the person has to begin again. */
async function requirePart(services: Services, upload: UploadRow): Promise<void> {
  if (upload.ranges.length === 0 || (await exists(services.files.part(upload.projectId, upload.id)))) return;
  await services.db.delete(uploads).where(eq(uploads.id, upload.id));
  throw new Problem(
    'UPLOAD_CONFLICT',
    `Bytes of "${upload.fileName}" that had arrived are no longer there. Please upload the file again from its beginning.`,
  );
}

/** The bytes are on the disk, not only on their way, when this returns. */
async function writePart(path: string, bytes: Buffer, offset: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    let done = 0;
    while (done < bytes.length)
      done += (await file.write(bytes, done, bytes.length - done, offset + done)).bytesWritten;
    await file.datasync();
  } finally {
    await file.close();
  }
}

async function rememberRange(
  services: Services,
  upload: UploadRow,
  from: number,
  to: number,
): Promise<[number, number][]> {
  return services.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(uploads)
      .where(and(eq(uploads.id, upload.id), isNull(uploads.completedAt)))
      .for('update');
    if (!row)
      throw new Problem(
        'UPLOAD_CONFLICT',
        `Another upload has taken the place of "${upload.fileName}". Please upload the file again from its beginning.`,
      );
    const ranges = addRange(row.ranges, from, to);
    await tx.update(uploads).set({ ranges }).where(eq(uploads.id, upload.id));
    return ranges;
  });
}

/** Every byte is there: gives the file its place; a UNV mesh is read at once. */
async function complete(services: Services, upload: UploadRow & { ranges: ByteRanges }): Promise<void> {
  const { db, files } = services;
  const part = files.part(upload.projectId, upload.id);
  if (upload.type === 'STEP' && !looksLikeStep(await readAt(part, 0, STEP_HEAD_BYTES))) {
    await db.delete(uploads).where(eq(uploads.id, upload.id));
    await rm(part, { force: true });
    throw new Problem(
      'STEP_NOT_A_STEP',
      `"${upload.fileName}" is not a STEP file: it does not begin with ISO-10303-21. Export the model as STEP (AP203, AP214 or AP242) and upload it again.`,
    );
  }
  await files.removeDerived(upload.projectId);
  for (const type of ['STEP', 'UNV'] as const) await rm(files.model(upload.projectId, type), { force: true });
  await rename(part, files.model(upload.projectId, upload.type));
  await db.update(uploads).set({ completedAt: new Date() }).where(eq(uploads.id, upload.id));
  if (upload.type === 'UNV') await services.runs.start(upload, { kind: 'import' });
}

/** A chunk that comes again after the end is welcome if it says the same. */
async function isStored(
  services: Services,
  upload: UploadRow,
  offset: number,
  bytes: Buffer,
): Promise<boolean> {
  return bytes.equals(
    await readAt(services.files.model(upload.projectId, upload.type), offset, bytes.length),
  );
}

async function readAt(path: string, offset: number, length: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
