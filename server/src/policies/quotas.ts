import { userRole } from '@pace/contract';
import type { Quotas } from '../config/config.ts';
import { Problem } from '../problem.ts';

/** What one person may use; null: no limit, which only administrators have. */
export function quotasOf(userType: number, quotas: Quotas): { [K in keyof Quotas]: number | null } {
  return userRole(userType) === 'admin'
    ? { storageBytes: null, running: null, queued: null, projects: null }
    : quotas;
}

/** @throws Problem QUOTA_STORAGE if `more` bytes do not fit any more */
export function checkStorage(usedBytes: number, moreBytes: number, limitBytes: number | null): void {
  if (limitBytes === null || usedBytes + moreBytes <= limitBytes) return;
  throw new Problem(
    'QUOTA_STORAGE',
    `Your projects use ${megabytes(usedBytes)} of the ${megabytes(limitBytes)} MB you may store` +
      `${moreBytes > 0 ? `, and this file has ${megabytes(moreBytes)} MB` : ''}. Delete projects you no longer need.`,
  );
}

/** @throws Problem QUOTA_RUNS if no further run may wait */
export function checkQueued(queued: number, limit: number | null): void {
  if (limit === null || queued < limit) return;
  throw new Problem(
    'QUOTA_RUNS',
    `You have ${queued} runs waiting, and at most ${limit} may wait. Wait until one has started, or cancel one.`,
  );
}

/** @throws Problem QUOTA_PROJECTS */
export function checkProjects(projects: number, limit: number | null): void {
  if (limit === null || projects < limit) return;
  throw new Problem(
    'QUOTA_PROJECTS',
    `You have ${projects} projects, and at most ${limit} are allowed. Delete one you no longer need.`,
  );
}

function megabytes(bytes: number): string {
  const value = bytes / 1024 ** 2;
  return value >= 10 ? String(Math.ceil(value)) : String(Math.ceil(value * 10) / 10);
}
