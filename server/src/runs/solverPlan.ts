import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { english, statement, type SolverEvent } from '@pace/contract';
import { layoutOf, type Layout } from '../policies/layout.ts';
import type { RunRow } from '../storage/schema.ts';
import type { SolverSite } from './enginePort.ts';

/** How a solver run is carried out on the engine it has come to. */
export interface SolverPlan extends Pick<Layout, 'ranks' | 'threads'> {
  job: Record<string, unknown>;
  expected: { seconds?: number | undefined; memoryBytes?: number | undefined };
  /** To be shown to the user: other than what was asked for */
  notice: SolverEvent | undefined;
  sentence: string;
}

const NOTICE_CODE = 'PROCESSORS';

export function solverPlan(
  {
    method,
    estimatedSeconds,
    estimatedBytes,
  }: Pick<RunRow, 'method' | 'estimatedSeconds' | 'estimatedBytes'>,
  input: { threads: number; job: Record<string, unknown> },
  site: SolverSite,
): SolverPlan {
  const { ranks, threads, message, isLess } = layoutOf({
    asked: input.threads,
    cores: site.cores,
    engine: site.engine,
    method,
  });
  return {
    ranks,
    threads,
    sentence: english(message),
    job: { ...input.job, threads, memoryLimitBytes: site.memoryBytes },
    expected: { seconds: estimatedSeconds ?? undefined, memoryBytes: estimatedBytes ?? undefined },
    notice: isLess ? { event: 'notice', ...statement(message) } : undefined,
  };
}

/** Among the events of the run, once: a run that is taken up again has it already. */
export async function tellNotice(folder: string, { notice }: SolverPlan): Promise<void> {
  if (!notice) return;
  const path = join(folder, 'events.ndjson');
  const said = await readFile(path, 'utf8').catch(() => '');
  if (!said.includes(`"${NOTICE_CODE}"`)) await appendFile(path, `${JSON.stringify(notice)}\n`);
}
