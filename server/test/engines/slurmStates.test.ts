import { afterEach, describe, expect, test, vi } from 'vitest';
import { accountedState, listJobs } from '../../src/engines/slurm/jobs.ts';
import { verdictOf, type JobEnd } from '../../src/engines/slurm/verdict.ts';
import { scratch, script } from './programs.ts';

/**
 * What becomes of a run by how Slurm says its job ended. A table of Slurm's own words, spoken by stand-ins for its programs:
 * no cluster of one machine can be made to fail at booting a node, and memory that the kernel takes away needs
 * control groups. slurm.test.ts makes the others happen in a real one.
 */

afterEach(() => vi.unstubAllEnvs());

const END: JobEnd = {
  jobId: '7',
  state: undefined,
  script: undefined,
  log: '',
  demand: { minutes: 50, megabytes: 100 },
  warnSeconds: 120,
};
const KERNEL = `slurmstepd: error: Detected 1 oom_kill event in StepId=7.batch. Some of the step tasks have been OOM Killed.`;
const SLURMSTEPD = `slurmstepd: error: Step 7.4294967294 exceeded memory limit (312345600 > 104857600), being killed`;

describe('the end of a job, as sacct prints it', () => {
  test.each<[string, Partial<JobEnd>, string]>([
    ['OUT_OF_MEMORY', {}, 'MEMORY'],
    ['OUT_OF_MEMORY', { log: KERNEL, script: { jobId: '7', exitCode: 137, seconds: 30 } }, 'MEMORY'],
    ['FAILED', { log: KERNEL }, 'MEMORY'],
    ['CANCELLED', { log: SLURMSTEPD }, 'MEMORY'],
    ['FAILED', { script: { jobId: '7', exitCode: 137, seconds: 30 } }, 'MEMORY'],
    ['BOOT_FAIL', {}, 'WORKER_LOST'],
    ['NODE_FAIL', {}, 'WORKER_LOST'],
    ['PREEMPTED', {}, 'WORKER_LOST'],
    // The solver was told before, and left a checkpoint.
    ['PREEMPTED', { script: { jobId: '7', exitCode: 4, seconds: 30 } }, 'WORKER_LOST'],
    ['REVOKED', {}, 'WORKER_LOST'],
    ['TIMEOUT', {}, 'time'],
    ['DEADLINE', {}, 'time'],
    ['FAILED', { script: { jobId: '7', exitCode: 4, seconds: 2900 } }, 'time'],
    ['FAILED', { script: { jobId: '7', exitCode: 4, seconds: 30 } }, 'WORKER_LOST'],
    // By hand: it must not come back.
    ['CANCELLED', { script: { jobId: '7', exitCode: 4, seconds: 30 } }, 'SOLVER_FAILED'],
    ['CANCELLED', { script: { jobId: '7', exitCode: 143, seconds: 30 } }, 'SOLVER_FAILED'],
    ['CANCELLED by 1000', {}, 'SOLVER_FAILED'],
    ['FAILED', { script: { jobId: '7', exitCode: 127, seconds: 0 } }, 'SOLVER_NOT_AVAILABLE'],
    ['FAILED', { script: { jobId: '7', exitCode: 2, seconds: 1 } }, 'exit 2'],
    ['FAILED', {}, 'WORKER_LOST'],
    ['COMPLETED', { script: { jobId: '7', exitCode: 0, seconds: 30 } }, 'exit 0'],
    // Results that are there are taken, whatever came after.
    ['NODE_FAIL', { script: { jobId: '7', exitCode: 0, seconds: 30 } }, 'exit 0'],
    // Without accounting the state is not known.
    ['', {}, 'WORKER_LOST'],
  ])('%s %j: %s', async (line, rest, expected) => {
    using place = scratch();
    script(place.folder, `echo '${line}'`, 'sacct');
    vi.stubEnv('PATH', `${place.folder}:${process.env['PATH'] ?? ''}`);
    const verdict = verdictOf({ ...END, state: await accountedState('7'), ...rest });
    const told =
      verdict.kind === 'failed'
        ? verdict.error.code
        : verdict.kind === 'exit'
          ? `exit ${verdict.exitCode}`
          : verdict.kind;
    expect(told).toBe(expected);
  });

  test('names what was taken away, and the memory that was asked for', () => {
    const sentence = (state: string) => {
      const verdict = verdictOf({ ...END, state });
      return verdict.kind === 'failed' ? verdict.error.detail : '';
    };
    expect(sentence('BOOT_FAIL')).toBe(
      'The cluster took the machine of job 7 away (BOOT_FAIL). The run folder is kept.',
    );
    expect(sentence('OUT_OF_MEMORY')).toMatch(/^Job 7 of this run needed more memory than the 100 MB that/);
  });
});

test('jobs are read from squeue with their states, also those of folders with a bar in their name', async () => {
  using place = scratch();
  const lines = [
    '41|PENDING|BeginTime|pace-a|/data/a/.attempts/a',
    '42|BOOT_FAIL|None|pace-b|/data/b|c',
    '43|OUT_OF_MEMORY|OutOfMemory|pace-c|/data/c',
    '44|PREEMPTED|None|other|/home/x',
  ];
  script(place.folder, `printf '%s\\n' ${lines.map((line) => `'${line}'`).join(' ')}`, 'squeue');
  vi.stubEnv('PATH', `${place.folder}:${process.env['PATH'] ?? ''}`);
  expect(await listJobs()).toEqual([
    { id: '41', state: 'PENDING', reason: 'BeginTime', name: 'pace-a', workFolder: '/data/a/.attempts/a' },
    { id: '42', state: 'BOOT_FAIL', reason: 'None', name: 'pace-b', workFolder: '/data/b|c' },
    { id: '43', state: 'OUT_OF_MEMORY', reason: 'OutOfMemory', name: 'pace-c', workFolder: '/data/c' },
    { id: '44', state: 'PREEMPTED', reason: 'None', name: 'other', workFolder: '/home/x' },
  ]);
});
