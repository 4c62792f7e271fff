import { randomUUID } from 'node:crypto';
import { copyRun } from '../runs/runRows.ts';
import type { Services } from '../services.ts';
import { MESH_WITH_RECORD, modelFile, SIZES } from '../storage/projectFiles.ts';
import { insertProject, removeProjectRow, type NewProject } from '../storage/projectChanges.ts';
import type { ProjectRow, UserRow } from '../storage/schema.ts';
import { insertUpload } from '../storage/uploadRows.ts';
import { countProjectsOf } from '../storage/usageRows.ts';
import { checkProjects, quotasOf } from '../policies/quotas.ts';
import { openToRead } from './openProject.ts';
import { personTurns, requireStorage } from './usage.ts';

/** What the copy has otherwise than the project. */
type Changes = Partial<Pick<NewProject, 'programType' | 'solverInput' | 'materials' | 'coated'>>;

/**
 * A new project with the model, the mesh and all settings of another one; results and runs stay behind.
 * @throws Problem QUOTA_PROJECTS or QUOTA_STORAGE
 */
export function duplicateProject(
  services: Services,
  user: UserRow,
  projectId: string,
  name: string,
  changes: Changes = {},
): Promise<ProjectRow> {
  return personTurns.take(user.id, () => duplicate(services, user, projectId, name, changes));
}

async function duplicate(
  services: Services,
  user: UserRow,
  projectId: string,
  name: string,
  changes: Changes,
): Promise<ProjectRow> {
  const { db, files } = services;
  const { project, upload, mesherRun } = await openToRead(services, user, projectId);
  checkProjects(
    await countProjectsOf(services.db, user.id),
    quotasOf(user.userType, services.config.quotas).projects,
  );
  const { programType, solverInput, materials, mesherOptions } = project;
  const copied = { programType, solverInput, materials, mesherOptions, ...changes };
  const settings = JSON.stringify(copied).length;
  await requireStorage(services, user, (upload?.fileSize ?? 0) + settings);
  const id = randomUUID();
  const model = upload?.completedAt ? upload : undefined;
  const isMeshed = model !== undefined && mesherRun?.status === 'Finished';
  // The files come first: a row never speaks of files that are not there.
  await files.copy(project.id, id, [
    ...(model ? [modelFile(model)] : []),
    ...(isMeshed ? [...MESH_WITH_RECORD, SIZES] : []),
  ]);
  try {
    return await db.transaction(async (tx) => {
      const copy = await insertProject(
        tx,
        {
          ownerId: user.id,
          name,
          coreType: project.coreType,
          ...copied,
        },
        id,
      );
      if (model) {
        const { fileName, fileSize, type, ranges, completedAt, fileMetresPerUnit } = model;
        const { id: uploadId } = await insertUpload(tx, {
          projectId: id,
          fileName,
          fileSize,
          type,
          ranges,
          completedAt,
          fileMetresPerUnit,
        });
        if (isMeshed) await copyRun(tx, mesherRun, { projectId: id, uploadId });
      }
      return copy;
    });
  } catch (error) {
    await files.removeAll(id);
    await removeProjectRow(db, id);
    throw error;
  }
}
