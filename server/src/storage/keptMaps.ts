import type { RunMaps } from '../engines/index.ts';

/** Of all maps together: some of a million triangles, or some thousands of small ones */
const KEPT_BYTES = 96 * 1024 ** 2;
/** About what the record of one part takes in memory, and its responses to one illumination */
const BYTES_A_PART = 600;
const BYTES_A_RESPONSE = 1500;

/** The latest answers about design maps, in memory: the page asks for the table and for the maps one after the other. */
export class KeptMaps {
  /** Longest unused first */
  readonly #kept = new Map<string, RunMaps<unknown>>();
  #bytes = 0;

  find(key: string): RunMaps<unknown> | undefined {
    const answer = this.#kept.get(key);
    if (answer) {
      this.#kept.delete(key);
      this.#kept.set(key, answer);
    }
    return answer;
  }

  keep(key: string, answer: RunMaps<unknown>): void {
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

function sizeOf({ file, maps }: RunMaps<unknown>): number {
  const { parts = [], responses = [] } = file as { parts?: unknown[]; responses?: unknown[] };
  return maps.length + parts.length * (BYTES_A_PART + BYTES_A_RESPONSE * responses.length);
}
