import type { TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Why a test did not run; `npm test` prints it. */
    reason?: string;
  }
}

/** Options of a test, or of a group of tests, that cannot run here. @param reason  undefined if they can */
export function unless(reason: string | undefined): { skip?: true; meta?: { reason: string } } {
  return reason === undefined ? {} : { skip: true, meta: { reason } };
}

/** Ends a test that finds out while it runs that it cannot. */
export function cannotRun({ skip, task }: Pick<TestContext, 'skip' | 'task'>, reason: string): never {
  task.meta.reason = reason;
  return skip(reason);
}
