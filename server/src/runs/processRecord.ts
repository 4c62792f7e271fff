import { appendFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  identify,
  isAlive,
  isOnThisHost,
  parseIdentity,
  processStat,
  type ProcessIdentity,
} from '../storage/processIdentity.ts';
import { isMissing } from '../storage/missing.ts';

/**
 * The programs a run has started, one line each, in `.children` of its folder. Written synchronously right after the
 * start, so that whoever takes the run up after a crash finds them and ends them first.
 */
const RECORD = '.children';
const LOOK_AGAIN_MS = 50;

export function recordChild(folder: string, pid: number): void {
  appendFileSync(join(folder, RECORD), `${JSON.stringify(identify(pid))}\n`);
}

export async function forgetChildren(folder: string): Promise<void> {
  await rm(join(folder, RECORD), { force: true });
}

/** Ends every recorded program of this host that still runs: SIGTERM to its group, SIGKILL after the grace time. */
export async function endChildren(folder: string, graceMs: number): Promise<void> {
  const left = (await recordedChildren(folder)).filter((child) => isOnThisHost(child) && isAlive(child));
  for (const child of left) signal(child, 'SIGTERM');
  const deadline = performance.now() + graceMs;
  while (left.some(isAlive) && performance.now() < deadline) await sleep(LOOK_AGAIN_MS);
  for (const child of left.filter(isAlive)) signal(child, 'SIGKILL');
  while (left.some(isAlive)) await sleep(LOOK_AGAIN_MS);
  await forgetChildren(folder);
}

async function recordedChildren(folder: string): Promise<ProcessIdentity[]> {
  try {
    const lines = (await readFile(join(folder, RECORD), 'utf8')).split('\n');
    return lines.flatMap((line) => parseIdentity(line) ?? []);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function signal(child: ProcessIdentity, name: NodeJS.Signals): void {
  const leadsGroup = processStat(child.pid)?.group === child.pid;
  try {
    process.kill(leadsGroup ? -child.pid : child.pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
