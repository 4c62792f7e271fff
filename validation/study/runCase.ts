import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Case } from './caseFile.ts';
import { judge } from './checks/judge.ts';
import { keepsItsLimit } from './checks/measure.ts';
import { fingerprint } from './fingerprint.ts';
import { meshFile } from './meshBuilding.ts';
import type { CaseResult, CheckResult } from './results.ts';
import { solveRun, type SolvedRun } from './solvedRun.ts';

/** Solves every run of a case, one after another, and judges its checks. */
export async function runCase(
  theCase: Case,
  threads: number,
  say: (line: string) => void,
): Promise<CaseResult> {
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
    return {
      fingerprint: fingerprint(theCase),
      measuredOn: new Date().toISOString().slice(0, 10),
      runs: Object.fromEntries([...runs].map(([name, run]) => [name, run.record])),
      checks: theCase.checks.map((check): CheckResult => {
        const outcome = judge(check, (name) => named(runs, name, theCase.id));
        return { title: check.title, ...outcome, passed: outcome.measures.every(keepsItsLimit) };
      }),
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
