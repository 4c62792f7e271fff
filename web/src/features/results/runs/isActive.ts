import { ACTIVE_STATUSES } from '@pace/contract';

/** Whether a solver or mesher of this status waits or works. */
export const isActive = (status: string): boolean => (ACTIVE_STATUSES as readonly string[]).includes(status);
