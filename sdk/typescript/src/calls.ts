import { CALLS } from '@pace/contract';
import type { z } from 'zod';

/**
 * The calls of the API that this package makes, and whether a call of which nobody knows if it arrived may be sent again: it
 * changes nothing, or the same once more.
 */
export const SENT_AGAIN = {
  health: true,
  usage: true,
  getSingleProject: true,
  getProjects: true,
  getMaterials: true,
  getDemoModels: true,
  createProject: false,
  createFromDemo: false,
  duplicateProject: false,
  renameProject: true,
  deleteProject: true,
  createShare: false,
  createStudy: false,
  getStudies: true,
  getStudy: true,
  studyCurves: true,
  cancelStudy: false,
  resumeStudy: false,
  promoteVariant: true,
  deleteStudy: false,
  upload: true,
  runMesher: false,
  inputMaterials: true,
  input: true,
  solverRun: false,
  continueRun: false,
  cancel: true,
  estimate: true,
  storageStateLive: true,
  liveEvents: true,
  monoStaticRcsResult: true,
  farZoneFieldsResult: true,
  iterationsResult: true,
  sphereResult: true,
  download: true,
  downloadRun: true,
  designMaps: true,
  backProjection: true,
  exportResult: true,
} as const satisfies Partial<Record<keyof typeof CALLS, boolean>>;

export type CallName = keyof typeof SENT_AGAIN;
type Definition<N extends CallName> = (typeof CALLS)[N];

/** What a call is given: its body, or the query of a call that has none. */
export type InputOf<N extends CallName> =
  Definition<N> extends { body: infer Body extends z.ZodType }
    ? z.input<Body>
    : Definition<N> extends { query: infer Query extends z.ZodType }
      ? z.input<Query>
      : undefined;

/** What stands under "result" in its answer. */
export type ResultOf<N extends CallName> =
  Definition<N> extends { result: infer Result extends z.ZodType } ? z.output<Result> : never;

export const methodAndPath = (name: CallName): { method: 'GET' | 'POST'; path: string } => CALLS[name];
