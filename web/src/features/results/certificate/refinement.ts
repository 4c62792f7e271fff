import type { Project, Refined, RunResult } from '@pace/contract';
import { PARTS, valuesOf, type Counted, type ErrorPart, type Parts } from './certificate.ts';

/** Whether a run has a map of its errors, and what can be done with it. */
export function refinementOf(project: Project, { frequencies }: RunResult): 'mesh' | 'advice' | undefined {
  const hasMap = frequencies.some((one) => 'errorEstimate' in one && one.errorEstimate?.map);
  if (!hasMap) return undefined;
  return project.state.model?.type === 'STEP' ? 'mesh' : 'advice';
}

export interface Before {
  project: string;
  unknowns: number;
  /** Over the field that returns; of the frequency that the certificate speaks of */
  values: Record<ErrorPart, number>;
}

/** The run whose error map the mesh was refined by, where it had bars at this frequency. */
export function beforeOf(project: Project, { frequencyHz }: Parts): Before | undefined {
  const refined: Refined | undefined = project.state.meshReport?.mesher?.refined;
  const errors = refined?.from.errors.find((one) => one.frequencyHz === frequencyHz);
  if (!refined || !errors) return undefined;
  const { project: id, unknowns } = refined.from;
  return { project: id, unknowns, values: valuesOf(errors) };
}

export const sumOfParts = (values: Record<ErrorPart, number>) =>
  PARTS.reduce((sum, part) => sum + values[part], 0);

/** Of one component, what two runs have within one of the limits of the certificate. */
export interface CountsBeforeAndAfter {
  component: Counted['component'];
  /** Number of the limit in `LIMITS_DB` */
  limit: number;
  /** [before, after] */
  counts: { within: number; angles: number }[];
}

/** Angles within the limits in both runs, a line a component and limit; of components that both have bars of. */
export function countsBeforeAndAfter(
  before: readonly Counted[],
  after: readonly Counted[],
): CountsBeforeAndAfter[] {
  return after.flatMap((now) => {
    const earlier = before.find(({ component }) => component === now.component);
    if (!earlier) return [];
    return now.within.map((_, limit) => ({
      component: now.component,
      limit,
      counts: [earlier, now].map(({ within, angles }) => ({ within: within[limit]!, angles })),
    }));
  });
}
