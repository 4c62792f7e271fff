import type {
  AdminAuditEntry,
  AdminMessage,
  AdminProject,
  AdminQueue,
  AdminRun,
  AdminUser,
  AdminWorker,
} from '@pace/contract';
import { parseIdentity, type ProcessIdentity } from '../storage/processIdentity.ts';
import type {
  AuditRow,
  ProjectRow,
  RunRow,
  SupportMessageRow,
  UserRow,
  WorkerRow,
} from '../storage/schema.ts';

export interface UserFacts {
  user: UserRow;
  projects: number;
  storageBytes: number;
  accessKeys: number;
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
  workers: WorkerFacts[];
  thisServer: ProcessIdentity;
}

export type WorkerFacts = WorkerRow & {
  isSilent: boolean;
  /** On its machine, by all workers */
  reservedBytes: number;
};

export interface AdminProjectFacts {
  project: ProjectRow;
  ownerEmail: string;
  mesherRun: RunRow | undefined;
  solverRun: RunRow | undefined;
  sizeBytes: number;
}

const iso = (date: Date | null) => date?.toISOString() ?? null;

export function presentAdminUser({ user, projects, storageBytes, accessKeys }: UserFacts): AdminUser {
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
    accessKeys,
  };
}

export function presentQueue({ active, recent, workers, thisServer }: QueueFacts): AdminQueue {
  const present = (worker: WorkerFacts) => presentWorker(worker, active, thisServer);
  return {
    active: active.map(presentAdminRun),
    recent: recent.map(presentAdminRun),
    workers: [
      ...workers.filter(({ isSilent }) => !isSilent).map(present),
      ...workers.filter(({ isSilent }) => isSilent).map(present),
    ],
  };
}

function presentWorker(
  worker: WorkerFacts,
  active: readonly RunFacts[],
  thisServer: ProcessIdentity,
): AdminWorker {
  const identity = parseIdentity(worker.owner);
  const { host, pid, version, engine, isSilent, cores, memoryBytes, reservedBytes } = worker;
  return {
    id: worker.owner,
    name: nameOf({ host, pid }),
    host,
    isThisServer:
      host === thisServer.host && pid === thisServer.pid && identity?.started === thisServer.started,
    version,
    engine,
    isSilent,
    startedDate: worker.startedAt.toISOString(),
    lastSeenDate: worker.heartbeatAt.toISOString(),
    runs: active
      .filter(({ run }) => run.leaseOwner === worker.owner)
      .map(({ run, projectName }) => ({ id: run.id, kind: run.kind, projectName })),
    slots: { mesher: worker.mesherRuns, solver: worker.solverRuns, short: worker.shortRuns },
    cores,
    memory: memoryBytes === null ? null : { reservedBytes, budgetBytes: memoryBytes },
  };
}

function presentAdminRun({ run, projectName, ownerEmail, queuePosition }: RunFacts): AdminRun {
  return {
    id: run.id,
    kind: run.kind,
    status: run.status,
    converged: run.converged,
    detail: run.status === 'Queued' ? '' : run.detail,
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

function nameOf(owner: Pick<ProcessIdentity, 'host' | 'pid'> | undefined): string {
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
    converged: solverRun?.converged ?? null,
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
