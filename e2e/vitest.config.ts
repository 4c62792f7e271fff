import { defineConfig } from 'vitest/config';

/** One server and one browser at a time: the machine may have two cores. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['support/server.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
