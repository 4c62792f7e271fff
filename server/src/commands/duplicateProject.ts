import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { copyFile, cp, mkdir } from 'node:fs/promises';
import type { Services } from '../services.ts';
import { isMissing, type ProjectFiles } from '../storage/runFolder.ts';
import { projects, runs, uploads, type ProjectRow, type UserRow } from '../storage/schema.ts';
import { checkProjects, quotasOf } from '../policies/quotas.ts';
import { openToRead } from './openProject.ts';
import { countProjects, requireStorage } from './usage.ts';

/**
 * A new project with the model, the mesh and all settings of another one; results and runs stay behind.
 * @throws Problem QUOTA_PROJECTS or QUOTA_STORAGE
 */
export async function duplicateProject(
  services: Services,
  user: UserRow,
  projectId: string,
  name: string,
): Promise<ProjectRow> {
  const { db, files } = services;
  const { project, upload, mesherRun } = await openToRead(services, user, projectId);
  checkProjects(await countProjects(services, user.id), quotasOf(user.userType, services.config.quotas).projects);
  await requireStorage(services, user, upload?.fileSize ?? 0);
  const id = randomUUID();
  const model = upload?.completedAt ? upload : undefined;
  const isMeshed = model !== undefined && mesherRun?.status === 'Finished';
  // The files come first: a row never speaks of files that are not there.
  await copyFiles(files, project.id, id, { model: model?.type, isMeshed });
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
          solverInput: project.solverInput,
          materials: project.materials,
          mesherOptions: project.mesherOptions,
        })
        .returning();
      if (!copy) throw new Error('the database did not return the copy');
      if (model) {
        const uploadId = randomUUID();
        const { fileName, fileSize, type, ranges, completedAt, fileMetresPerUnit } = model;
        await tx
          .insert(uploads)
          .values({ id: uploadId, projectId: id, fileName, fileSize, type, ranges, completedAt, fileMetresPerUnit });
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

async function copyFiles(
  files: ProjectFiles,
  from: string,
  to: string,
  { model, isMeshed }: { model: 'STEP' | 'UNV' | undefined; isMeshed: boolean },
): Promise<void> {
  await mkdir(files.folder(to), { recursive: true });
  if (model) await copyFile(files.model(from, model), files.model(to, model));
  if (!isMeshed) return;
  for (const path of ['mesh', 'meshReport', 'geometry'] as const)
    await cp(files[path](from), files[path](to)).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
}
