import {
  frequenciesHz,
  hasEnded,
  illuminations,
  MESSAGE_FIELDS,
  MessageSchema,
  type Illumination,
  type Project,
  type ProjectRow,
} from '@pace/contract';
import { z } from 'zod';

/** `results/result.json` (docs/run-folder.md), as far as the page shows it; whatever is missing is left out. */
const ResultSummarySchema = z.looseObject({
  method: z.string().optional(),
  reason: z.string().optional(),
  reasonMessage: MessageSchema.optional(),
  unknowns: z.number().optional(),
  frequenciesHz: z.array(z.number()).optional(),
  illuminations: z.array(z.object({ thetaDeg: z.number(), phiDeg: z.number() })).optional(),
  converged: z.boolean().optional(),
  finished: z.boolean().optional(),
  notices: z.array(z.object({ code: z.string(), sentence: z.string(), ...MESSAGE_FIELDS })).default([]),
  frequencies: z
    .array(
      z.looseObject({
        frequencyHz: z.number(),
        backwardError: z.number().nullish(),
      }),
    )
    .default([]),
  seconds: z.number().optional(),
  memoryBytes: z.number().optional(),
  /** Of composites: the equations between media. */
  formulation: z.string().optional(),
  bytesPerUnknown: z.number().optional(),
  predicted: z.looseObject({ seconds: z.number().optional(), memoryBytes: z.number().optional() }).optional(),
});
export type ResultSummary = z.infer<typeof ResultSummarySchema>;

/** Why the solver took its method. */
export const reasonOf = ({ reason = '', reasonMessage }: ResultSummary) => ({
  ...reasonMessage,
  sentence: reason,
});

/** Undefined also of a project of a list, which comes without its summary. */
export function resultSummaryOf(project: Project | ProjectRow): ResultSummary | undefined {
  return 'resultSummary' in project ? ResultSummarySchema.safeParse(project.resultSummary).data : undefined;
}

export interface SweepPoints {
  frequenciesHz: number[];
  illuminations: Illumination[];
}

/** What was computed, by the result; what was asked for, as long as there is none. */
export function sweepPointsOf(project: Project | ProjectRow): SweepPoints {
  const summary = resultSummaryOf(project);
  const input = project.state.solverInput;
  return {
    frequenciesHz: summary?.frequenciesHz ?? (input ? frequenciesHz(input.freqsweep, input.frequency) : []),
    illuminations: summary?.illuminations ?? (input ? illuminations(input.anglesweep, input.excitation) : []),
  };
}

/** The solver stopped before its tolerance; every view of the results says so. */
export function isUnconverged(project: Project | ProjectRow): boolean {
  if (!project.state.solverResultReady) return false;
  return resultSummaryOf(project)?.converged === false || project.stateLive.solverState.converged === false;
}

/** Name of a file that is made of a run's numbers, without ending. */
export const markedName = (name: string, unconverged: boolean): string =>
  unconverged ? `${name}-NOT-CONVERGED` : name;

/** Results of one run under one name: a new run must not show what the last one left in the browser. */
export function runVersion(project: Project | ProjectRow): string {
  if (project.state.resultVersion !== undefined) return project.state.resultVersion;
  return `${project.startDate ?? ''}/${hasEnded(project.endDate) ? project.endDate : ''}`;
}
