import { randomUUID } from 'node:crypto';
import { copyRun } from '../runs/runRows.ts';
import type { Services } from '../services.ts';
import type { Transaction } from '../storage/database.ts';
import { MESH_WITH_RECORD, modelFile, SIZES } from '../storage/projectFiles.ts';
import { insertProject, removeProjectRow, type NewProject } from '../storage/projectChanges.ts';
import type { ProjectRecords } from '../storage/projectRows.ts';
import type { ProjectRow } from '../storage/schema.ts';
import { insertUpload } from '../storage/uploadRows.ts';

interface Options {
  /** Of the new project */
  id?: string;
  /** false: of a model that is meshed anew */
  withMesh?: boolean;
  /** Written in one with the new project, before and after it */
  before?: (tx: Transaction) => Promise<void>;
  after?: (tx: Transaction, projectId: string) => Promise<void>;
}

/** A new project with the model and, where it is made, the mesh of another one. Files are shared; runs and results stay behind. */
export async function copyProject(
  { db, files }: Pick<Services, 'db' | 'files'>,
  { project, upload, mesherRun }: Pick<ProjectRecords, 'project' | 'upload' | 'mesherRun'>,
  row: NewProject,
  { id = randomUUID(), withMesh = true, before, after }: Options = {},
): Promise<ProjectRow> {
  const model = upload?.completedAt ? upload : undefined;
  const isMeshed = withMesh && model !== undefined && mesherRun?.status === 'Finished';
  // The files come first: a row never speaks of files that are not there.
  await files.share(project.id, id, [
    ...(model ? [modelFile(model)] : []),
    ...(isMeshed ? [...MESH_WITH_RECORD, SIZES] : []),
  ]);
  try {
    return await db.transaction(async (tx) => {
      await before?.(tx);
      const copy = await insertProject(tx, row, id);
      if (model) {
        const { fileName, fileSize, type, ranges, completedAt, fileMetresPerUnit } = model;
        const { id: uploadId } = await insertUpload(tx, {
          projectId: id,
          ...{ fileName, fileSize, type, ranges, completedAt, fileMetresPerUnit },
        });
        if (isMeshed) await copyRun(tx, mesherRun, { projectId: id, uploadId });
      }
      await after?.(tx, id);
      return copy;
    });
  } catch (error) {
    await files.removeAll(id);
    await removeProjectRow(db, id);
    throw error;
  }
}
