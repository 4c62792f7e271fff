import { LIMITS, type Share } from '@pace/contract';
import { issueShare, sharesOf } from '../auth/shareTokens.ts';
import { problem } from '../problem.ts';
import type { Caller, Services } from '../services.ts';
import { recordAudit } from '../storage/audit.ts';
import type { UserRow } from '../storage/schema.ts';
import { countShares, removeShare } from '../storage/shareRows.ts';
import { openProject } from './openProject.ts';

/** Makes a read-only link to a project of one's own. */
export async function createShare(
  services: Services,
  user: UserRow,
  projectId: string,
  { address }: Pick<Caller, 'address'>,
): Promise<Share & { token: string }> {
  const { project } = await openProject(services, user, projectId);
  if ((await countShares(services.db, project.id)) >= LIMITS.sharesPerProject)
    throw problem('SHARE_LIMIT', { most: LIMITS.sharesPerProject });
  const share = await issueShare(services.db, project.id);
  await recordAudit(services.db, { action: 'share created', userId: user.id, subject: project.id, address });
  return share;
}

export async function listShares(services: Services, user: UserRow, projectId: string): Promise<Share[]> {
  const { project } = await openProject(services, user, projectId);
  return sharesOf(services.db, project.id);
}

/** Who opens the link afterwards is refused. */
export async function revokeShare(
  services: Services,
  user: UserRow,
  request: { projectId: string; shareId: string },
  { address }: Pick<Caller, 'address'>,
): Promise<void> {
  const { project } = await openProject(services, user, request.projectId);
  if (!(await removeShare(services.db, project.id, request.shareId))) throw problem('NOT_FOUND.link');
  await recordAudit(services.db, { action: 'share revoked', userId: user.id, subject: project.id, address });
}
