import { listAudit } from '../commands/admin/audit.ts';
import { handleMessage, listMessages } from '../commands/admin/messages.ts';
import { listAllProjects } from '../commands/admin/projects.ts';
import { cancelAnyRun, prioritizeRun, readQueue } from '../commands/admin/queue.ts';
import { readSystem } from '../commands/admin/system.ts';
import { changeUser, listUsers } from '../commands/admin/users.ts';
import {
  presentAdminProject,
  presentAdminUser,
  presentAuditEntry,
  presentMessage,
  presentQueue,
} from '../presenters/admin.ts';
import type { Services } from '../services.ts';
import type { Handlers } from './call.ts';

type AdminCall =
  | 'adminSystem'
  | 'adminUsers'
  | 'adminChangeUser'
  | 'adminQueue'
  | 'adminCancelRun'
  | 'adminSetPriority'
  | 'adminProjects'
  | 'adminMessages'
  | 'adminHandleMessage'
  | 'adminAudit';

export function adminHandlers(services: Services): Handlers<AdminCall> {
  return {
    adminSystem: async () => ({ result: await readSystem(services) }),
    adminUsers: async ({ query }) => {
      const { users, total } = await listUsers(services, query);
      return { result: { users: users.map(presentAdminUser), total } };
    },
    adminChangeUser: async ({ body, signedIn, caller }) => ({
      result: presentAdminUser(await changeUser(services, signedIn.user, body, caller)),
    }),
    adminQueue: async () => ({ result: presentQueue(await readQueue(services)) }),
    adminCancelRun: async ({ body, signedIn, caller }) => {
      await cancelAnyRun(services, signedIn.user, body.id, caller);
      return { result: {} };
    },
    adminSetPriority: async ({ body, signedIn, caller }) => {
      await prioritizeRun(services, signedIn.user, body, caller);
      return { result: {} };
    },
    adminProjects: async ({ query }) => {
      const { projects, total } = await listAllProjects(services, query);
      return { result: { projects: projects.map(presentAdminProject), total } };
    },
    adminMessages: async ({ query }) => {
      const { messages, total } = await listMessages(services, query);
      return { result: { messages: messages.map(presentMessage), total } };
    },
    adminHandleMessage: async ({ body, signedIn, caller }) => ({
      result: presentMessage(await handleMessage(services, signedIn.user, body, caller)),
    }),
    adminAudit: async ({ query }) => {
      const { entries, total } = await listAudit(services, query);
      return { result: { entries: entries.map(presentAuditEntry), total } };
    },
  };
}
