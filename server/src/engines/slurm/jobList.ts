import { listJobs, type SlurmJob } from './jobs.ts';

/** One question to the cluster serves every run that waits for an answer: a hundred runs ask no more often than one. */
export class JobList {
  #jobs: Promise<readonly SlurmJob[]> | undefined;
  #askedAt = 0;

  /** @param notBefore an answer to a question asked earlier than this will not do (ms of Date.now) */
  read(notBefore: number): Promise<readonly SlurmJob[]> {
    if (!this.#jobs || this.#askedAt < notBefore) {
      this.#askedAt = Date.now();
      this.#jobs = listJobs();
      // Whoever waits for it gets the error.
      this.#jobs.catch(() => (this.#jobs = undefined));
    }
    return this.#jobs;
  }
}
