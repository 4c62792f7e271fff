import { createProject } from '../commands/createProject.ts';
import { deleteProject } from '../commands/deleteProject.ts';
import { gatherProject } from '../commands/gatherProject.ts';
import { listProjects } from '../commands/listProjects.ts';
import { MATERIAL_LIBRARY } from '../materials/library.ts';
import { openProject } from '../commands/openProject.ts';
import { renameProject } from '../commands/renameProject.ts';
import { presentProject } from '../presenters/project.ts';
import type { Services } from '../services.ts';
import type { UserRow } from '../storage/schema.ts';
import type { Handlers } from './call.ts';

type ProjectCall =
  'getSingleProject' | 'getMaterials' | 'createProject' | 'getProjects' | 'renameProject' | 'deleteProject';

export function projectHandlers(services: Services): Handlers<ProjectCall> {
  const present = async (user: UserRow, id: string) =>
    presentProject(await gatherProject(services, await openProject(services, user, id)));
  return {
    getSingleProject: async ({ query, signedIn }) => ({ result: await present(signedIn.user, query.id) }),
    getProjects: async ({ signedIn }) => ({
      result: { projects: (await listProjects(services, signedIn.user)).map(presentProject) },
    }),
    createProject: async ({ body, signedIn }) => {
      const project = await createProject(services, signedIn.user, body);
      return { result: await present(signedIn.user, project.id) };
    },
    renameProject: async ({ body, signedIn }) => {
      await renameProject(services, signedIn.user, body.id, body.name);
      return { result: await present(signedIn.user, body.id) };
    },
    deleteProject: async ({ body, signedIn }) => {
      await deleteProject(services, signedIn.user, body.id);
      return { result: {} };
    },
    getMaterials: () => Promise.resolve({ result: { materials: MATERIAL_LIBRARY } }),
  };
}
