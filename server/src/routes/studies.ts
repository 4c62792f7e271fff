import { createStudy, predictStudy } from '../commands/study/createStudy.ts';
import {
  cancelStudy,
  deleteStudy,
  promoteVariant,
  renameStudy,
  resumeStudy,
} from '../commands/study/changeStudy.ts';
import { listStudies, openStudy, openStudyToRead, readStudyCurves } from '../commands/study/readStudy.ts';
import { gatherProject } from '../commands/gatherProject.ts';
import { openToRead } from '../commands/openProject.ts';
import { presentProject } from '../presenters/project.ts';
import { presentStudy, presentStudyRow } from '../presenters/study.ts';
import type { Services } from '../services.ts';
import type { UserRow } from '../storage/schema.ts';
import type { Handlers } from './call.ts';

type StudyCall =
  | 'predictStudy'
  | 'createStudy'
  | 'getStudies'
  | 'getStudy'
  | 'studyCurves'
  | 'cancelStudy'
  | 'resumeStudy'
  | 'renameStudy'
  | 'deleteStudy'
  | 'promoteVariant';

export function studyHandlers(services: Services): Handlers<StudyCall> {
  const present = async (user: UserRow, id: string) => ({
    result: presentStudy(await openStudy(services, user, id)),
  });
  return {
    predictStudy: async ({ body, signedIn }) => ({
      result: await predictStudy(services, signedIn.user, body),
    }),
    createStudy: async ({ body, signedIn: { user } }) =>
      present(user, await createStudy(services, user, body)),
    getStudies: async ({ signedIn }) => ({
      result: { studies: (await listStudies(services, signedIn.user)).map(presentStudyRow) },
    }),
    getStudy: async ({ query, reader }) => ({
      result: presentStudy(await openStudyToRead(services, reader, query.id)),
    }),
    studyCurves: async ({ body, reader }) => ({
      result: await readStudyCurves(services, reader, body),
    }),
    cancelStudy: async ({ body: { id }, signedIn: { user } }) => {
      await cancelStudy(services, user, id);
      return present(user, id);
    },
    resumeStudy: async ({ body: { id }, signedIn: { user } }) => {
      await resumeStudy(services, user, id);
      return present(user, id);
    },
    renameStudy: async ({ body: { id, name }, signedIn: { user } }) => {
      await renameStudy(services, user, id, name);
      return present(user, id);
    },
    deleteStudy: async ({ body, signedIn }) => {
      await deleteStudy(services, signedIn.user, body.id);
      return { result: {} };
    },
    promoteVariant: async ({ body, signedIn: { user } }) => {
      const projectId = await promoteVariant(services, user, body);
      return {
        result: presentProject(await gatherProject(services, await openToRead(services, user, projectId))),
      };
    },
  };
}
