import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { LineSplitter } from './lines.ts';
import { findProgram, plainEnvironment } from './programs.ts';
import { limited, sandboxed, type ResourceLimits } from './sandbox.ts';

export interface ProgramRun {
  command: string;
  args: readonly string[];
  cwd: string;
  /** Absent: what a program needs to run at all, and nothing of the server's settings and secrets */
  env?: NodeJS.ProcessEnv;
  timeoutMs?: number;
  limits?: ResourceLimits;
  /** Sees and writes no other folder than `cwd`, where the system can see to that (sandbox.ts). */
  isSandboxed?: boolean;
  onStdoutLine?: (line: string) => void;
  onStderrLine?: (line: string) => void;
  /** Aborting stops the program and all it started: `stopSignal` to the process group, SIGKILL after ten seconds. */
  signal?: AbortSignal;
  /** SIGTERM if not said */
  stopSignal?: NodeJS.Signals;
  /** Told the process group's id, so that a successor can end it should this process die. */
  onSpawn?: (pid: number) => void;
}

export interface ProgramEnd {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  /** The last lines of stderr */
  stderrTail: string;
  timedOut: boolean;
}

/** The program is not there or cannot be started; the message is a sentence. */
export class ProgramMissing extends Error {
  override readonly name = 'ProgramMissing';
}

const KILL_AFTER_MS = 10_000;
const STDERR_TAIL_CHARACTERS = 4000;
/** When the memory runs out, the kernel is to end a program whose run can be tried again rather than the server or its database. */
const OOM_SCORE = 500;
/** A third of the weight of an ordinary process */
const NICENESS = 5;
/** Of Linux */
const LOWEST_PRIORITY = 19;

/** Process groups that are running now; they do not outlive this process. */
const groups = new Set<number>();
process.once('exit', () => {
  for (const group of groups) signalGroup(group, 'SIGKILL');
});

/**
 * Runs a program in a process group of its own until it ends. How it ended is in the answer, whatever the exit code;
 * only a program that does not exist or cannot be started is an error (ProgramMissing). An aborted run answers like any other when the
 * program has ended: ask `signal.aborted`.
 */
export async function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  const program = findProgram(run.command, run.env?.['PATH'] ?? process.env['PATH']);
  if (program === undefined)
    throw new ProgramMissing(`The program ${run.command} is not installed or not executable.`);
  run.signal?.throwIfAborted();

  const [inner, innerArgs] = run.isSandboxed ? sandboxed(program, run.args, run.cwd) : [program, run.args];
  const [command, args] = limited(inner, innerArgs, run.limits ?? {});
  const child = spawn(command, args, {
    cwd: run.cwd,
    env: run.env ?? plainEnvironment(),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const group = child.pid;
  if (group !== undefined) {
    groups.add(group);
    giveWay(group);
  }

  let timedOut = false;
  let killTimer: NodeJS.Timeout | undefined;
  const stop = () => {
    if (group === undefined || killTimer) return;
    signalGroup(group, run.stopSignal ?? 'SIGTERM');
    killTimer = setTimeout(() => signalGroup(group, 'SIGKILL'), KILL_AFTER_MS);
  };
  const timeout =
    run.timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          timedOut = true;
          stop();
        }, run.timeoutMs);
  run.signal?.addEventListener('abort', stop, { once: true });

  let failure: Error | undefined;
  const guarded = (consume: ((line: string) => void) | undefined) => (line: string) => {
    try {
      consume?.(line);
    } catch (error) {
      failure ??= error instanceof Error ? error : new Error(String(error));
      stop();
    }
  };
  let stderrTail = '';
  const reportStderr = guarded(run.onStderrLine);
  const stdout = new LineSplitter(guarded(run.onStdoutLine));
  const stderr = new LineSplitter((line) => {
    stderrTail = `${stderrTail}${line}\n`.slice(-STDERR_TAIL_CHARACTERS);
    reportStderr(line);
  });
  child.stdout.on('data', (bytes: Buffer) => stdout.push(bytes));
  child.stderr.on('data', (bytes: Buffer) => stderr.push(bytes));

  try {
    const ended = new Promise<Pick<ProgramEnd, 'exitCode' | 'signal'>>((resolve, reject) => {
      child.once('error', (error) =>
        reject(new ProgramMissing(`The program ${run.command} could not be started: ${error.message}.`)),
      );
      child.once('close', (exitCode, signal) => resolve({ exitCode, signal }));
    });
    if (group !== undefined) guarded(() => run.onSpawn?.(group))('');
    const end = await ended;
    stdout.finish();
    stderr.finish();
    if (failure) throw failure;
    return { ...end, stderrTail: stderrTail.trimEnd(), timedOut };
  } finally {
    clearTimeout(timeout);
    clearTimeout(killTimer);
    run.signal?.removeEventListener('abort', stop);
    if (group !== undefined) {
      groups.delete(group);
      // Whatever the program left behind in its group goes with it.
      signalGroup(group, 'SIGKILL');
    }
  }
}

/**
 * A mesher or solver takes every processor it can get: by a lower priority the server still answers beside it at once. On an
 * otherwise idle machine it costs nothing. Linux may weigh sessions instead of processes (autogroup), and each program is
 * one of its own.
 */
function giveWay(pid: number): void {
  const niceness = Number(process.env['PACE_NICENESS'] ?? NICENESS);
  if (!(niceness > 0)) return;
  try {
    setPriority(pid, Math.min(LOWEST_PRIORITY, getPriority() + niceness));
  } catch {
    // It has ended already.
  }
  for (const [name, value] of [
    ['autogroup', niceness],
    ['oom_score_adj', OOM_SCORE],
  ] as const)
    writeFile(`/proc/${pid}/${name}`, String(value)).catch(() => undefined);
}

function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // The group has ended already.
  }
}
