import { userRole } from '@pace/contract';
import type { Quotas } from '../config/config.ts';
import { problem } from '../problem.ts';

/** What one person may use; null: no limit, which only administrators have. */
export function quotasOf(userType: number, quotas: Quotas): { [K in keyof Quotas]: number | null } {
  return userRole(userType) === 'admin'
    ? { storageBytes: null, running: null, queued: null, projects: null }
    : quotas;
}

/** @throws Problem QUOTA_STORAGE if `more` bytes do not fit any more */
export function checkStorage(usedBytes: number, moreBytes: number, limitBytes: number | null): void {
  if (limitBytes === null || usedBytes + moreBytes <= limitBytes) return;
  const room = { used: megabytes(usedBytes), most: megabytes(limitBytes) };
  throw moreBytes > 0
    ? problem('QUOTA_STORAGE.file', { ...room, file: megabytes(moreBytes) })
    : problem('QUOTA_STORAGE', room);
}

/** @throws Problem QUOTA_RUNS if no further run may wait */
export function checkQueued(queued: number, limit: number | null): void {
  if (limit === null || queued < limit) return;
  throw problem('QUOTA_RUNS', { waiting: queued, most: limit });
}

/** @throws Problem QUOTA_PROJECTS */
export function checkProjects(projects: number, limit: number | null): void {
  if (limit === null || projects < limit) return;
  throw problem('QUOTA_PROJECTS', { projects, most: limit });
}

function megabytes(bytes: number): number {
  const value = bytes / 1024 ** 2;
  return value >= 10 ? Math.ceil(value) : Math.ceil(value * 10) / 10;
}
