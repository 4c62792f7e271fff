/** Reads a line that must not be seen. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** The first line of standard input; on a terminal it is asked for and not shown. */
export function readSecret(question: string): Promise<string> {
  const isTerminal = process.stdin.isTTY;
  if (isTerminal) process.stderr.write(question);
  const silent = new Writable({ write: (_piece, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTerminal });
  return new Promise((resolve) => {
    let line = '';
    lines.once('line', (text) => {
      line = text.trim();
      lines.close();
    });
    lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    lines.once('close', () => {
      if (isTerminal) process.stderr.write('\n');
      resolve(line);
    });
  });
}
