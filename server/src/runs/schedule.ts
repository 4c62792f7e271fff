import { USER_TYPES, type WaitingFor } from '@pace/contract';
import {
  chooseNext,
  fairOrder,
  shortageText,
  type Room,
  type RunningRun,
  type Shortage,
  type WaitingRun,
} from '../policies/scheduling.ts';
import type { Database } from '../storage/database.ts';
import type { RunRow } from '../storage/schema.ts';
import { SLOTS, slotOf, takeRun, writeAllWaitingFor, writeWaitingFor, type Slot } from './runRows.ts';
import { activeRunsOf, isAnyWaiting, takeTurn, usedLately } from './scheduleRows.ts';

/** The queue as the database has it: who waits, who runs, who has used how much, and who is next. */

/** Positions are asked for by everybody who waits, again and again. */
const POSITIONS_KEPT_MS = 1000;

export interface Claim {
  slot: Slot;
  owner: string;
  leaseSeconds: number;
  room: Room;
  /** What one run can have here */
  cores: number;
  /** This machine; '' where a cluster counts cores and memory itself */
  host: string;
}

export interface Claimed {
  run: RunRow;
  isInShortSlot: boolean;
}

/**
 * Takes the run that is next by policies/scheduling; no two workers get the same. Why the others wait is written into their
 * rows.
 */
export async function claimNext(db: Database, claim: Claim): Promise<Claimed | undefined> {
  if (!(await isAnyWaiting(db, SLOTS[claim.slot]))) return undefined;
  return db.transaction(async (tx) => {
    await takeTurn(tx);
    const queue = await readQueueRows(tx, claim.slot, claim.host, claim.cores);
    const order = fairOrder(queue.waiting, queue.running, queue.used);
    const { next, isInShortSlot, reasons, memory } = chooseNext(order, queue.running, claim.room);
    await writeReasons(tx, queue.reasonsNow, reasons, memory);
    if (!next) return undefined;
    const isCountedHere = claim.slot === 'solver' && claim.room.memoryBytes !== undefined;
    const run = await takeRun(tx, next.id, claim.owner, claim.leaseSeconds, {
      cores: next.cores,
      reservedBytes: isCountedHere ? (next.memoryBytes ?? claim.room.memoryBytes ?? 0) : 0,
      reservedOn: isCountedHere ? claim.host : '',
    });
    return run && { run, isInShortSlot };
  });
}

const positions = new WeakMap<Database, Map<Slot, { at: number; order: Promise<string[]> }>>();

/** 1 for the next to start, if there was room for all. */
export async function queuePosition(
  db: Database,
  { id, kind }: Pick<RunRow, 'id' | 'kind'>,
): Promise<number | undefined> {
  const slot = slotOf(kind);
  const known = positions.get(db) ?? new Map<Slot, { at: number; order: Promise<string[]> }>();
  positions.set(db, known);
  const read = () => {
    const order = readOrder(db, slot);
    known.set(slot, { at: performance.now(), order });
    order.catch(() => known.delete(slot));
    return order;
  };
  const last = known.get(slot);
  const kept = last && performance.now() - last.at < POSITIONS_KEPT_MS ? (await last.order).indexOf(id) : -1;
  const index = kept >= 0 ? kept : (await read()).indexOf(id);
  return index < 0 ? undefined : index + 1;
}

async function readOrder(db: Database, slot: Slot): Promise<string[]> {
  const { waiting, running, used } = await readQueueRows(db, slot, '', Infinity);
  return fairOrder(waiting, running, used).map(({ id }) => id);
}

async function readQueueRows(db: Database, slot: Slot, host: string, mostCores: number) {
  const active = await activeRunsOf(db, SLOTS[slot]);
  const waiting: WaitingRun[] = [];
  const running: RunningRun[] = [];
  const reasonsNow = new Map<string, string>();
  for (const row of active) {
    const { personId, estimatedSeconds: seconds } = row;
    if (row.status !== 'Queued') {
      const memoryBytesHere = row.reservedOn === host ? row.reservedBytes : 0;
      running.push({
        personId,
        cores: row.cores,
        elapsedSeconds: row.elapsedSeconds,
        seconds,
        memoryBytesHere,
      });
      continue;
    }
    reasonsNow.set(row.id, reasonKey(row.waitingFor, row.detail));
    const isSolver = row.input.kind === 'solver';
    waiting.push({
      id: row.id,
      personId,
      isAdmin: row.userType === USER_TYPES.admin,
      priority: row.priority,
      sequence: row.sequence,
      waitedSeconds: row.waitedSeconds,
      cores: row.input.kind === 'solver' ? Math.min(row.input.threads, mostCores) : 1,
      awaitsMesh: row.input.kind === 'solver' && row.input.awaitsMesh === true,
      isAssessed: !isSolver || row.assessedAt !== null,
      seconds,
      memoryBytes: isSolver ? row.estimatedBytes : 0,
    });
  }
  const people = [...new Set(waiting.map(({ personId }) => personId))];
  return { waiting, running, reasonsNow, used: await usedLately(db, SLOTS[slot], people) };
}

async function writeReasons(
  db: Database,
  now: ReadonlyMap<string, string>,
  reasons: ReadonlyMap<string, WaitingFor>,
  memory: ReadonlyMap<string, Shortage>,
): Promise<void> {
  const changed = new Map<string, { waitingFor: WaitingFor; detail: string; ids: string[] }>();
  for (const [id, waitingFor] of reasons) {
    const shortage = memory.get(id);
    const detail = shortage ? shortageText(shortage) : '';
    const key = reasonKey(waitingFor, detail);
    if (now.get(id) === key) continue;
    changed.set(key, { waitingFor, detail, ids: [...(changed.get(key)?.ids ?? []), id] });
  }
  for (const { waitingFor, detail, ids } of changed.values())
    await writeWaitingFor(db, ids, { waitingFor, detail });
}

const reasonKey = (waitingFor: WaitingFor | null, detail: string) => `${waitingFor ?? ''} ${detail}`;

/** Says of every waiting run that nothing begins here until there is room on the disk; once, to write no more on it. */
export async function writeDiskReason(db: Database, shortage: Shortage): Promise<void> {
  await writeAllWaitingFor(db, { waitingFor: 'disk', detail: shortageText(shortage) });
}
