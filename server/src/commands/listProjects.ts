import type { ListedFacts } from '../presenters/projectRow.ts';
import { queuePosition } from '../runs/schedule.ts';
import type { Services } from '../services.ts';
import { listOfDemos, listOfPerson, type ListedProject, type Page } from '../storage/projectRows.ts';
import type { UserRow } from '../storage/schema.ts';

export interface ProjectList {
  listed: ListedFacts[];
  total: number;
}

/** A page of the projects of a person, newest first. */
export async function listProjects(services: Services, user: UserRow, page: Page): Promise<ProjectList> {
  return withQueue(services, await listOfPerson(services.db, user.id, page));
}

/** A page of the demo projects, of whomever they are, newest first. */
export async function listDemoProjects(services: Services, page: Page): Promise<ProjectList> {
  return withQueue(services, await listOfDemos(services.db, page));
}

/** One active run a project at most: who waits is one of the few that a person may have waiting. */
async function withQueue(
  { db }: Services,
  { listed, total }: { listed: ListedProject[]; total: number },
): Promise<ProjectList> {
  const facts = listed.map(async (one) => {
    const waiting = [one.mesherRun, one.solverRun].find((run) => run?.status === 'Queued');
    return { ...one, queuePosition: waiting && (await queuePosition(db, waiting)) };
  });
  return { listed: await Promise.all(facts), total };
}
