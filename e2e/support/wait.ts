import { setTimeout as pause } from 'node:timers/promises';

const LOOK_AGAIN_MS = 100;

/** Looks until there is something other than undefined or false. */
export async function waitUntil<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  timeoutMs = 180_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs / 1000} s for ${what}`);
    await pause(LOOK_AGAIN_MS);
  }
}
