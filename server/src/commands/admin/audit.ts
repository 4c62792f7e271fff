import type { Services } from '../../services.ts';
import { listAuditEntries } from '../../storage/audit.ts';
import { searchOf, type PageRequest } from './pages.ts';

/** Who did what when, newest first. */
export function listAudit({ db }: Services, request: PageRequest) {
  return listAuditEntries(db, searchOf(request));
}
