import { open } from 'node:fs/promises';
import type { CallName, InputOf } from './calls.ts';
import type { Transport } from './transport.ts';

/** Writes the bytes of an answer to a file, which is emptied before. @returns its path */
export async function download<N extends CallName>(
  transport: Transport,
  name: N,
  input: InputOf<N>,
  path: string,
): Promise<string> {
  const file = await open(path, 'w');
  try {
    let at = 0;
    await transport.save(name, input, {
      reset: async () => {
        at = 0;
        await file.truncate(0);
      },
      write: async (piece) => {
        await file.write(piece, 0, piece.length, at);
        at += piece.length;
      },
    });
  } finally {
    await file.close();
  }
  return path;
}
