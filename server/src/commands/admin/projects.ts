import type { AdminProjectFacts } from '../../presenters/admin.ts';
import type { Services } from '../../services.ts';
import { listProjectsOfAll, recordsOf } from '../../storage/projectRows.ts';
import { searchOf, type PageRequest } from './pages.ts';

/** Everybody's projects, newest first: that they are there, whose, how large and how far; not what is in them. */
export async function listAllProjects(services: Services, request: PageRequest) {
  const { projects: rows, total } = await listProjectsOfAll(services.db, searchOf(request));
  const records = await recordsOf(
    services.db,
    rows.map(({ project }) => project.id),
  );
  const facts: AdminProjectFacts[] = [];
  const byId = new Map(records.map((one) => [one.project.id, one]));
  for (const { ownerEmail, project } of rows)
    facts.push({
      project,
      ownerEmail,
      mesherRun: byId.get(project.id)?.mesherRun,
      solverRun: byId.get(project.id)?.solverRun,
      sizeBytes: await services.files.storedBytes([project.id]),
    });
  return { projects: facts, total };
}
