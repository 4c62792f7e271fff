import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '../../src/engines/programs.ts';
import { freePort } from '../../../testing/freePort.ts';

const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`;
const PROGRAMS = ['munged', 'slurmctld', 'slurmd', 'sbatch', 'squeue', 'scancel', 'sinfo', 'scontrol'];
const PATIENCE_MS = 180_000;
const NODE = hostname().split('.')[0] ?? 'localhost';

/** What of Slurm is not installed. */
export function missingSlurmPrograms(): string[] {
  return PROGRAMS.filter((program) => findProgram(program, PATH) === undefined);
}

/** A Slurm of one node on this machine, with its own keys, ports and folders; nothing of the system's is touched. */
export class SlurmCluster {
  readonly folder: string;
  /** For the programs of Slurm */
  readonly environment: Record<string, string>;
  readonly #daemons = new Map<string, ChildProcess>();

  private constructor(folder: string) {
    this.folder = folder;
    this.environment = { SLURM_CONF: join(folder, 'slurm.conf'), PATH };
  }

  static async start(): Promise<SlurmCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'pace-slurm-'));
    chmodSync(folder, 0o755);
    const cluster = new SlurmCluster(folder);
    try {
      await cluster.#startAll();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  async #startAll(): Promise<void> {
    const at = (name: string) => join(this.folder, name);
    for (const name of ['state', 'spool', 'munge']) mkdirSync(at(name), { mode: 0o755 });
    writeFileSync(at('munge/key'), randomBytes(128), { mode: 0o600 });
    const [controller, node] = await Promise.all([freePort(), freePort()]);
    const { username } = userInfo();
    writeFileSync(
      at('slurm.conf'),
      [
        'ClusterName=pacetest',
        `SlurmctldHost=${NODE}(127.0.0.1)`,
        `SlurmctldPort=${controller}`,
        `SlurmdPort=${node}`,
        `SlurmUser=${username}`,
        `SlurmdUser=${username}`,
        'AuthType=auth/munge',
        'CredType=cred/munge',
        `AuthInfo=socket=${at('munge/socket')}`,
        `StateSaveLocation=${at('state')}`,
        `SlurmdSpoolDir=${at('spool')}`,
        `SlurmctldPidFile=${at('slurmctld.pid')}`,
        `SlurmdPidFile=${at('slurmd.pid')}`,
        `SlurmctldLogFile=${at('slurmctld.log')}`,
        `SlurmdLogFile=${at('slurmd.log')}`,
        'ProctrackType=proctrack/linuxproc',
        'TaskPlugin=task/none',
        'MpiDefault=none',
        'SelectType=select/cons_tres',
        'SelectTypeParameters=CR_Core_Memory',
        // A job that takes more memory than it asked for is ended.
        'JobAcctGatherType=jobacct_gather/linux',
        'JobAcctGatherFrequency=task=1',
        'JobAcctGatherParams=OverMemoryKill',
        'JobRequeue=1',
        'KillWait=2',
        'SlurmdTimeout=5',
        'ReturnToService=2',
        'SchedulerParameters=sched_interval=2,sched_min_interval=0,requeue_delay=0,batch_sched_delay=0',
        // More than there may be: its jobs wait rather than compute, and several run side by side.
        'SlurmdParameters=config_overrides',
        `NodeName=${NODE} NodeAddr=127.0.0.1 CPUs=8 RealMemory=3000 State=UNKNOWN`,
        // What is urgent takes the node away from the others: whose jobs wait again, and whose are ended.
        'PreemptType=preempt/partition_prio',
        'PreemptMode=REQUEUE',
        'PartitionName=main Nodes=ALL Default=YES MaxTime=60 PriorityTier=10 PreemptMode=OFF State=UP',
        'PartitionName=again Nodes=ALL MaxTime=60 PriorityTier=1 PreemptMode=REQUEUE State=UP',
        'PartitionName=lost Nodes=ALL MaxTime=60 PriorityTier=1 PreemptMode=CANCEL State=UP',
        'PartitionName=urgent Nodes=ALL MaxTime=60 PriorityTier=20 PreemptMode=OFF State=UP',
        '',
      ].join('\n'),
    );
    this.#daemon('munged', [
      '--foreground',
      '--force',
      `--socket=${at('munge/socket')}`,
      `--key-file=${at('munge/key')}`,
      `--pid-file=${at('munge/pid')}`,
      `--seed-file=${at('munge/seed')}`,
      `--log-file=${at('munge/log')}`,
    ]);
    await this.#until('munged', () => existsSync(at('munge/socket')));
    this.#daemon('slurmctld', ['-D', '-i']);
    this.startNode();
    await this.waitForNode('idle');
  }

  startNode(): void {
    this.#daemon('slurmd', ['-D']);
  }

  /** As if the machine had lost power: the daemon goes without a word. Its jobs' processes stay, as slurmd does not end them. */
  async killNode(): Promise<void> {
    const slurmd = this.#daemons.get('slurmd');
    slurmd?.kill('SIGKILL');
    this.#daemons.delete('slurmd');
    await sleep(100);
  }

  /** @param state e.g. "idle", as sinfo says it */
  waitForNode(state: string): Promise<void> {
    return this.#until(`the node to be ${state}`, () =>
      this.run('sinfo', '-h', '-o', '%T').trim().startsWith(state),
    );
  }

  /** What a program of Slurm prints. */
  run(program: string, ...args: string[]): string {
    return execFileSync(program, args, {
      env: { ...process.env, ...this.environment },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** A job that needs so much of the node that others have to leave. @returns its id */
  preempt(): string {
    return this.run(
      'sbatch',
      '--parsable',
      '--partition=urgent',
      '--mem=2950',
      '--output=/dev/null',
      '--wrap=sleep 600',
    ).trim();
  }

  /**
   * Starts a job that waits in the queue again, at once. A node that still ends the job's earlier start, or that ended it
   * within the same second (the unit of its clock), would end this one too.
   */
  async startAgain(jobId: string): Promise<void> {
    const spool = join(this.folder, 'spool');
    const isStep = (name: string) => name.startsWith(`${NODE}_${jobId}.`);
    await this.#until(`the node to end job ${jobId}`, () => !readdirSync(spool).some(isStep));
    await sleep(2000);
    this.run('scontrol', 'update', `JobId=${jobId}`, 'StartTime=now');
  }

  /** Ids of the jobs that Slurm still remembers under a name, whatever became of them. */
  jobsNamed(name: string): string[] {
    return this.run('squeue', '-h', '--states=all', `--name=${name}`, '-o', '%A').split('\n').filter(Boolean);
  }

  async stop(): Promise<void> {
    try {
      this.run('scancel', '--user', userInfo().username);
    } catch {
      // It may not run any more.
    }
    await sleep(500);
    for (const name of ['slurmd', 'slurmctld', 'munged']) {
      const daemon = this.#daemons.get(name);
      if (!daemon || daemon.exitCode !== null) continue;
      const gone = new Promise((done) => daemon.once('exit', done));
      daemon.kill('SIGTERM');
      await Promise.race([gone, sleep(5000)]);
      daemon.kill('SIGKILL');
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #daemon(name: string, args: string[]): void {
    const daemon = spawn(findProgram(name, PATH) ?? name, args, {
      env: { ...process.env, ...this.environment },
      stdio: 'ignore',
    });
    daemon.on('error', () => undefined);
    this.#daemons.set(name, daemon);
  }

  async #until(what: string, isSo: () => boolean): Promise<void> {
    for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(100)) {
      try {
        if (isSo()) return;
      } catch {
        // The controller does not answer yet.
      }
      if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}.\n${this.#logs()}`);
    }
  }

  #logs(): string {
    return ['munge/log', 'slurmctld.log', 'slurmd.log']
      .map((name) => join(this.folder, name))
      .map((path) => `${path}\n${existsSync(path) ? readFileSync(path, 'utf8').slice(-2000) : 'none'}`)
      .join('\n');
  }
}
