import { Readable } from 'node:stream';
import { createFromDemo } from '../commands/createFromDemo.ts';
import { createProject } from '../commands/createProject.ts';
import { deleteProject } from '../commands/deleteProject.ts';
import { duplicateProject } from '../commands/duplicateProject.ts';
import { gatherProject } from '../commands/gatherProject.ts';
import { listDemoProjects, listProjects } from '../commands/listProjects.ts';
import { MATERIAL_LIBRARY } from '../materials/library.ts';
import { openToRead } from '../commands/openProject.ts';
import { renameProject } from '../commands/renameProject.ts';
import { demoModel, demoModels } from '../demo/models.ts';
import { presentProject } from '../presenters/project.ts';
import type { Services } from '../services.ts';
import type { UserRow } from '../storage/schema.ts';
import { StreamAnswer, type Handlers } from './call.ts';

type ProjectCall =
  | 'getSingleProject'
  | 'getMaterials'
  | 'createProject'
  | 'getProjects'
  | 'renameProject'
  | 'deleteProject'
  | 'duplicateProject'
  | 'getDemoProjects'
  | 'getDemoModels'
  | 'downloadDemoModel'
  | 'createFromDemo';

export function projectHandlers(services: Services): Handlers<ProjectCall> {
  const present = async (user: UserRow, id: string) =>
    presentProject(await gatherProject(services, await openToRead(services, user, id)));
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
    duplicateProject: async ({ body, signedIn }) => {
      const project = await duplicateProject(services, signedIn.user, body.id, body.name);
      return { result: await present(signedIn.user, project.id) };
    },
    getDemoProjects: async () => ({
      result: { projects: (await listDemoProjects(services)).map(presentProject) },
    }),
    getDemoModels: () => Promise.resolve({ result: { models: demoModels() } }),
    downloadDemoModel: ({ query }) => {
      const { fileName, content } = demoModel(query.model);
      return Promise.resolve(
        new StreamAnswer(Readable.from([content]), {
          'content-type': 'application/octet-stream',
          'content-length': String(content.length),
          'content-disposition': `attachment; filename="${fileName}"`,
        }),
      );
    },
    createFromDemo: async ({ body, signedIn }) => {
      const project = await createFromDemo(services, signedIn.user, body.model, body.name);
      return { result: await present(signedIn.user, project.id) };
    },
    getMaterials: () => Promise.resolve({ result: { materials: MATERIAL_LIBRARY } }),
  };
}
