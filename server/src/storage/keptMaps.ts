import type { MapsAnswer } from '../engines/index.ts';

/** Of all maps together: some of a million triangles, or some thousands of small ones */
const KEPT_BYTES = 96 * 1024 ** 2;
/** About what the record of one part takes in memory */
const BYTES_A_PART = 600;

/** The latest answers about design maps, in memory: the page asks for the table and for the maps one after the other. */
export class KeptMaps {
  /** Longest unused first */
  readonly #kept = new Map<string, MapsAnswer>();
  #bytes = 0;

  find(key: string): MapsAnswer | undefined {
    const answer = this.#kept.get(key);
    if (answer) {
      this.#kept.delete(key);
      this.#kept.set(key, answer);
    }
    return answer;
  }

  keep(key: string, answer: MapsAnswer): void {
    this.#drop(key);
    this.#kept.set(key, answer);
    this.#bytes += sizeOf(answer);
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= KEPT_BYTES || oldest === key) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const answer = this.#kept.get(key);
    if (!answer) return;
    this.#kept.delete(key);
    this.#bytes -= sizeOf(answer);
  }
}

const sizeOf = ({ file, maps }: MapsAnswer): number => maps.length + BYTES_A_PART * file.parts.length;
