import { z } from 'zod';
import { MESSAGE_FIELDS } from './messages.ts';
import { says } from './schemaMessages.ts';

/** Life of a mesher or solver run. Terminal: finished, error, cancelled. */
export const RUN_STATUSES = ['Queued', 'Starting', 'Running', 'Finished', 'Error', 'Cancelled'] as const;
export const RunStatusSchema = z.enum(RUN_STATUSES);
export type RunStatus = z.infer<typeof RunStatusSchema>;
export const ACTIVE_STATUSES: readonly RunStatus[] = ['Queued', 'Starting', 'Running'];

/** Stage names on the wire. */
export const STAGES = {
  cluster: 'WAITING FOR THE CLUSTER',
  near: 'CALCULATING NEAR INTERACTIONS',
  fields: 'CALCULATING FIELDS',
  solution: 'SOLUTION STAGE',
  errors: 'ESTIMATING ERRORS',
  finished: 'Finished',
  error: 'Error',
} as const;

/** Progress bar of the project page: 100 when ready, else by the stage. */
export function progressPercent(resultReady: boolean, detail: string): number {
  if (resultReady) return 100;
  if (detail.startsWith(STAGES.solution) || detail.startsWith(STAGES.errors)) return 95;
  if (detail.startsWith(STAGES.fields)) return 50;
  if (detail.startsWith(STAGES.near)) return 30;
  return 10;
}

/**
 * Why a run waits: the mesh of its model is still being made or checked; its memory is still being estimated; all slots
 * are taken; too little memory is free beside what runs; its owner has as many running as one user may have; too little
 * of the disk is free.
 */
export const WAITING_REASONS = ['mesh', 'estimate', 'slot', 'memory', 'limit', 'disk'] as const;
export const WaitingForSchema = z.enum(WAITING_REASONS);
export type WaitingFor = z.infer<typeof WaitingForSchema>;

/** Of a run, set by administrators: before or after everybody else's. */
export const PRIORITIES = [-1, 0, 1] as const;
export const PrioritySchema = z.union(
  [z.literal(-1), z.literal(0), z.literal(1)],
  says('validation.priority'),
);
export type Priority = z.infer<typeof PrioritySchema>;

/** status '' means: not started. */
export const SolverStateSchema = z.object({
  status: z.union([RunStatusSchema, z.literal('')]),
  detail: z.string(),
  code: z.string().optional(),
  ...MESSAGE_FIELDS,
  fraction: z.number().min(0).max(1).optional(),
  converged: z.boolean().optional(),
  queuePosition: z.number().int().optional(),
  /** Only of a waiting run */
  waitingFor: WaitingForSchema.optional(),
  /** Only of a run that waits for memory or for the disk */
  waitingBytes: z.object({ free: z.number().min(0), needed: z.number().min(0) }).optional(),
  /** How many iterations this run may take (a continuation: beyond those of the runs before it) */
  numberofiterations: z.number().int().optional(),
  /** This run goes on from earlier results; until it has finished, the result calls answer those. */
  continues: z.boolean().optional(),
  /** Only of a cancelled run: what it had computed is kept, nothing was changed since, and it can be continued from there. */
  continuable: z.boolean().optional(),
  /** What the solver said beforehand that the run will take; absent while it is asked, and where it could not say */
  predicted: z.object({ seconds: z.number().min(0), memoryBytes: z.number().min(0) }).optional(),
  /** The state is of a finished run; this was the latest, unsuccessful try to go on from it. */
  failedContinuation: z
    .object({
      status: z.enum(['Error', 'Cancelled']),
      detail: z.string(),
      code: z.string().optional(),
      ...MESSAGE_FIELDS,
    })
    .optional(),
});
export const MesherStateSchema = SolverStateSchema.pick({
  status: true,
  detail: true,
  code: true,
  message: true,
  values: true,
  fraction: true,
  queuePosition: true,
  waitingFor: true,
  waitingBytes: true,
});
export const LiveStateSchema = z.object({ solverState: SolverStateSchema, mesherState: MesherStateSchema });
export type LiveState = z.infer<typeof LiveStateSchema>;

/**
 * Server-sent events of a run. `state`: a LiveState, at first and whenever it changed. `reset`: what was told of the
 * solver is of an earlier run. `solver`: an array of solver events, oldest first. The stream ends when nothing is active.
 */
export const LIVE_EVENTS = ['state', 'reset', 'solver'] as const;
export type LiveEventName = (typeof LIVE_EVENTS)[number];
