import { defineConfig } from 'vitest/config';

/**
 * One server for all files, two files at a time: while one waits for its run, the other works. A time limit only ends what
 * hangs; it is no measure of speed.
 */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['support/server.ts'],
    maxWorkers: 2,
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
