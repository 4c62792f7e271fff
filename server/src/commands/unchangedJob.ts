import { estimatesErrors, type JobInput } from '@pace/contract';
import { isDeepStrictEqual } from 'node:util';
import { viewScale } from '../policies/runRules.ts';
import type { ProjectRecords } from '../storage/projectRows.ts';

/** Of a job, what a run may take up unfinished work with and still differ in */
const FREE_INPUT = ['numberofiterations', 'scalefactor', 'errorestimate'];

/**
 * Whether a start now would compute the same as the last solver run: what that one left unfinished is of use then. More
 * iterations, processors and memory change nothing of what is there already.
 */
export function isJobUnchanged({ project, upload, mesherRun, solverRun }: ProjectRecords): boolean {
  if (!upload || solverRun?.input.kind !== 'solver' || !project.solverInput) return false;
  const isMeshedAnew = mesherRun?.kind === 'mesher' && mesherRun.sequence > solverRun.sequence;
  // Jobs of a release that knew no bars have no word on them.
  const { programType, solverInput, materials, errorEstimate = false } = solverRun.input.job;
  const { scalefactor } = (solverInput ?? {}) as Partial<JobInput>;
  return (
    !isMeshedAnew &&
    programType === project.programType &&
    scalefactor === viewScale(upload, project) &&
    isDeepStrictEqual(asStored(materials ?? null), asStored(project.materials)) &&
    errorEstimate === estimatesErrors(project.solverInput) &&
    isDeepStrictEqual(withoutFree(solverInput), withoutFree(project.solverInput))
  );
}

const asStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
const withoutFree = (input: unknown) =>
  Object.fromEntries(Object.entries(asStored(input) ?? {}).filter(([name]) => !FREE_INPUT.includes(name)));
