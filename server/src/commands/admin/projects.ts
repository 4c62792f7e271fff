import { and, count, desc, eq, isNull } from 'drizzle-orm';
import type { AdminProjectFacts } from '../../presenters/admin.ts';
import type { Services } from '../../services.ts';
import { recordsOf } from '../../storage/projectRows.ts';
import { projects, users } from '../../storage/schema.ts';
import { containing, pageOf, type PageRequest } from './pages.ts';

/** Everybody's projects, newest first: that they are there, whose, how large and how far; not what is in them. */
export async function listAllProjects(services: Services, request: PageRequest) {
  const which = and(isNull(projects.deletedAt), containing(request.search, projects.name, users.email));
  const { limit, offset } = pageOf(request);
  const rows = await services.db
    .select({ project: projects, ownerEmail: users.email })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.ownerId))
    .where(which)
    .orderBy(desc(projects.createdAt), desc(projects.id))
    .limit(limit)
    .offset(offset);
  const [all] = await services.db
    .select({ n: count() })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.ownerId))
    .where(which);
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
      sizeBytes: await services.files.storedBytes(project.id),
    });
  return { projects: facts, total: all?.n ?? 0 };
}
