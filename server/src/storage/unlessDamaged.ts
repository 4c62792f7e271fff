import { message, type Message, type MessageKey } from '@pace/contract';
import { type Problem, problem } from '../problem.ts';
import { FileDamaged, type Checksums } from './checksums.ts';
import { MESH, MESH_FILES, RESULT_FOLDERS, type ProjectFiles } from './projectFiles.ts';
import { isMissing } from './missing.ts';

type Names<Key> = Key extends `file.${infer Name}` ? Name : never;

/** A file of a project, and its name in the catalogue of messages. */
export interface NamedFile {
  projectId: string;
  path: string;
  what: Names<MessageKey>;
}

/**
 * Reads a file only if it is what was written.
 * @throws Problem RESULT_DAMAGED that says what is damaged and what to do
 */
export async function unlessDamaged<T>(
  checksums: Pick<Checksums, 'verify'>,
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

/** The mesh that a program is to compute with. @throws Problem RESULT_DAMAGED; FileMissing */
export function localMesh(
  { files, checksums }: { files: Pick<ProjectFiles, 'localPath'>; checksums: Pick<Checksums, 'verify'> },
  projectId: string,
): Promise<string> {
  return unlessDamaged(checksums, { projectId, path: MESH, what: 'mesh' }, () =>
    files.localPath(projectId, MESH),
  );
}

/** Whether a file of a mesh that was made is not there any more or is not what was written. */
export async function isMeshDamaged(
  { files, checksums }: { files: Pick<ProjectFiles, 'facts'>; checksums: Pick<Checksums, 'verify'> },
  projectId: string,
): Promise<boolean> {
  for (const path of MESH_FILES) {
    if (!(await files.facts(projectId, path))) return true;
    try {
      await checksums.verify(projectId, path);
    } catch (error) {
      if (error instanceof FileDamaged || isMissing(error)) return true;
      throw error;
    }
  }
  return false;
}

function damaged({ path, what }: NamedFile, finding: Message): Problem {
  return problem(
    path.startsWith(`${RESULT_FOLDERS.results}/`) ? 'RESULT_DAMAGED.result' : 'RESULT_DAMAGED.mesh',
    { what: message(`file.${what}`), path, finding },
  );
}
