/** How often a failed browser test is tried again. */
export const RETRIES = 1;
