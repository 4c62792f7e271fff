import { hasEnded, type Project } from '@pace/contract';

export interface RunTimes {
  created: Date | undefined;
  started: Date | undefined;
  ended: Date | undefined;
}

function dateOf(text: string | null): Date | undefined {
  if (text === null) return undefined;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

export function runTimes({
  createdDate,
  startDate,
  endDate,
}: Pick<Project, 'createdDate' | 'startDate' | 'endDate'>): RunTimes {
  return {
    created: dateOf(createdDate),
    started: dateOf(startDate),
    ended: hasEnded(endDate) ? dateOf(endDate) : undefined,
  };
}

/** Seconds from start to end, or to now while it runs; undefined before the start. */
export function elapsedSeconds({ started, ended }: RunTimes, now: Date): number | undefined {
  if (!started) return undefined;
  return Math.max(0, ((ended ?? now).getTime() - started.getTime()) / 1000);
}
