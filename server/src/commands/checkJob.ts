import { JobSchema, type Job } from '@pace/contract';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineProblem, problemOfEngine, problem } from '../problem.ts';
import type { z } from 'zod';

/** Whoever is waiting for an answer, by question and person, and what breaks that off when they ask again. */
const asking = new Map<string, AbortController>();

/**
 * Asks a program about a job that stands in a folder of its own, away from any run's. A new question of the same kind
 * and person takes the place of an open one, which is refused. @throws Problem RATE_LIMITED
 */
export async function checkJob<T>(
  who: string,
  job: z.input<typeof JobSchema>,
  ask: (folder: string, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  asking.get(who)?.abort();
  const question = new AbortController();
  asking.set(who, question);
  const folder = await mkdtemp(join(tmpdir(), 'pace-question-'));
  try {
    const whole: Job = JobSchema.parse(job);
    await writeFile(join(folder, 'job.json'), JSON.stringify(whole));
    return await ask(folder, question.signal);
  } catch (error) {
    if (question.signal.aborted) throw problem('RATE_LIMITED.newerQuestion');
    const known = engineProblem(error);
    throw known ? problemOfEngine(known) : error;
  } finally {
    if (asking.get(who) === question) asking.delete(who);
    await rm(folder, { recursive: true, force: true });
  }
}
