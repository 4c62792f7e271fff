import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Names one process for good: a number alone may be given to another program later, also after a reboot. */
export interface ProcessIdentity {
  host: string;
  /** '' where the system does not say */
  boot: string;
  pid: number;
  /** clock ticks after boot; '' where the system does not say */
  started: string;
}

interface ProcessStat {
  state: string;
  group: number;
  started: string;
}

/** Undefined if there is no such process (or no /proc on this system). */
export function processStat(pid: number): ProcessStat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may hold spaces; the third follows the last bracket.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', group: Number(fields[2]), started: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

export function identify(pid: number): ProcessIdentity {
  return { host: hostname(), boot: bootId(), pid, started: processStat(pid)?.started ?? '' };
}

export function isOnThisHost(identity: ProcessIdentity): boolean {
  return identity.host === hostname();
}

/** Whether exactly this process still runs; only meaningful on its own host. A zombie does not run. */
export function isAlive(identity: ProcessIdentity): boolean {
  const boot = bootId();
  if (identity.boot !== '' && boot !== '' && identity.boot !== boot) return false;
  if (identity.started === '') return exists(identity.pid);
  const stat = processStat(identity.pid);
  return stat !== undefined && stat.started === identity.started && stat.state !== 'Z' && stat.state !== 'X';
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export function parseIdentity(text: string): ProcessIdentity | undefined {
  try {
    const value = JSON.parse(text) as Partial<ProcessIdentity> | null;
    if (!value || typeof value.pid !== 'number' || !Number.isInteger(value.pid) || value.pid <= 1)
      return undefined;
    return {
      host: String(value.host),
      boot: String(value.boot),
      pid: value.pid,
      started: String(value.started),
    };
  } catch {
    return undefined;
  }
}
