import { createHash } from 'node:crypto';
import type { Drawing } from '../policies/drawing.ts';

export interface KeptDrawing extends Drawing {
  /** Of its bytes */
  sha256: string;
}

/** Of one person; the latest counts, and the one before it while both are asked about. */
const KEPT_A_PERSON = 2;
const KEPT_BYTES = 64 * 1024 ** 2;

/** Drawings that previews are asked about, in memory; a call that names one which is gone has to send it again. */
export class Drawings {
  /** Oldest first */
  readonly #kept = new Map<string, { userId: string; drawing: KeptDrawing }>();

  keep(userId: string, id: string, drawing: Drawing): KeptDrawing {
    const kept = { ...drawing, sha256: createHash('sha256').update(drawing.bytes).digest('hex') };
    this.#kept.delete(keyOf(userId, id));
    this.#kept.set(keyOf(userId, id), { userId, drawing: kept });
    const mine = [...this.#kept].filter(([, entry]) => entry.userId === userId).map(([key]) => key);
    for (const key of mine.slice(0, -KEPT_A_PERSON)) this.#kept.delete(key);
    let bytes = [...this.#kept.values()].reduce((sum, entry) => sum + entry.drawing.bytes.length, 0);
    for (const [key, entry] of this.#kept) {
      if (bytes <= KEPT_BYTES) break;
      this.#kept.delete(key);
      bytes -= entry.drawing.bytes.length;
    }
    return kept;
  }

  find(userId: string, id: string): KeptDrawing | undefined {
    return this.#kept.get(keyOf(userId, id))?.drawing;
  }
}

const keyOf = (userId: string, id: string) => `${userId} ${id}`;
