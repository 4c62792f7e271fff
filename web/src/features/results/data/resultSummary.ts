import { frequenciesHz, hasEnded, illuminations, polarizationOf, type Illumination, type Project, type ProjectRow, type RunResult, type Polarization } from '@pace/contract';

/** Why the solver took its method. */
export const reasonOf = ({ reason, reasonMessage }: Pick<RunResult, 'reason' | 'reasonMessage'>) => ({
  ...reasonMessage,
  sentence: reason,
});

/** Undefined also of a project of a list, which comes without its summary. */
export function resultSummaryOf(project: Project | ProjectRow): RunResult | undefined {
  return 'resultSummary' in project ? (project.resultSummary ?? undefined) : undefined;
}

/** Frequencies [Hz] of a run that has a map of its errors. */
export function frequenciesWithErrorMap(project: Project | ProjectRow): number[] {
  if (!project.state.solverResultReady) return [];
  return (resultSummaryOf(project)?.frequencies ?? []).flatMap((one) =>
    'errorEstimate' in one && one.errorEstimate?.map ? [one.frequencyHz] : [],
  );
}

export interface SweepPoints {
  frequenciesHz: number[];
  illuminations: Illumination[];
  /** Those of them that an adaptive sweep did not solve */
  interpolatedHz?: readonly number[];
}

/** What was computed, by the result; what was asked for, as long as there is none. */
export function sweepPointsOf(project: Project | ProjectRow): SweepPoints {
  const summary = resultSummaryOf(project);
  const input = project.state.solverInput;
  const interpolated = samplingOf(project)?.interpolated ?? [];
  return {
    frequenciesHz: summary?.frequenciesHz ?? (input ? frequenciesHz(input) : []),
    illuminations: summary?.illuminations ?? (input ? illuminations(input.anglesweep, input.excitation) : []),
    ...(interpolated.length > 0 && { interpolatedHz: interpolated.map(({ frequencyHz }) => frequencyHz) }),
  };
}

/** Of an adaptive sweep: which frequencies were solved, and what is said of the others. */
export function samplingOf(project: Project | ProjectRow) {
  const summary = resultSummaryOf(project);
  return summary && 'adaptive' in summary ? summary.adaptive : undefined;
}

/** The same where currents exist: an adaptive sweep has none of frequencies that it interpolated. */
export function solvedPointsOf(project: Project | ProjectRow): SweepPoints {
  const { interpolatedHz: _, ...points } = sweepPointsOf(project);
  const summary = resultSummaryOf(project);
  if (!summary || !samplingOf(project)) return points;
  return { ...points, frequenciesHz: summary.frequencies.map(({ frequencyHz }) => frequencyHz) };
}

/** Of the incident wave */
export function polarizationOfRun({ state: { solverInput } }: Project | ProjectRow): Polarization {
  return solverInput ? polarizationOf(solverInput.anglesweep, solverInput.excitation) : 0;
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
