import { checkQueued, checkStorage, quotasOf } from '../policies/quotas.ts';
import type { Services } from '../services.ts';
import { Turns } from '../storage/inTurn.ts';
import type { UserRow } from '../storage/schema.ts';
import { countProjectsOf, countRunsOf, settingsBytesOf, uploadSizesOf } from '../storage/usageRows.ts';

type Person = Pick<UserRow, 'id' | 'userType'>;

/** Checks and what they permit happen one after the other for each person, so that many at once gain nothing. */
export const personTurns = new Turns();

/** Settings of a usual project are smaller: they are counted, but the disk is not asked for them. */
const SMALL_SETTINGS_BYTES = 16 * 1024;

/**
 * Bytes of a person's projects: what is on the disk, what uploads that have begun will bring, and the settings of projects
 * and runs in the database.
 */
export async function storedBytes(services: Services, userId: string): Promise<number> {
  const owned = await uploadSizesOf(services.db, userId);
  let total = await settingsBytesOf(services.db, userId);
  total += await services.files.storedBytes(owned.map(({ id }) => id));
  for (const { id, fileSize, completedAt } of owned)
    if (fileSize !== null && completedAt === null)
      total += Math.max(0, fileSize - (await services.files.storedBytes([id])));
  return total;
}

/** @throws Problem QUOTA_STORAGE unless settings of this length fit */
export async function requireSettings(services: Services, user: Person, settings: unknown): Promise<void> {
  const bytes = JSON.stringify(settings).length;
  if (bytes > SMALL_SETTINGS_BYTES) await requireStorage(services, user, bytes);
}

/** What a person has used of what they may use. */
export async function usageOf(services: Services, user: Person) {
  const quotas = quotasOf(user.userType, services.config.quotas);
  return {
    storageBytes: await storedBytes(services, user.id),
    storageLimitBytes: quotas.storageBytes,
    projects: await countProjectsOf(services.db, user.id),
    runningRuns: await countRunsOf(services.db, user.id, ['Starting', 'Running']),
    runningRunsLimit: quotas.running,
    queuedRuns: await countRunsOf(services.db, user.id, ['Queued']),
    queuedRunsLimit: quotas.queued,
  };
}

/** @throws Problem QUOTA_STORAGE unless a file of this size fits */
export async function requireStorage(services: Services, user: Person, moreBytes: number): Promise<void> {
  const { storageBytes } = quotasOf(user.userType, services.config.quotas);
  if (storageBytes !== null) checkStorage(await storedBytes(services, user.id), moreBytes, storageBytes);
}

/** Before a run is queued: what is quickly counted first. @throws Problem QUOTA_RUNS or QUOTA_STORAGE */
export async function requireRun(services: Services, user: Person): Promise<void> {
  const { queued } = quotasOf(user.userType, services.config.quotas);
  if (queued !== null) checkQueued(await countRunsOf(services.db, user.id, ['Queued']), queued);
  const { storageBytes } = quotasOf(user.userType, services.config.quotas);
  if (storageBytes !== null) checkStorage(await bytesLately(services, user.id), 0, storageBytes);
}

/** A run writes its files later, so a count that is two seconds old is enough; a study asks for it with each variant. */
const KNOWN_FOR_MS = 2000;
const known = new WeakMap<Services['files'], Map<string, { at: number; bytes: Promise<number> }>>();

function bytesLately(services: Services, userId: string): Promise<number> {
  const ofAll = known.get(services.files) ?? new Map<string, { at: number; bytes: Promise<number> }>();
  known.set(services.files, ofAll);
  const last = ofAll.get(userId);
  if (last && performance.now() - last.at < KNOWN_FOR_MS) return last.bytes;
  const bytes = storedBytes(services, userId);
  ofAll.set(userId, { at: performance.now(), bytes });
  bytes.catch(() => ofAll.delete(userId));
  return bytes;
}
