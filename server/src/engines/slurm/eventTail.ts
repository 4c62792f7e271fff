import { open } from 'node:fs/promises';
import type { EventReader } from '../outcome.ts';
import { LineSplitter } from '../lines.ts';

const PIECE_BYTES = 2 ** 20;

/** Reads the events that a solver elsewhere appends to a file, from a position on. */
export class EventTail {
  readonly #path: string;
  readonly #lines: LineSplitter;
  #offset: number;

  constructor(path: string, from: number, events: EventReader) {
    this.#path = path;
    this.#offset = from;
    this.#lines = new LineSplitter((line) => events.read(line));
  }

  /** Tells what has come since the last time. */
  async read(): Promise<void> {
    const file = await open(this.#path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!file) return;
    try {
      for (;;) {
        const { bytesRead, buffer } = await file.read(
          Buffer.alloc(PIECE_BYTES),
          0,
          PIECE_BYTES,
          this.#offset,
        );
        if (bytesRead === 0) return;
        this.#offset += bytesRead;
        this.#lines.push(buffer.subarray(0, bytesRead));
      }
    } finally {
      await file.close();
    }
  }
}
