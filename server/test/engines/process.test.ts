import { writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { solverEnvironment } from '../../src/engines/programs.ts';
import { bubblewrap } from '../../src/engines/sandbox.ts';
import { ProgramMissing, runProgram, type ProgramRun } from '../../src/engines/process.ts';
import { isRunning, scratch, script } from './programs.ts';

/** Runs a shell script to its end and gathers what it printed. */
async function run(body: string, change: Partial<ProgramRun> = {}) {
  using place = scratch();
  const lines: string[] = [];
  const end = await runProgram({
    command: script(place.folder, body),
    args: [],
    cwd: place.folder,
    onStdoutLine: (line) => lines.push(line),
    ...change,
  });
  return { lines, end };
}

describe('running a program', () => {
  test('lines arrive whole, the last one also without its end of line', async () => {
    const { lines } = await run(`printf 'first\\nsec'; sleep 0.05; printf 'ond\\n\\nlast'`);
    expect(lines).toEqual(['first', 'second', '', 'last']);
  });

  test('a character cut between two pieces arrives whole', async () => {
    const { lines } = await run(`printf '\\303'; sleep 0.05; printf '\\251\\n'`);
    expect(lines).toEqual(['é']);
  });

  test('a line of a million characters arrives in one piece', async () => {
    const { lines } = await run(`head -c 1000000 /dev/zero | tr '\\0' x; echo; echo end`);
    expect(lines.map((line) => line.length)).toEqual([1_000_000, 3]);
  });

  test('an exit code is an answer, and the last words of stderr come with it', async () => {
    const { end } = await run('echo one >&2; echo two >&2; exit 7');
    expect(end).toEqual({ exitCode: 7, signal: null, stderrTail: 'one\ntwo', timedOut: false });
  });

  test('arguments are passed as they are, also under a memory limit', async () => {
    const args = ['a b', '$HOME', `"'`, ''];
    for (const memoryBytes of [undefined, 2 ** 32]) {
      const { lines } = await run('for a in "$@"; do echo "[$a]"; done', {
        args,
        ...(memoryBytes && { limits: { memoryBytes } }),
      });
      expect(lines).toEqual(args.map((argument) => `[${argument}]`));
    }
  });

  test('a memory limit holds for the program', async () => {
    const { lines } = await run('ulimit -v', { limits: { memoryBytes: 512 * 2 ** 20 } });
    expect(lines).toEqual([String(512 * 1024)]);
  });

  test('limits hold for processor time, files and core dumps', async () => {
    const { lines } = await run('ulimit -t; ulimit -c; head -c 100000 /dev/zero > large; wc -c < large', {
      limits: { cpuSeconds: 77, fileBytes: 65_536 },
    });
    expect(lines.map(Number)).toEqual([77, 0, 65_536]);
  });

  test('nothing of the server’s settings and secrets is in a program’s environment', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://pace:secret@localhost/pace');
    vi.stubEnv('PACE_SECRET', 'secret');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    try {
      const { lines } = await run('env');
      expect(lines.filter((line) => line.includes('secret'))).toEqual([]);
      expect(Object.values(solverEnvironment(1)).filter((value) => value?.includes('secret'))).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('in a sandbox, where the system has one, a program sees no file but its own', async () => {
    using elsewhere = scratch();
    const secret = join(elsewhere.folder, 'secret');
    writeFileSync(secret, 'secret');
    const { lines } = await run(
      `cat ${secret} 2>/dev/null || echo unseen; echo; echo mine > own && cat own`,
      {
        isSandboxed: true,
      },
    );
    expect(lines.filter((line) => line !== '')).toEqual([bubblewrap() ? 'unseen' : 'secret', 'mine']);
  });

  test('a program that does not exist is a sentence', async () => {
    const missing = runProgram({ command: 'no-such-program', args: [], cwd: '/' });
    await expect(missing).rejects.toBeInstanceOf(ProgramMissing);
    await expect(missing).rejects.toThrow('The program no-such-program is not installed or not executable.');
  });

  test('what a listener throws ends the program and comes out', async () => {
    const started = Date.now();
    const broken = run('echo hello; sleep 300', {
      onStdoutLine: () => {
        throw new Error('disk full');
      },
    });
    await expect(broken).rejects.toThrow('disk full');
    expect(Date.now() - started).toBeLessThan(200_000);
  });
});

describe('ending a program', () => {
  test('aborting ends the program and what it started', async () => {
    const cancel = new AbortController();
    let child = 0;
    const { end } = await run('sleep 600 & echo $!; wait', {
      signal: cancel.signal,
      onStdoutLine: (line) => {
        child = Number(line);
        cancel.abort();
      },
    });
    expect(end.signal ?? end.exitCode).toBe('SIGTERM');
    await expect.poll(() => isRunning(child)).toBe(false);
  });

  test('a program that ignores SIGTERM is killed after ten seconds', async () => {
    const cancel = new AbortController();
    const started = Date.now();
    const { end } = await run(`trap '' TERM; echo ready; while :; do sleep 1; done`, {
      signal: cancel.signal,
      onStdoutLine: () => cancel.abort(),
    });
    expect(end.signal).toBe('SIGKILL');
    expect(Date.now() - started).toBeGreaterThan(9_500);
  });

  test('an aborted signal starts nothing', async () => {
    await expect(run('echo hello', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  test('a time limit says so in the answer', async () => {
    const { end } = await run('sleep 600', { timeoutMs: 100 });
    expect(end.timedOut).toBe(true);
  });
});

test('a program gives way to the server, and is the first that the kernel ends when the memory runs out', async () => {
  vi.stubEnv('PACE_NICENESS', '7');
  try {
    const before = getPriority();
    const { lines } = await run('until [ "$(cat /proc/$$/oom_score_adj)" = 500 ]; do sleep 0.1; done; nice');
    expect(lines).toEqual([String(before + 7)]);
  } finally {
    vi.unstubAllEnvs();
  }
});
