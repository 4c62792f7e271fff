import { EngineError } from '../errors.ts';
import { EXIT } from '../outcome.ts';
import type { ScriptEnd } from './record.ts';
import type { SlurmDemand } from './settings.ts';

/** What is known of a job that has ended. */
export interface JobEnd {
  jobId: string;
  /** Undefined if the cluster has forgotten it */
  state: string | undefined;
  /** What the script left, if it came to its end */
  script: ScriptEnd | undefined;
  /** The end of what Slurm wrote to the job's log */
  log: string;
  demand: SlurmDemand;
  warnSeconds: number;
}

/** done: by its exit code; time: at its time limit; failed: with a sentence. */
export type Verdict =
  { kind: 'exit'; exitCode: number } | { kind: 'time' } | { kind: 'failed'; error: EngineError };

const OVER_MEMORY = /exceeded (job )?memory limit|oom[-_ ]kill|out[- ]of[- ]memory/i;
const NOT_FOUND_CODES = [126, 127];
const KILLED = 128 + 9;
/** The solver leaves a checkpoint and says 4; a program that does not know TERM ends by it. */
const TERMINATED = 128 + 15;
/** Slurm counts time limits in minutes and looks once in a while. */
const SLACK_SECONDS = 120;
/** The cluster took the machine away: the run is tried again, and the solver goes on where it was. */
const TAKEN_AWAY = ['NODE_FAIL', 'BOOT_FAIL', 'PREEMPTED', 'REVOKED'];

export function verdictOf(end: JobEnd): Verdict {
  const { state, script, jobId } = end;
  if (script?.exitCode === EXIT.done) return { kind: 'exit', exitCode: EXIT.done };
  if (state === 'TIMEOUT' || state === 'DEADLINE') return { kind: 'time' };
  if (state === 'OUT_OF_MEMORY' || OVER_MEMORY.test(end.log) || script?.exitCode === KILLED)
    return failed('MEMORY', memorySentence(end));
  if (state !== undefined && TAKEN_AWAY.includes(state))
    return failed(
      'WORKER_LOST',
      `The cluster took the machine of job ${jobId} away (${state}). The run folder is kept.`,
    );
  // Somebody did that by hand, and would find it submitted again; a solver that was told leaves its checkpoint and says 4.
  if (state === 'CANCELLED')
    return failed(
      'SOLVER_FAILED',
      `Job ${jobId} of this run was cancelled on the cluster, not by Pace. The run folder is kept; ask whoever runs the cluster, then start the run again.`,
    );
  if (script && (script.exitCode === EXIT.cancelled || script.exitCode === TERMINATED))
    return isNearLimit(end, script.seconds)
      ? { kind: 'time' }
      : failed(
          'WORKER_LOST',
          `The cluster ended job ${jobId} before its time was over. The run folder is kept.`,
        );
  if (script && NOT_FOUND_CODES.includes(script.exitCode))
    return failed(
      'SOLVER_NOT_AVAILABLE',
      'The solver is not installed on the nodes of the cluster under the path this server has. Install it there, or set PACE_SLURM_SOLVER to its path on the nodes.',
    );
  if (script) return { kind: 'exit', exitCode: script.exitCode };
  return failed(
    'WORKER_LOST',
    `Job ${jobId} ended on the cluster without a word (${state ?? 'the cluster no longer knows it'}). The run folder is kept.`,
  );
}

/** The machine went, not the run. */
export const isLost = (verdict: Verdict) => verdict.kind === 'failed' && verdict.error.code === 'WORKER_LOST';

export function timeSentence({ jobId, demand }: Pick<JobEnd, 'jobId' | 'demand'>, jobs: number): string {
  const limit =
    demand.minutes === undefined
      ? 'the time limit of the cluster'
      : `its time limit of ${duration(demand.minutes)}`;
  return (
    `Job ${jobId} of this run reached ${limit}` +
    `${jobs > 1 ? `, the last of ${jobs} that went on from one another` : ''}. ` +
    'Use fewer angles or frequencies, a coarser mesh or a larger residual error, or ask whoever runs Pace for a longer limit.'
  );
}

function memorySentence({ jobId, demand }: JobEnd): string {
  const asked =
    demand.megabytes === undefined ? 'the cluster gave it' : `the ${demand.megabytes} MB that were asked for`;
  return `Job ${jobId} of this run needed more memory than ${asked} and was ended by the cluster. Use a coarser mesh or a lower frequency, or ask whoever runs Pace for a larger margin of memory.`;
}

function isNearLimit({ demand, warnSeconds }: JobEnd, seconds: number): boolean {
  return demand.minutes === undefined || seconds + warnSeconds + SLACK_SECONDS >= 60 * demand.minutes;
}

function duration(minutes: number): string {
  if (minutes < 120) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  return `${Math.round(minutes / 6) / 10} hours`;
}

function failed(code: EngineError['code'], sentence: string): Verdict {
  return { kind: 'failed', error: new EngineError(code, sentence) };
}
