import type { ScoreLine } from '@pace/contract/scoreboard';

/** The worst stated error of a line that counts as a mean or RMS over the angles [dB]; undefined when none is stated. */
export function errorOf({ errorsDb }: ScoreLine): number | undefined {
  const values = errorsDb.filter(({ of }) => of !== 'max').map(({ value }) => value);
  return values.length > 0 ? Math.max(...values) : undefined;
}

export interface Findings {
  cheapest: ScoreLine;
  smallest: ScoreLine;
  /** Absent when no line states an error */
  mostExact?: ScoreLine;
}

/** Which line costs least, needs least memory, and is the most exact, whoever it is of. */
export function findingsOf(lines: readonly ScoreLine[]): Findings | undefined {
  const cheapest = leastBy(lines, ({ coreSeconds }) => coreSeconds);
  const smallest = leastBy(lines, ({ memoryBytes }) => memoryBytes);
  const mostExact = leastBy(
    lines.filter((line) => errorOf(line) !== undefined),
    (line) => errorOf(line) ?? Infinity,
  );
  return cheapest && smallest && { cheapest, smallest, ...(mostExact && { mostExact }) };
}

function leastBy<T>(items: readonly T[], of: (item: T) => number): T | undefined {
  return items.reduce<T | undefined>((a, b) => (a === undefined || of(b) < of(a) ? b : a), undefined);
}
