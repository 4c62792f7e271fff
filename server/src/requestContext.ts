import { AsyncLocalStorage } from 'node:async_hooks';

/** The id of the request that is being answered, for what begins with it and ends long after: a run. */
const context = new AsyncLocalStorage<string>();

export const currentRequest = (): string | undefined => context.getStore();

export const withinRequest = (id: string, work: () => void): void => context.run(id, work);
