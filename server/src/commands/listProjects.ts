import type { ProjectFacts } from '../presenters/project.ts';
import type { Services } from '../services.ts';
import { demoProjects, projectsOf, recordsOf } from '../storage/projectRows.ts';
import type { UserRow } from '../storage/schema.ts';
import { gatherProject } from './gatherProject.ts';

/** All projects of a person, oldest first. */
export async function listProjects(services: Services, user: UserRow): Promise<ProjectFacts[]> {
  const facts: ProjectFacts[] = [];
  for (const records of await recordsOf(services.db, await projectsOf(services.db, user.id)))
    facts.push(await gatherProject(services, records));
  return facts;
}

/** Demo projects, of whomever they are, oldest first. */
export async function listDemoProjects(services: Services): Promise<ProjectFacts[]> {
  const facts: ProjectFacts[] = [];
  for (const records of await recordsOf(services.db, await demoProjects(services.db)))
    facts.push(await gatherProject(services, records));
  return facts;
}
