import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Services } from '../services.ts';
import { HEAD_BYTES, requireLength } from '../storage/binaryFiles.ts';
import { FileMissing } from '../storage/missing.ts';

export interface OpenFile {
  bytes: number;
  stream: Readable;
}

/** The first bytes of a binary file. @throws FileMissing */
export async function readHead(
  { files }: Services,
  { projectId, path }: { projectId: string; path: string },
): Promise<Buffer> {
  const { bytes } = (await files.facts(projectId, path)) ?? { bytes: 0 };
  return buffer(await files.stream(projectId, path, { from: 0, to: Math.min(bytes, HEAD_BYTES) }));
}

/** A file that must have so many bytes. @throws FileMissing, FileDamaged */
export async function openWhole(
  services: Services,
  { projectId, path }: { projectId: string; path: string },
  bytes: number,
): Promise<OpenFile> {
  const facts = await services.files.facts(projectId, path);
  requireLength(facts?.bytes ?? 0, bytes, path);
  return openFile(services, projectId, path);
}

/** A file of a project as it comes, for whoever was allowed to read it. @throws FileMissing */
export async function openFile({ files }: Services, projectId: string, path: string): Promise<OpenFile> {
  const facts = await files.facts(projectId, path);
  if (!facts) throw new FileMissing(path);
  const { bytes } = facts;
  return { bytes, stream: await files.stream(projectId, path, { from: 0, to: bytes }) };
}
