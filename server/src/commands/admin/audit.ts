import { count, desc, eq } from 'drizzle-orm';
import type { Services } from '../../services.ts';
import { audit, users } from '../../storage/schema.ts';
import { containing, pageOf, type PageRequest } from './pages.ts';

/** Who did what when, newest first. */
export async function listAudit(services: Services, request: PageRequest) {
  const which = containing(request.search, audit.action, audit.subject, audit.address, users.email);
  const { limit, offset } = pageOf(request);
  const from = () =>
    services.db
      .select({ entry: audit, userEmail: users.email })
      .from(audit)
      .leftJoin(users, eq(users.id, audit.userId));
  const entries = await from().where(which).orderBy(desc(audit.id)).limit(limit).offset(offset);
  const [all] = await services.db
    .select({ n: count() })
    .from(audit)
    .leftJoin(users, eq(users.id, audit.userId))
    .where(which);
  return { entries, total: all?.n ?? 0 };
}
