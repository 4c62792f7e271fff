import type { z } from 'zod';
import { Problem } from '../problem.ts';
import type { Services } from '../services.ts';
import { FileDamaged } from '../storage/checksums.ts';
import { RESULT_FOLDERS } from '../storage/projectFiles.ts';

/** A file of a project, and its name in a sentence: "far field". */
export interface NamedFile {
  projectId: string;
  path: string;
  what: string;
}

/**
 * Reads a file only if it is what was written.
 * @throws Problem RESULT_DAMAGED that says what is damaged and what to do
 */
export async function unlessDamaged<T>(
  { checksums }: Pick<Services, 'checksums'>,
  file: NamedFile,
  read: () => Promise<T>,
): Promise<T> {
  try {
    await checksums.verify(file.projectId, file.path);
    return await read();
  } catch (error) {
    throw error instanceof FileDamaged ? damaged(file, error.finding) : error;
  }
}

/** Likewise the content of a JSON file. @throws Problem RESULT_DAMAGED; FileMissing */
export function readWholeJson<T extends z.ZodType>(
  services: Pick<Services, 'checksums' | 'files'>,
  file: NamedFile,
  schema: T,
): Promise<z.output<T>> {
  return unlessDamaged(services, file, async () => {
    const text = (await services.files.read(file.projectId, file.path)).toString('utf8');
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      throw new FileDamaged(file.path, `its text ends or breaks off after ${text.length} characters`);
    }
    const content = schema.safeParse(json);
    if (!content.success) throw new FileDamaged(file.path, 'it lacks values that the solver writes');
    return content.data;
  });
}

function damaged({ path, what }: NamedFile, finding: string): Problem {
  const remedy = path.startsWith(`${RESULT_FOLDERS.results}/`)
    ? 'Start the solver again to compute it anew'
    : 'Mesh the model again, or upload it again';
  return new Problem(
    'RESULT_DAMAGED',
    `The ${what} of this project is damaged (${path}: ${finding}), so it is not shown. ${remedy}, or ask the operator to restore the file from a backup.`,
  );
}
