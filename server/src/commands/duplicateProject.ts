import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Services } from '../services.ts';
import { MESH_WITH_RECORD, MODEL_FILES } from '../storage/projectFiles.ts';
import { projects, runs, uploads, type ProjectRow, type UserRow } from '../storage/schema.ts';
import { checkProjects, quotasOf } from '../policies/quotas.ts';
import { openToRead } from './openProject.ts';
import { countProjects, personTurns, requireStorage } from './usage.ts';

/**
 * A new project with the model, the mesh and all settings of another one; results and runs stay behind.
 * @throws Problem QUOTA_PROJECTS or QUOTA_STORAGE
 */
export function duplicateProject(
  services: Services,
  user: UserRow,
  projectId: string,
  name: string,
): Promise<ProjectRow> {
  return personTurns.take(user.id, () => duplicate(services, user, projectId, name));
}

async function duplicate(
  services: Services,
  user: UserRow,
  projectId: string,
  name: string,
): Promise<ProjectRow> {
  const { db, files } = services;
  const { project, upload, mesherRun } = await openToRead(services, user, projectId);
  checkProjects(
    await countProjects(services, user.id),
    quotasOf(user.userType, services.config.quotas).projects,
  );
  const { solverInput, materials, mesherOptions } = project;
  const settings = JSON.stringify([solverInput, materials, mesherOptions]).length;
  await requireStorage(services, user, (upload?.fileSize ?? 0) + settings);
  const id = randomUUID();
  const model = upload?.completedAt ? upload : undefined;
  const isMeshed = model !== undefined && mesherRun?.status === 'Finished';
  // The files come first: a row never speaks of files that are not there.
  await files.copy(project.id, id, [
    ...(model ? [MODEL_FILES[model.type]] : []),
    ...(isMeshed ? MESH_WITH_RECORD : []),
  ]);
  try {
    return await db.transaction(async (tx) => {
      const [copy] = await tx
        .insert(projects)
        .values({
          id,
          ownerId: user.id,
          name,
          programType: project.programType,
          coreType: project.coreType,
          solverInput,
          materials,
          mesherOptions,
        })
        .returning();
      if (!copy) throw new Error('the database did not return the copy');
      if (model) {
        const uploadId = randomUUID();
        const { fileName, fileSize, type, ranges, completedAt, fileMetresPerUnit } = model;
        await tx.insert(uploads).values({
          id: uploadId,
          projectId: id,
          fileName,
          fileSize,
          type,
          ranges,
          completedAt,
          fileMetresPerUnit,
        });
        if (isMeshed) {
          const { kind, input, status, startedAt, endedAt } = mesherRun;
          await tx
            .insert(runs)
            .values({ id: randomUUID(), projectId: id, uploadId, kind, input, status, startedAt, endedAt });
        }
      }
      return copy;
    });
  } catch (error) {
    await files.removeAll(id);
    await db.delete(projects).where(eq(projects.id, id));
    throw error;
  }
}
