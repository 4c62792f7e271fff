import type { ProjectFacts } from '../presenters/project.ts';
import type { Services } from '../services.ts';
import { recordsOfDemos, recordsOfPerson, type ProjectRecords } from '../storage/projectRows.ts';
import type { UserRow } from '../storage/schema.ts';
import { gatherProject } from './gatherProject.ts';

/** All projects of a person, oldest first. */
export async function listProjects(services: Services, user: UserRow): Promise<ProjectFacts[]> {
  return gatherAll(services, await recordsOfPerson(services.db, user.id));
}

/** Demo projects, of whomever they are, oldest first. */
export async function listDemoProjects(services: Services): Promise<ProjectFacts[]> {
  return gatherAll(services, await recordsOfDemos(services.db));
}

function gatherAll(services: Services, list: readonly ProjectRecords[]): Promise<ProjectFacts[]> {
  return Promise.all(list.map((records) => gatherProject(services, records)));
}
