import { cancelRun } from '../commands/cancelRun.ts';
import { continueRun } from '../commands/continueRun.ts';
import { estimateRun } from '../commands/estimateRun.ts';
import { gatherLiveState } from '../commands/gatherProject.ts';
import { openToRead } from '../commands/openProject.ts';
import { previewOptics } from '../commands/previewOptics.ts';
import { receiveChunk } from '../commands/receiveChunk.ts';
import { findCoatingLimits } from '../commands/findCoatingLimits.ts';
import { predictRefinement } from '../commands/refineMesh.ts';
import { regionsOf } from '../commands/regionsOf.ts';
import { saveMaterials } from '../commands/saveMaterials.ts';
import { saveMesherOptions } from '../commands/saveMesherOptions.ts';
import { saveSolverInput } from '../commands/saveSolverInput.ts';
import { startMesher } from '../commands/startMesher.ts';
import { startSolver } from '../commands/startSolver.ts';
import type { Reader } from '../policies/ownership.ts';
import type { Services } from '../services.ts';
import type { Handlers } from './call.ts';

type RunCall =
  | 'upload'
  | 'storageStateLive'
  | 'inputMaterials'
  | 'input'
  | 'solverRun'
  | 'mesherInput'
  | 'runMesher'
  | 'cancel'
  | 'continueRun'
  | 'estimate'
  | 'refinement'
  | 'regions'
  | 'coatingFindings'
  | 'opticsPreview';

export function runHandlers(services: Services): Handlers<RunCall> {
  const liveState = async (reader: Reader, projectId: string) => ({
    result: await gatherLiveState(services, await openToRead(services, reader, projectId)),
  });
  return {
    upload: async ({ body, signedIn }) => ({ result: await receiveChunk(services, signedIn.user, body) }),
    storageStateLive: ({ body, reader }) => liveState(reader, body.projectId),
    inputMaterials: async ({ body: { projectId, ...materials }, signedIn }) => ({
      result: await saveMaterials(services, signedIn.user, projectId, materials),
    }),
    input: async ({ body: { projectId, core, ...input }, signedIn }) => ({
      result: await saveSolverInput(services, signedIn.user, projectId, input, core),
    }),
    mesherInput: async ({ body: { projectId, ...options }, signedIn }) => ({
      result: await saveMesherOptions(services, signedIn.user, projectId, options),
    }),
    runMesher: async ({ body: { projectId, fileName: _, ...options }, signedIn }) => {
      await startMesher(services, signedIn.user, projectId, options);
      return liveState(signedIn.user, projectId);
    },
    solverRun: async ({ body, signedIn }) => {
      await startSolver(services, signedIn.user, body);
      return liveState(signedIn.user, body.projectId);
    },
    cancel: async ({ body, signedIn }) => {
      await cancelRun(services, signedIn.user, body.projectId);
      return liveState(signedIn.user, body.projectId);
    },
    continueRun: async ({ body, signedIn }) => {
      await continueRun(services, signedIn.user, body);
      return liveState(signedIn.user, body.projectId);
    },
    estimate: async ({ body: { projectId, ...values }, signedIn }) => ({
      result: await estimateRun(services, signedIn.user, projectId, values),
    }),
    refinement: async ({ body, signedIn }) => ({
      result: await predictRefinement(services, signedIn.user, body),
    }),
    regions: async ({ body: { projectId, ...materials }, signedIn }) => ({
      result: await regionsOf(services, signedIn.user, projectId, materials),
    }),
    coatingFindings: async ({ body, signedIn }) => ({
      result: { findings: await findCoatingLimits(services, signedIn.user, body) },
    }),
    opticsPreview: async ({ body, signedIn }) => ({
      result: await previewOptics(services, signedIn.user, body),
    }),
  };
}
