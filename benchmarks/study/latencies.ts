export interface CallSummary {
  name: string;
  count: number;
  errors: number;
  /** Milliseconds within which this share of the calls were answered */
  p50: number;
  p95: number;
  p99: number;
  most: number;
}

export interface TimedCall {
  name: string;
  milliseconds: number;
  error: string | undefined;
}

/** How long calls took, and what went wrong. */
export class Latencies {
  #times = new Map<string, number[]>();
  #errors = new Map<string, Map<string, number>>();

  add(name: string, milliseconds: number, error: string | undefined): void {
    const times = this.#times.get(name) ?? [];
    times.push(milliseconds);
    this.#times.set(name, times);
    if (error === undefined) return;
    const errors = this.#errors.get(name) ?? new Map<string, number>();
    errors.set(error, (errors.get(error) ?? 0) + 1);
    this.#errors.set(name, errors);
  }

  clear(): void {
    this.#times = new Map();
    this.#errors = new Map();
  }

  summary(): CallSummary[] {
    return [...this.#times]
      .map(([name, times]) => {
        const sorted = times.toSorted((a, b) => a - b);
        const at = (share: number) =>
          sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
        const errors = [...(this.#errors.get(name)?.values() ?? [])].reduce((sum, n) => sum + n, 0);
        return { name, count: times.length, errors, p50: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1) };
      })
      .sort((a, b) => b.count - a.count);
  }

  /** "call: what": how often */
  errors(): Record<string, number> {
    return Object.fromEntries(
      [...this.#errors].flatMap(([name, errors]) => [...errors].map(([what, n]) => [`${name}: ${what}`, n])),
    );
  }
}
