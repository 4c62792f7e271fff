import {
  ACTIVE_STATUSES,
  EventSchema,
  type LiveEventName,
  type LiveState,
  type SolverEvent,
} from '@pace/contract';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAccessKeyKept } from '../storage/accessKeyRows.ts';
import { isShareKept } from '../storage/shareRows.ts';
import type { Reader } from '../policies/ownership.ts';
import type { Services } from '../services.ts';
import { EVENTS, type ProjectFiles } from '../storage/projectFiles.ts';
import { isMissing } from '../storage/missing.ts';
import { gatherLiveState } from './gatherProject.ts';
import { openToRead } from './openProject.ts';

const LOOK_EVERY_MS = 700;
/** A proxy closes what is silent. */
const KEEP_ALIVE_MS = 15_000;
/** After that the browser asks again, with a token that may have been revoked meanwhile. */
const LONGEST_MS = 5 * 60_000;
/** Of a long history only the end is sent. */
const MOST_HISTORY_BYTES = 8 * 2 ** 20;
const MOST_EVENTS_AT_ONCE = 2000;

/**
 * Server-sent events of a project's run: its live state whenever it changes and what the solver says, from the beginning
 * of events.ndjson. It ends when neither mesher nor solver is active. Reading the file serves every server process alike,
 * whichever of them runs the solver.
 */
export async function* followRun(
  services: Services,
  reader: Reader,
  projectId: string,
): AsyncGenerator<string> {
  const file = new EventFile(services.files, projectId);
  const begun = Date.now();
  let sent = '';
  let spoken = begun;
  for (;;) {
    if (await isRevoked(services, reader)) return;
    const state = await gatherLiveState(services, await openToRead(services, reader, projectId));
    // After the state: what a run said before it ended is sent before its end.
    for await (const news of file.news()) {
      yield news === 'reset' ? message('reset', null) : message('solver', news);
      spoken = Date.now();
    }
    const text = JSON.stringify(state);
    if (text !== sent) {
      yield message('state', state);
      [sent, spoken] = [text, Date.now()];
    } else if (Date.now() - spoken > KEEP_ALIVE_MS) {
      yield ': still here\n\n';
      spoken = Date.now();
    }
    if (!isActive(state) || Date.now() - begun > LONGEST_MS) return;
    await sleep(LOOK_EVERY_MS);
  }
}

/** A share link or an access key, while its holder watches. */
async function isRevoked({ db }: Services, reader: Reader): Promise<boolean> {
  if ('shareId' in reader) return !(await isShareKept(db, reader.shareId));
  return reader.accessKeyId !== undefined && !(await isAccessKeyKept(db, reader.accessKeyId));
}

function isActive({ mesherState, solverState }: LiveState): boolean {
  const actives: readonly string[] = ACTIVE_STATUSES;
  return actives.includes(mesherState.status) || actives.includes(solverState.status);
}

function message(name: LiveEventName, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The lines that are new in a file which a program appends to, and which the next run replaces. */
class EventFile {
  readonly #files: ProjectFiles;
  readonly #projectId: string;
  #version: string | undefined;
  #offset = 0;
  #rest = '';

  constructor(files: ProjectFiles, projectId: string) {
    this.#files = files;
    this.#projectId = projectId;
  }

  async *news(): AsyncGenerator<SolverEvent[] | 'reset'> {
    const facts = await this.#files.facts(this.#projectId, EVENTS);
    if (!facts) return;
    if (facts.version !== this.#version || facts.bytes < this.#offset) {
      if (this.#version !== undefined) yield 'reset';
      this.#version = facts.version;
      this.#offset = Math.max(0, facts.bytes - MOST_HISTORY_BYTES);
      this.#rest = '';
    }
    const events: SolverEvent[] = [];
    for (const line of await this.#newLines(facts.bytes)) {
      const event = parsed(line);
      if (event) events.push(event);
    }
    for (let first = 0; first < events.length; first += MOST_EVENTS_AT_ONCE)
      yield events.slice(first, first + MOST_EVENTS_AT_ONCE);
  }

  async #newLines(size: number): Promise<string[]> {
    if (size <= this.#offset) return [];
    const range = { from: this.#offset, to: size };
    const bytes = await buffer(await this.#files.stream(this.#projectId, EVENTS, range)).catch(
      (error: unknown) => {
        // Replaced between the two looks: the next look finds the new one.
        if (isMissing(error)) return Buffer.alloc(0);
        throw error;
      },
    );
    this.#offset += bytes.length;
    // Solver events are plain ASCII but for sentences; a letter cut in two spoils one notice at most.
    const lines = (this.#rest + bytes.toString('utf8')).split('\n');
    this.#rest = lines.pop() ?? '';
    return lines;
  }
}

function parsed(line: string): SolverEvent | undefined {
  try {
    return EventSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
