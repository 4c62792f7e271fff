import { userInfo } from 'node:os';
import { message } from '@pace/contract';
import { endOf, engineError } from '../errors.ts';
import { ProgramMissing, runProgram } from '../process.ts';

/** What Slurm's own programs say; each is asked with a time limit, since a busy controller lets them wait. */

const ASK_TIMEOUT_MS = 60_000;

export interface SlurmJob {
  id: string;
  state: string;
  reason: string;
  name: string;
  workFolder: string;
}

/** The cluster does not answer now and may well later. */
export class ClusterSilent extends Error {
  override readonly name = 'ClusterSilent';
}

/** Of these a job may still come to run: it is neither ended nor lost. */
const ACTIVE = new Set(
  (
    'PENDING RUNNING SUSPENDED COMPLETING CONFIGURING RESIZING REQUEUED REQUEUE_HOLD REQUEUE_FED SPECIAL_EXIT ' +
    'STOPPED SIGNALING STAGE_OUT RESV_DEL_HOLD'
  ).split(' '),
);
export const isActiveState = (state: string) => ACTIVE.has(state);

const SILENCE =
  /unable to contact slurm controller|socket timed out|connection (refused|timed out)|zero bytes were transmitted|slurm.* (backup|standby)|try again|resource temporarily unavailable|authentication credential|munge/i;

/** Every job of this user that Slurm still remembers, those that ended a few minutes ago as well. */
export async function listJobs(): Promise<SlurmJob[]> {
  const text = await ask('squeue', [
    '--noheader',
    '--states=all',
    `--user=${userInfo().username}`,
    '--format=%A|%T|%r|%j|%Z',
  ]);
  return text.split('\n').flatMap((line) => {
    const [id, state, reason, name, ...folder] = line.trim().split('|');
    return id && state && reason !== undefined && name !== undefined
      ? [{ id, state, reason, name, workFolder: folder.join('|') }]
      : [];
  });
}

/** The state of a job that squeue no longer names, from the accounting if the cluster keeps one. */
export async function accountedState(id: string): Promise<string | undefined> {
  try {
    const text = await ask('sacct', [
      '--noheader',
      '--allocations',
      '--parsable2',
      '--format=State',
      '-j',
      id,
    ]);
    // "CANCELLED by 1000"
    return /^[A-Z_]+/.exec(text.trim())?.[0];
  } catch {
    return undefined;
  }
}

/** @returns the id of the new job */
export async function submit(args: readonly string[], folder: string): Promise<string> {
  const id = /^\d+/.exec((await ask('sbatch', args, folder)).trim())?.[0];
  if (id === undefined) throw new ClusterSilent('sbatch gave no number of a job');
  return id;
}

export async function cancelJob(id: string): Promise<void> {
  await ask('scancel', [id]);
}

/** The largest node of the partition (or of the cluster). */
export async function largestNode(
  partition: string | undefined,
): Promise<{ cores: number; memoryBytes: number }> {
  const text = await ask('sinfo', [
    '--noheader',
    ...(partition === undefined ? [] : [`--partition=${partition}`]),
    '--format=%c|%m',
  ]);
  const nodes = text
    .split('\n')
    .map((line) => line.split('|').map((word) => Number.parseInt(word, 10)))
    .filter(([cores, megabytes]) => Number(cores) > 0 && Number(megabytes) > 0);
  if (nodes.length === 0)
    throw partition === undefined
      ? engineError('CLUSTER_REFUSED.noNodes')
      : engineError('CLUSTER_REFUSED.partition', { partition });
  return {
    cores: Math.max(...nodes.map(([cores]) => cores ?? 1)),
    memoryBytes: 2 ** 20 * Math.max(...nodes.map(([, megabytes]) => megabytes ?? 0)),
  };
}

/**
 * @throws ClusterSilent if it is worth asking again; EngineError CLUSTER_REFUSED with Slurm's own words if it is not, and
 * SOLVER_NOT_AVAILABLE without the program
 */
async function ask(program: string, args: readonly string[], folder = '/'): Promise<string> {
  const lines: string[] = [];
  const end = await runProgram({
    command: program,
    args,
    cwd: folder,
    env: plainEnvironment(),
    timeoutMs: ASK_TIMEOUT_MS,
    onStdoutLine: (line) => lines.push(line),
  }).catch((error: unknown) => {
    throw error instanceof ProgramMissing ? engineError('SOLVER_NOT_AVAILABLE.slurm', { program }) : error;
  });
  if (end.exitCode === 0) return lines.join('\n');
  const words = [...lines, end.stderrTail].join(' ').trim();
  if (end.timedOut || SILENCE.test(words)) throw new ClusterSilent(words || `${program} did not answer`);
  throw engineError('CLUSTER_REFUSED', {
    reason: words === '' ? message('programEnded', { program, end: endOf(end) }) : withFullStop(words),
  });
}

/** Slurm hands the environment on to the job: the server's secrets have no business there. */
function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(PATH|HOME|USER|LOGNAME|LANG|LC_.*|TZ|TMPDIR|LD_LIBRARY_PATH|SLURM_CONF|SBATCH_.*)$/.test(name),
    ),
  );
}

const withFullStop = (text: string) => (text.endsWith('.') ? text : `${text}.`);
