import { setTimeout as sleep } from 'node:timers/promises';
import { isActive } from '../../policies/runRules.ts';
import { checkProjects, quotasOf } from '../../policies/quotas.ts';
import { problem } from '../../problem.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../../storage/audit.ts';
import type { Database } from '../../storage/database.ts';
import { markDeleted, updateProject } from '../../storage/projectChanges.ts';
import type { UserRow } from '../../storage/schema.ts';
import {
  deletedStudyIds,
  isStudyTaken,
  projectIdsOfStudy,
  removeStudyRow,
  updateStudy,
} from '../../storage/studyRows.ts';
import { countProjectsOf } from '../../storage/usageRows.ts';
import { removeProject, WAIT_FOR_PROGRAMS_MS } from '../deleteProject.ts';
import { personTurns } from '../usage.ts';
import { keepObjectives, tryToAdvance } from './advanceStudy.ts';
import { openStudy } from './readStudy.ts';

const LOOK_AGAIN_MS = 50;

/** Stops the runs of a study; planned ones are not begun. @throws Problem STUDY_NOT_FOUND, STUDY_STATE */
export async function cancelStudy(services: Services, user: UserRow, id: string): Promise<void> {
  const { study } = await openStudy(services, user, id);
  if (study.cancelledAt || study.finishedAt) throw problem('STUDY_STATE.notOpen');
  // First nothing new is begun.
  await updateStudy(services.db, id, { cancelledAt: new Date() });
  await roundEnds(services.db, id);
  const { states } = await openStudy(services, user, id);
  const active = states.filter(({ solverRun, mesherRun }) => isActive(solverRun) || isActive(mesherRun));
  await Promise.all(
    active.map(({ variant }) => services.runs.cancelAll(variant.projectId!, WAIT_FOR_PROGRAMS_MS)),
  );
  await keepObjectives(services, await openStudy(services, user, id));
  await recordAudit(services.db, { action: 'study cancelled', userId: user.id, subject: id });
}

/** A round that is under way begins nothing more, and is over soon. */
async function roundEnds(db: Database, id: string): Promise<void> {
  while (await isStudyTaken(db, id)) await sleep(LOOK_AGAIN_MS);
}

/** @throws Problem STUDY_NOT_FOUND, STUDY_STATE */
export async function resumeStudy(services: Services, user: UserRow, id: string): Promise<void> {
  const { study } = await openStudy(services, user, id);
  if (!study.cancelledAt) throw problem('STUDY_STATE.notCancelled');
  await updateStudy(services.db, id, { cancelledAt: null, finishedAt: null, resumedAt: new Date() });
  await recordAudit(services.db, { action: 'study resumed', userId: user.id, subject: id });
  void tryToAdvance(services, id);
}

export async function renameStudy(
  services: Services,
  user: UserRow,
  id: string,
  name: string,
): Promise<void> {
  await openStudy(services, user, id);
  await updateStudy(services.db, id, { name });
}

/** Ends the runs of a study, then removes its variants with their files, then itself. */
export async function deleteStudy(services: Services, user: UserRow, id: string): Promise<void> {
  await openStudy(services, user, id);
  await updateStudy(services.db, id, { deletedAt: new Date() });
  await recordAudit(services.db, { action: 'study deleted', userId: user.id, subject: id });
  await removeStudy(services, id);
}

async function removeStudy(services: Services, id: string): Promise<void> {
  const { db, files, runs } = services;
  await roundEnds(db, id);
  const projects = await projectIdsOfStudy(db, id);
  for (const projectId of projects) await markDeleted(db, projectId);
  await Promise.all(projects.map((projectId) => runs.cancelAll(projectId, WAIT_FOR_PROGRAMS_MS)));
  for (const projectId of projects) await removeProject(db, files, projectId);
  await removeStudyRow(db, id);
}

/** Finishes deletions that a crash interrupted. */
export async function finishStudyDeletions(services: Services): Promise<void> {
  for (const id of await deletedStudyIds(services.db)) await removeStudy(services, id);
}

/** For the order of the start: runs of what was being deleted shall end, not be taken up. */
export async function markProjectsOfDeletedStudies(db: Database): Promise<void> {
  for (const id of await deletedStudyIds(db))
    for (const projectId of await projectIdsOfStudy(db, id)) await markDeleted(db, projectId);
}

/**
 * A variant becomes a project like any other, with its results; the study shows them still.
 * @returns the id of the project
 * @throws Problem STUDY_NOT_FOUND, STUDY_STATE, QUOTA_PROJECTS
 */
export async function promoteVariant(
  services: Services,
  user: UserRow,
  { id, variant: number, name }: { id: string; variant: number; name: string },
): Promise<string> {
  const { states } = await openStudy(services, user, id);
  const state = states.find(({ variant }) => variant.number === number);
  const projectId = state?.variant.projectId;
  if (!projectId || state.solverRun?.status !== 'Finished')
    throw problem('STUDY_STATE.noResult', { variant: number });
  await personTurns.take(user.id, async () => {
    checkProjects(
      await countProjectsOf(services.db, user.id),
      quotasOf(user.userType, services.config.quotas).projects,
    );
    await updateProject(services.db, projectId, { studyId: null, name });
  });
  return projectId;
}
