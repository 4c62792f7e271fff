import { requestCancel } from '../runs/runRows.ts';
import type { Services } from '../services.ts';
import { recordAudit } from '../storage/audit.ts';
import type { Database } from '../storage/database.ts';
import type { ProjectFiles } from '../storage/projectFiles.ts';
import { markDeleted, removeProjectRow } from '../storage/projectChanges.ts';
import { deletedProjectIds } from '../storage/projectRows.ts';
import type { UserRow } from '../storage/schema.ts';
import { openProject } from './openProject.ts';

/** A program gets ten seconds to end by itself; then it is killed. */
export const WAIT_FOR_PROGRAMS_MS = 15_000;

/** Ends a project's run, then removes its files, then its rows. */
export async function deleteProject(services: Services, user: UserRow, projectId: string): Promise<void> {
  const { project } = await openProject(services, user, projectId);
  await markDeleted(services.db, project.id);
  await recordAudit(services.db, { action: 'project deleted', userId: user.id, subject: project.id });
  await services.runs.cancelAll(project.id, WAIT_FOR_PROGRAMS_MS);
  await removeProject(services.db, services.files, project.id);
}

/** Before runs are taken up again after a crash: those of projects that were being deleted shall end instead. */
export async function cancelRunsOfDeleted(db: Database): Promise<void> {
  for (const projectId of await deletedProjectIds(db))
    if (await requestCancel(db, { projectId })) await requestCancel(db, { projectId });
}

/** Finishes deletions that a crash interrupted. */
export async function finishDeletions({ db, files, runs }: Services): Promise<void> {
  for (const id of await deletedProjectIds(db)) {
    // A worker elsewhere may still be at it.
    await runs.cancelAll(id, WAIT_FOR_PROGRAMS_MS);
    await removeProject(db, files, id);
  }
}

/** Files first, then the rows that know of them. */
export async function removeProject(db: Database, files: ProjectFiles, projectId: string): Promise<void> {
  await files.removeAll(projectId);
  await removeProjectRow(db, projectId);
}
