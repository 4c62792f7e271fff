import type { WaitingFor } from '@pace/contract';

/** Who is next, and why the others wait. Pure: rows are taken as values. */

export interface WaitingRun {
  id: string;
  personId: string;
  /** Administrators may have any number running */
  isAdmin: boolean;
  /** Set by an administrator; higher goes first, whoever it belongs to */
  priority: number;
  /** Order of arrival */
  sequence: number;
  waitedSeconds: number;
  cores: number;
  /** The mesh of its model is still being made or checked */
  awaitsMesh: boolean;
  /** Whether the solver has been asked what the run takes */
  isAssessed: boolean;
  /** By the estimate; null where it could not say */
  seconds: number | null;
  memoryBytes: number | null;
}

export interface RunningRun {
  personId: string;
  cores: number;
  elapsedSeconds: number;
  seconds: number | null;
  /** Reserved on this machine; 0 for one that runs elsewhere */
  memoryBytesHere: number;
}

/** What a worker has to give now. */
export interface Room {
  /** A slot for any run is free */
  hasSlot: boolean;
  /** The slot that is kept for short runs is free */
  hasShortSlot: boolean;
  /** Estimated at most this, a run counts as short */
  shortSeconds: number;
  runningPerPerson: number;
  /** All that solvers of this machine may take together; absent where a cluster counts it */
  memoryBytes?: number | undefined;
  /** A run that has waited so long for memory is not passed by others any more */
  patienceSeconds: number;
}

/** [bytes] */
export interface Shortage {
  free: number;
  needed: number;
}

/** As the row of a waiting run keeps it, in the place of the sentence that a run at work has there. */
export const shortageText = ({ free, needed }: Shortage) => `${Math.round(free)} ${Math.round(needed)}`;

export function parseShortage(text: string): Shortage | undefined {
  const [free = NaN, needed = NaN] = text.split(' ').map(Number);
  return text !== '' && free >= 0 && needed >= 0 ? { free, needed } : undefined;
}

export interface Choice {
  next: WaitingRun | undefined;
  /** It took the slot for short runs */
  isInShortSlot: boolean;
  /** Of every run that was looked at and has to wait */
  reasons: Map<string, WaitingFor>;
  /** Of those that wait for memory */
  memory: Map<string, Shortage>;
}

/** Charged for a run of which nothing is known. */
const UNKNOWN_SECONDS = 60;

/**
 * The waiting runs, the next one first. By priority; among equals whoever has used the least recently goes first, counting
 * what they have running as if it were used already and, of their waiting runs, each that stands before. So a person with
 * a thousand runs and one with a single run take turns, whatever came first.
 * @param used  core-seconds a person, of late
 */
export function fairOrder(
  waiting: readonly WaitingRun[],
  running: readonly RunningRun[],
  used: ReadonlyMap<string, number>,
): WaitingRun[] {
  const load = new Map<string, number>();
  const add = (person: string, coreSeconds: number) =>
    load.set(person, (load.get(person) ?? 0) + coreSeconds);
  for (const { personId } of waiting) if (!load.has(personId)) load.set(personId, used.get(personId) ?? 0);
  for (const { personId, cores, elapsedSeconds, seconds } of running)
    if (load.has(personId)) add(personId, cores * Math.max(elapsedSeconds, seconds ?? UNKNOWN_SECONDS));

  const left = [...waiting].sort((a, b) => b.priority - a.priority || a.sequence - b.sequence);
  const order: WaitingRun[] = [];
  while (left.length > 0) {
    const [first] = left as [WaitingRun, ...WaitingRun[]];
    let best = first;
    const seen = new Set<string>();
    // Of each person only the oldest of the highest priority is a candidate.
    for (const run of left) {
      if (run.priority < first.priority) break;
      if (seen.has(run.personId)) continue;
      seen.add(run.personId);
      if ((load.get(run.personId) ?? 0) < (load.get(best.personId) ?? 0)) best = run;
    }
    order.push(best);
    left.splice(left.indexOf(best), 1);
    add(best.personId, best.cores * (best.seconds ?? UNKNOWN_SECONDS));
  }
  return order;
}

/** The first run in that order for which there is room. */
export function chooseNext(order: readonly WaitingRun[], running: readonly RunningRun[], room: Room): Choice {
  const reasons = new Map<string, WaitingFor>();
  const memory = new Map<string, Shortage>();
  const taken = running.reduce((sum, { memoryBytesHere }) => sum + memoryBytesHere, 0);
  const runningOf = (person: string) => running.filter(({ personId }) => personId === person).length;
  let isMemoryHeld = false;
  for (const run of order) {
    const reason = (): WaitingFor | undefined => {
      if (run.awaitsMesh) return 'mesh';
      if (!run.isAssessed) return 'estimate';
      if (!run.isAdmin && runningOf(run.personId) >= room.runningPerPerson) return 'limit';
      if (!room.hasSlot && !(room.hasShortSlot && mayUseShortSlot(run))) return 'slot';
      if (isMemoryHeld || !fits(run)) return 'memory';
      return undefined;
    };
    const waitsFor = reason();
    if (waitsFor === undefined) return { next: run, isInShortSlot: !room.hasSlot, reasons, memory };
    reasons.set(run.id, waitsFor);
    if (waitsFor === 'memory' && room.memoryBytes !== undefined)
      memory.set(run.id, {
        free: Math.max(0, room.memoryBytes - taken),
        needed: need(run, room.memoryBytes),
      });
    if (waitsFor === 'memory' && run.waitedSeconds >= room.patienceSeconds) isMemoryHeld = true;
  }
  return { next: undefined, isInShortSlot: false, reasons, memory };

  /** It is for people who have nothing running: one person's short runs do not fill the machine beside their long one. */
  function mayUseShortSlot(run: WaitingRun): boolean {
    return run.seconds !== null && run.seconds <= room.shortSeconds && runningOf(run.personId) === 0;
  }

  /** A run of unknown size has the machine to itself. */
  function fits(run: WaitingRun): boolean {
    return room.memoryBytes === undefined || taken + need(run, room.memoryBytes) <= room.memoryBytes;
  }

  function need({ memoryBytes }: WaitingRun, all: number): number {
    return Math.min(memoryBytes ?? all, all);
  }
}
