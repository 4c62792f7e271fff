import type { Scoreboard, ScoreCase } from '@pace/contract/scoreboard';
import type { Case } from '../caseFile.ts';
import { readCurves } from '../curves.ts';
import type { CaseResult } from '../results.ts';
import { benchmarkMachine, comparisonsOf, readPeers } from './comparisons.ts';
import { comparesCurves, referencesOf, summaryOfCase } from './summary.ts';

/** What the page `/benchmarks` shows, from the records alone. `downloads`: the run folders that were made. */
export function scoreboardOf(
  cases: readonly Case[],
  results: ReadonlyMap<string, CaseResult>,
  downloads: ReadonlyMap<string, NonNullable<ScoreCase['download']>> = new Map(),
): Scoreboard {
  const peers = readPeers();
  return {
    schema: 'pace-scoreboard-1',
    machine: benchmarkMachine(),
    cases: cases.map((theCase) => scoreCase(theCase, results.get(theCase.id), downloads.get(theCase.id))),
    sources: peers.sources,
    comparisons: comparisonsOf(peers, cases, results),
  };
}

/** Path of a case's curves under `/scoreboard`. */
export const curvesFile = (id: string) => `curves/${id}.json`;

function scoreCase(
  theCase: Case,
  result: CaseResult | undefined,
  download: ScoreCase['download'],
): ScoreCase {
  const { id, title, group, why, reference, tolerance } = theCase;
  return {
    id,
    title,
    group,
    references: referencesOf(theCase),
    why,
    reference,
    tolerance,
    ...(result && { record: recordOf(theCase, result) }),
    comparesCurves: comparesCurves(theCase),
    ...(readCurves(theCase) && { curves: curvesFile(id) }),
    ...(download && { download }),
    command: `npm run validate -- --only ${id}`,
  };
}

function recordOf(theCase: Case, result: CaseResult): NonNullable<ScoreCase['record']> {
  const { measuredOn, machine, runs, checks } = result;
  return {
    measuredOn,
    ...(machine && { machine }),
    summary: summaryOfCase(result),
    runs: Object.entries(runs).flatMap(([name, run]) => {
      const specification = theCase.runs[name];
      if (!specification) return [];
      const { frequencyHz, thetaDeg, phiDeg, polarization } = specification;
      return [{ name, frequencyHz, thetaDeg, phiDeg, polarization, ...run }];
    }),
    checks,
  };
}
