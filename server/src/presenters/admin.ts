import type {
  AdminAuditEntry,
  AdminMessage,
  AdminProject,
  AdminQueue,
  AdminRun,
  AdminUser,
} from '@pace/contract';
import { parseIdentity, type ProcessIdentity } from '../storage/processIdentity.ts';
import type { AuditRow, ProjectRow, RunRow, SupportMessageRow, UserRow } from '../storage/schema.ts';

export interface UserFacts {
  user: UserRow;
  projects: number;
  storageBytes: number;
}

export interface RunFacts {
  run: RunRow;
  projectName: string;
  ownerEmail: string;
  queuePosition: number | undefined;
}

export interface QueueFacts {
  active: RunFacts[];
  recent: RunFacts[];
  thisServer: ProcessIdentity;
  slots: { mesher: number; solver: number };
  memory: { reservedBytes: number; budgetBytes: number } | undefined;
}

export interface AdminProjectFacts {
  project: ProjectRow;
  ownerEmail: string;
  mesherRun: RunRow | undefined;
  solverRun: RunRow | undefined;
  sizeBytes: number;
}

const iso = (date: Date | null) => date?.toISOString() ?? null;

export function presentAdminUser({ user, projects, storageBytes }: UserFacts): AdminUser {
  const { id, name, surname, email, company, userType } = user;
  return {
    id,
    name,
    surname,
    email,
    company,
    userType,
    createdDate: user.createdAt.toISOString(),
    confirmedDate: iso(user.confirmedAt),
    disabledDate: iso(user.disabledAt),
    lastLoginDate: iso(user.lastLoginAt),
    projects,
    storageBytes,
  };
}

export function presentQueue({ active, recent, thisServer, slots, memory }: QueueFacts): AdminQueue {
  const isMe = (owner: ProcessIdentity | undefined) =>
    owner?.host === thisServer.host && owner.pid === thisServer.pid && owner.started === thisServer.started;
  const others = new Map<string, { runs: number; lastSeen: Date | null }>();
  let mine = 0;
  for (const { run } of active) {
    if (run.leaseOwner === null) continue;
    const owner = parseIdentity(run.leaseOwner);
    if (isMe(owner)) {
      mine++;
      continue;
    }
    const name = nameOf(owner);
    const known = others.get(name);
    others.set(name, { runs: (known?.runs ?? 0) + 1, lastSeen: run.heartbeatAt ?? known?.lastSeen ?? null });
  }
  return {
    active: active.map(presentAdminRun),
    recent: recent.map(presentAdminRun),
    workers: [
      {
        name: nameOf(thisServer),
        isThisServer: true,
        runs: mine,
        lastSeenDate: new Date().toISOString(),
      },
      ...[...others].map(([name, { runs, lastSeen }]) => ({
        name,
        isThisServer: false,
        runs,
        lastSeenDate: iso(lastSeen),
      })),
    ],
    slots,
    memory: memory ?? null,
  };
}

function presentAdminRun({ run, projectName, ownerEmail, queuePosition }: RunFacts): AdminRun {
  return {
    id: run.id,
    kind: run.kind,
    status: run.status,
    detail: run.detail,
    fraction: run.fraction,
    attempt: run.attempt,
    queuePosition: queuePosition ?? null,
    waitingFor: run.waitingFor,
    priority: run.priority,
    estimate:
      run.estimatedSeconds === null || run.estimatedBytes === null
        ? null
        : { seconds: run.estimatedSeconds, memoryBytes: run.estimatedBytes },
    projectId: run.projectId,
    projectName,
    ownerEmail,
    createdDate: run.createdAt.toISOString(),
    startedDate: iso(run.startedAt),
    endedDate: iso(run.endedAt),
    worker: run.leaseOwner === null ? null : nameOf(parseIdentity(run.leaseOwner)),
  };
}

function nameOf(owner: ProcessIdentity | undefined): string {
  return owner === undefined ? 'unknown' : `${owner.host}, process ${owner.pid}`;
}

export function presentAdminProject(facts: AdminProjectFacts): AdminProject {
  const { project, ownerEmail, mesherRun, solverRun, sizeBytes } = facts;
  return {
    id: project.id,
    name: project.name,
    programType: project.programType,
    ownerEmail,
    createdDate: project.createdAt.toISOString(),
    sizeBytes,
    mesherStatus: mesherRun?.status ?? '',
    solverStatus: solverRun?.status ?? '',
  };
}

export function presentMessage(row: SupportMessageRow): AdminMessage {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    message: row.message,
    fromMember: row.userId !== null,
    createdDate: row.createdAt.toISOString(),
    handledDate: iso(row.handledAt),
  };
}

export function presentAuditEntry({
  entry,
  userEmail,
}: {
  entry: AuditRow;
  userEmail: string | null;
}): AdminAuditEntry {
  const { id, at, action, subject, address } = entry;
  return { id, date: at.toISOString(), action, userEmail, subject, address };
}
