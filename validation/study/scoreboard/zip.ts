import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Of every file: the archive of the same contents is the same. */
const DATE = new Date(2026, 0, 1);

/** Writes files into an archive, under a folder of this name. */
export async function writeZip(
  path: string,
  folder: string,
  files: ReadonlyMap<string, Buffer>,
): Promise<void> {
  const zip = new ZipFile();
  for (const [name, content] of files) zip.addBuffer(content, `${folder}/${name}`, { mtime: DATE });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}
