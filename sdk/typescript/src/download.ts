import { open, rename, rm } from 'node:fs/promises';
import type { CallName, InputOf } from './calls.ts';
import type { Transport } from './transport.ts';

/** Writes the bytes of an answer to a file, which is there once it is whole. @returns its path */
export async function download<N extends CallName>(
  transport: Transport,
  name: N,
  input: InputOf<N>,
  path: string,
): Promise<string> {
  const part = `${path}.part`;
  const file = await open(part, 'w');
  try {
    let at = 0;
    await transport.save(name, input, {
      reset: async () => {
        at = 0;
        await file.truncate(0);
      },
      write: async (piece) => {
        for (let done = 0; done < piece.length;) {
          const { bytesWritten } = await file.write(piece, done, piece.length - done, at);
          done += bytesWritten;
          at += bytesWritten;
        }
      },
    });
    await file.close();
    await rename(part, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
  return path;
}
