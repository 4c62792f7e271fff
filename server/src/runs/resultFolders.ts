import { copyFile, link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing, RESULT_FOLDERS } from '../storage/runFolder.ts';

/**
 * Where a solver run works. An ordinary one works in `results`. One that goes on with a finished run works in
 * `results.next`, which begins as a copy of `results` and takes its place at the end. Until then, and for good if it is
 * cancelled or fails, every result call answers the numbers of the finished run: in one common folder, frequencies that
 * are done again would stand beside some that are not, and monostatic results would be there in part only.
 * The copy costs no space: it is made of hard links, since the solver replaces files and never writes into one.
 */

/** Says which run a results folder is of. */
const MARKER = '.run';
const { results: RESULTS, next: NEXT, old: OLD } = RESULT_FOLDERS;

/** Results of an interrupted attempt of this very run stay: the solver goes on where it stopped. Others go. */
export async function prepareResults(folder: string, runId: string): Promise<void> {
  if ((await runOf(join(folder, RESULTS))) === runId) return;
  for (const name of [RESULTS, NEXT, OLD, 'events.ndjson'])
    await rm(join(folder, name), { recursive: true, force: true });
  await mkdir(join(folder, RESULTS), { recursive: true });
  await mark(join(folder, RESULTS), runId);
}

/**
 * Makes `results.next` ready. What an interrupted attempt or a cancelled continuation left there is gone on with.
 * @returns false if this very run had taken the place of `results` already, and only its end was not written down
 */
export async function prepareContinuation(folder: string, runId: string): Promise<boolean> {
  await mendResults(folder);
  if ((await runOf(join(folder, RESULTS))) === runId) return false;
  const next = join(folder, NEXT);
  if ((await runOf(next)) === undefined) {
    const part = `${next}.part`;
    for (const path of [next, part]) await rm(path, { recursive: true, force: true });
    await mkdir(part);
    for (const name of await readdir(join(folder, RESULTS)))
      if (name !== MARKER) await linkOrCopy(join(folder, RESULTS, name), join(part, name));
    await mark(part, runId);
    await rename(part, next);
  } else await mark(next, runId);
  return true;
}

/** `results.next` becomes `results`. */
export async function replaceResults(folder: string): Promise<void> {
  await rm(join(folder, OLD), { recursive: true, force: true });
  await rename(join(folder, RESULTS), join(folder, OLD));
  await mendResults(folder);
}

/** Finishes a replacement that a crash interrupted. */
export async function mendResults(folder: string): Promise<void> {
  const [results, next, old] = [RESULTS, NEXT, OLD].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  if (!existsSync(results) && existsSync(old)) await rename(existsSync(next) ? next : old, results);
  await rm(old, { recursive: true, force: true });
}

/** A continuation that failed begins anew from the finished run: what it left may be why it failed. */
export async function dropContinuation(folder: string): Promise<void> {
  await rm(join(folder, NEXT), { recursive: true, force: true });
}

async function runOf(results: string): Promise<string | undefined> {
  try {
    return await readFile(join(results, MARKER), 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** By replacement, as the file may be a link. */
async function mark(results: string, runId: string): Promise<void> {
  const path = join(results, MARKER);
  await writeFile(`${path}.part`, runId);
  await rename(`${path}.part`, path);
}

/** Some file systems have no hard links. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}
