import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SolverEvent } from '@pace/contract';
import { estimate, solve } from '../../server/src/engines/solver.ts';
import type { RunSpecification } from '../../validation/study/caseFile.ts';
import { jobOf } from '../../validation/study/solvedRun.ts';
import { cpuSeconds } from './cpuSeconds.ts';

/** Wall and processor time of one stage [s]. */
export interface StageTime {
  wall: number;
  cpu: number;
}
export interface TimedSolve {
  unknowns: number;
  assembly: StageTime;
  factorization: StageTime;
  seconds: number;
  memoryBytes: number;
  predicted: { seconds: number; memoryBytes: number };
}

const ESTIMATE_TIMEOUT_MS = 120_000;

interface Mark extends StageTime {
  stage: string;
}

/** Solves in a folder of its own and reads the solver's processor time whenever it enters a stage. */
export async function timedSolve(run: RunSpecification, mesh: string, threads: number): Promise<TimedSolve> {
  const folder = mkdtempSync(join(tmpdir(), 'pace-benchmark-'));
  const signal = new AbortController().signal;
  try {
    copyFileSync(mesh, join(folder, 'mesh.unv'));
    writeFileSync(join(folder, 'job.json'), JSON.stringify(jobOf(run, 1, threads, 'dense-lu')));
    const predicted = await estimate({ folder, timeoutMs: ESTIMATE_TIMEOUT_MS, signal });
    const marks: Mark[] = [];
    let pid = 0;
    let finished: Extract<SolverEvent, { event: 'finished' }> | undefined;
    await solve({
      out: 'results',
      folder,
      threads,
      signal,
      onSpawn: (child) => (pid = child),
      onEvent: (event) => {
        if (event.event === 'finished') finished = event;
        if (event.event === 'stage' && marks.at(-1)?.stage !== event.stage && event.frequencyHz !== undefined)
          marks.push({ stage: event.stage, wall: event.seconds, cpu: cpuSeconds(pid) });
      },
    });
    const [assembly, factorization, fields] = marks;
    if (!assembly || !factorization || !fields || !finished)
      throw new Error('The solver did not say its stages: assembly, solution and fields were expected');
    return {
      unknowns: predicted.unknowns,
      assembly: between(assembly, factorization),
      factorization: between(factorization, fields),
      seconds: finished.seconds,
      memoryBytes: finished.memoryBytes,
      predicted: { seconds: predicted.seconds, memoryBytes: predicted.memoryBytes },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function between(start: Mark, end: Mark): StageTime {
  return { wall: end.wall - start.wall, cpu: end.cpu - start.cpu };
}
