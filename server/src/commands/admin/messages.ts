import { problem } from '../../problem.ts';
import type { Caller, Services } from '../../services.ts';
import { recordAudit } from '../../storage/audit.ts';
import type { SupportMessageRow, UserRow } from '../../storage/schema.ts';
import { listSupportMessages, markHandled } from '../../storage/supportMessageRows.ts';
import { searchOf, type PageRequest } from './pages.ts';

/** Messages to support, open ones first, then newest first. */
export function listMessages({ db }: Services, request: PageRequest) {
  return listSupportMessages(db, searchOf(request));
}

export async function handleMessage(
  services: Services,
  admin: UserRow,
  { id, handled }: { id: string; handled: boolean },
  caller: Caller,
): Promise<SupportMessageRow> {
  const message = await markHandled(services.db, id, handled);
  if (!message) throw problem('NOT_FOUND.message');
  await recordAudit(services.db, {
    action: handled ? 'message handled' : 'message opened again',
    userId: admin.id,
    subject: id,
    address: caller.address,
  });
  return message;
}
