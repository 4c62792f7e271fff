import { count, desc, eq, sql } from 'drizzle-orm';
import { problem } from '../../problem.ts';
import type { Caller, Services } from '../../services.ts';
import { recordAudit } from '../../storage/audit.ts';
import { supportMessages, type SupportMessageRow, type UserRow } from '../../storage/schema.ts';
import { containing, pageOf, type PageRequest } from './pages.ts';

/** Messages to support, open ones first, then newest first. */
export async function listMessages(services: Services, request: PageRequest) {
  const which = containing(
    request.search,
    supportMessages.name,
    supportMessages.email,
    supportMessages.message,
  );
  const { limit, offset } = pageOf(request);
  const messages = await services.db
    .select()
    .from(supportMessages)
    .where(which)
    .orderBy(sql`${supportMessages.handledAt} is not null`, desc(supportMessages.createdAt))
    .limit(limit)
    .offset(offset);
  const [all] = await services.db.select({ n: count() }).from(supportMessages).where(which);
  return { messages, total: all?.n ?? 0 };
}

export async function handleMessage(
  services: Services,
  admin: UserRow,
  { id, handled }: { id: string; handled: boolean },
  caller: Caller,
): Promise<SupportMessageRow> {
  const [message] = await services.db
    .update(supportMessages)
    .set({ handledAt: handled ? new Date() : null })
    .where(eq(supportMessages.id, id))
    .returning();
  if (!message) throw problem('NOT_FOUND.message');
  await recordAudit(services.db, {
    action: handled ? 'message handled' : 'message opened again',
    userId: admin.id,
    subject: id,
    address: caller.address,
  });
  return message;
}
