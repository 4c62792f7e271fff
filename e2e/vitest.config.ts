import { defineConfig } from 'vitest/config';
import { RETRIES } from './support/retries.ts';

/** One server and one browser at a time: the machine may have two cores. */
export default defineConfig({
  test: {
    // A browser beside other work now and then answers late; what fails twice is broken.
    retry: RETRIES,
    include: ['test/**/*.test.ts'],
    globalSetup: ['support/server.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
