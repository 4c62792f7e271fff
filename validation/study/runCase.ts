import type { CaseCurves } from '@pace/contract/scoreboard';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Case } from './caseFile.ts';
import { judge } from './checks/judge.ts';
import { keepsItsLimit } from './checks/measure.ts';
import { recordedCurve } from './curves.ts';
import { fingerprint } from './fingerprint.ts';
import { machineOfRecords } from './machine.ts';
import { meshFile } from './meshBuilding.ts';
import type { CaseResult, CheckResult } from './results.ts';
import { solveRun, type SolvedRun } from './solvedRun.ts';

export interface MeasuredCase {
  result: CaseResult;
  curves: CaseCurves;
}

/** Solves every run of a case, one after another, and judges its checks. */
export async function runCase(
  theCase: Case,
  threads: number,
  say: (line: string) => void,
): Promise<MeasuredCase> {
  const folder = mkdtempSync(join(tmpdir(), 'pace-validation-'));
  try {
    const runs = new Map<string, SolvedRun>();
    for (const [name, specification] of Object.entries(theCase.runs)) {
      const source = theCase.meshes[specification.mesh];
      if (!source) throw new Error(`${theCase.id}: there is no mesh "${specification.mesh}"`);
      const mesh = meshFile(source, folder);
      const run = await solveRun({ specification, source, mesh, folder: join(folder, name), threads });
      const { unknowns, seconds } = run.record;
      say(`  ${name}: ${unknowns} unknowns, ${seconds.toFixed(1)} s`);
      runs.set(name, run);
    }
    const outcomes = theCase.checks.map((check) => ({
      title: check.title,
      ...judge(check, (name) => named(runs, name, theCase.id)),
    }));
    const facts = { fingerprint: fingerprint(theCase), measuredOn: new Date().toISOString().slice(0, 10) };
    return {
      result: {
        ...facts,
        machine: machineOfRecords(),
        runs: Object.fromEntries([...runs].map(([name, run]) => [name, run.record])),
        checks: outcomes.map(({ title, measures, runs: from }): CheckResult => ({
          title,
          measures,
          runs: from,
          passed: measures.every(keepsItsLimit),
        })),
      },
      curves: {
        ...facts,
        curves: outcomes.flatMap(({ title, curves = [] }) =>
          curves.map((levels) => recordedCurve(title, levels)),
        ),
      },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function named(runs: Map<string, SolvedRun>, name: string, id: string): SolvedRun {
  const run = runs.get(name);
  if (!run) throw new Error(`${id}: there is no run "${name}"`);
  return run;
}
