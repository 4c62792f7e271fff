import { message, type ErrorKey, type Message } from '@pace/contract';
import { engineError, type EngineError } from '../errors.ts';
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
    return { kind: 'failed', error: memoryExceeded(end) };
  if (state !== undefined && TAKEN_AWAY.includes(state))
    return failed('WORKER_LOST.taken', { job: jobId, state });
  // Somebody did that by hand, and would find it submitted again; a solver that was told leaves its checkpoint and says 4.
  if (state === 'CANCELLED') return failed('SOLVER_FAILED.cancelledOnCluster', { job: jobId });
  if (script && (script.exitCode === EXIT.cancelled || script.exitCode === TERMINATED))
    return isNearLimit(end, script.seconds) ? { kind: 'time' } : failed('WORKER_LOST.early', { job: jobId });
  if (script && NOT_FOUND_CODES.includes(script.exitCode)) return failed('SOLVER_NOT_AVAILABLE.nodes');
  if (script) return { kind: 'exit', exitCode: script.exitCode };
  return failed('WORKER_LOST.silent', { job: jobId, state: state ?? message('jobForgotten') });
}

/** The machine went, not the run. */
export const isLost = (verdict: Verdict) => verdict.kind === 'failed' && verdict.error.code === 'WORKER_LOST';

export function timeExceeded({ jobId, demand }: Pick<JobEnd, 'jobId' | 'demand'>, jobs: number): EngineError {
  const limit =
    demand.minutes === undefined
      ? message('timeLimit.cluster')
      : message('timeLimit.own', { duration: duration(demand.minutes) });
  return jobs > 1
    ? engineError('TIME_LIMIT.continued', { job: jobId, limit, jobs })
    : engineError('TIME_LIMIT', { job: jobId, limit });
}

function memoryExceeded({ jobId, demand: { megabytes } }: JobEnd): EngineError {
  return megabytes === undefined
    ? engineError('MEMORY.cluster', { job: jobId })
    : engineError('MEMORY.clusterAsked', { job: jobId, megabytes });
}

function isNearLimit({ demand, warnSeconds }: JobEnd, seconds: number): boolean {
  return demand.minutes === undefined || seconds + warnSeconds + SLACK_SECONDS >= 60 * demand.minutes;
}

function duration(minutes: number): Message {
  return minutes < 120
    ? message('minutes', { count: minutes })
    : message('hours', { hours: Math.round(minutes / 6) / 10 });
}

const failed = (key: ErrorKey, values?: Message['values']): Verdict => ({
  kind: 'failed',
  error: engineError(key, values),
});
