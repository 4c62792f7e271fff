import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { inject } from 'vitest';

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export interface Going {
  ended: Promise<Ended>;
  /** Resolves when what was printed on standard error or output has the text. */
  printed: (text: RegExp) => Promise<void>;
  kill: (signal: NodeJS.Signals) => void;
}

export const PACE = () => join(inject('installed'), 'node_modules', '@pace-rcs', 'client', 'dist', 'pace.js');

/** A program of Node in the folder where the package is installed. */
export function begin(
  script: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
  input = '',
): Going {
  const child = spawn(process.execPath, [script, ...words], {
    cwd: inject('installed'),
    env: { ...process.env, ...env },
  });
  const ended: Ended = { code: null, out: '', err: '' };
  const waiting = new Set<() => void>();
  child.stdout.on('data', (piece: Buffer) => {
    ended.out += piece.toString();
    waiting.forEach((look) => look());
  });
  child.stderr.on('data', (piece: Buffer) => {
    ended.err += piece.toString();
    waiting.forEach((look) => look());
  });
  child.stdin.end(input);
  const end = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ ...ended, code })));
  return {
    ended: end,
    printed: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!text.test(ended.out + ended.err)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
        void end.then(() => reject(new Error(`${text} was not printed: ${ended.out}${ended.err}`)));
      }),
    kill: (signal) => child.kill(signal),
  };
}

export const pace = (words: readonly string[], env: NodeJS.ProcessEnv = {}, input = ''): Promise<Ended> =>
  begin(PACE(), words, env, input).ended;
