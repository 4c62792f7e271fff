import type { Readable } from 'node:stream';
import type { Services } from '../services.ts';
import { FileMissing } from '../storage/projectFiles.ts';

export interface OpenFile {
  bytes: number;
  stream: Readable;
}

/** A file of a project as it comes, for whoever was allowed to read it. @throws FileMissing */
export async function openFile({ files }: Services, projectId: string, path: string): Promise<OpenFile> {
  const facts = await files.facts(projectId, path);
  if (!facts) throw new FileMissing(path);
  const { bytes } = facts;
  return { bytes, stream: await files.stream(projectId, path, { from: 0, to: bytes }) };
}
