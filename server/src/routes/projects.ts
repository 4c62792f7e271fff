import { fromWire, toWire } from '@pace/contract';
import { Readable } from 'node:stream';
import { coatParts } from '../commands/coatParts.ts';
import { createFromDemo } from '../commands/createFromDemo.ts';
import { createProject } from '../commands/createProject.ts';
import { deleteProject } from '../commands/deleteProject.ts';
import { drawProject } from '../commands/drawProject.ts';
import { duplicateProject } from '../commands/duplicateProject.ts';
import { gatherProject } from '../commands/gatherProject.ts';
import { listDemoProjects, listProjects, type ProjectList } from '../commands/listProjects.ts';
import { MATERIAL_LIBRARY } from '../materials/library.ts';
import { openToRead } from '../commands/openProject.ts';
import { createShare, listShares, revokeShare } from '../commands/shareProject.ts';
import { refineMesh } from '../commands/refineMesh.ts';
import { renameProject } from '../commands/renameProject.ts';
import { demoModel, demoModels } from '../demo/models.ts';
import type { Reader } from '../policies/ownership.ts';
import { presentProject } from '../presenters/project.ts';
import { presentProjectRow } from '../presenters/projectRow.ts';
import type { Services } from '../services.ts';
import { StreamAnswer, type Handlers } from './call.ts';

type ProjectCall =
  | 'getSingleProject'
  | 'projectPicture'
  | 'getMaterials'
  | 'createProject'
  | 'getProjects'
  | 'renameProject'
  | 'deleteProject'
  | 'duplicateProject'
  | 'refineMesh'
  | 'coatParts'
  | 'getDemoProjects'
  | 'getDemoModels'
  | 'downloadDemoModel'
  | 'createFromDemo'
  | 'createShare'
  | 'getShares'
  | 'revokeShare';

export function projectHandlers(services: Services): Handlers<ProjectCall> {
  const present = async (reader: Reader, id: string) =>
    presentProject(await gatherProject(services, await openToRead(services, reader, id)));
  const presentList = ({ listed, total }: ProjectList) => ({
    projects: listed.map(presentProjectRow),
    total,
  });
  return {
    getSingleProject: async ({ query, reader }) => ({ result: await present(reader, query.id) }),
    projectPicture: async ({ query, reader }) => ({ result: await drawProject(services, reader, query.id) }),
    getProjects: async ({ query, signedIn }) => ({
      result: presentList(await listProjects(services, signedIn.user, query)),
    }),
    createProject: async ({ body, signedIn }) => {
      const project = await createProject(services, signedIn.user, fromWire(body));
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
    refineMesh: async ({ body, signedIn }) => {
      const project = await refineMesh(services, signedIn.user, body);
      return { result: await present(signedIn.user, project.id) };
    },
    coatParts: async ({ body, signedIn }) => {
      const project = await coatParts(services, signedIn.user, body);
      return { result: await present(signedIn.user, project.id) };
    },
    createShare: async ({ body, signedIn, caller }) => ({
      result: await createShare(services, signedIn.user, body.projectId, caller),
    }),
    getShares: async ({ query, signedIn }) => ({
      result: { shares: await listShares(services, signedIn.user, query.id) },
    }),
    revokeShare: async ({ body, signedIn, caller }) => {
      await revokeShare(services, signedIn.user, body, caller);
      return { result: {} };
    },
    getDemoProjects: async ({ query }) => ({
      result: presentList(await listDemoProjects(services, query)),
    }),
    getDemoModels: () => Promise.resolve({ result: { models: demoModels().map(toWire) } }),
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
