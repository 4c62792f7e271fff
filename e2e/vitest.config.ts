import { defineConfig } from 'vitest/config';

/**
 * One server for all files, two files at a time: while one waits for its run, the other works. Each of the two processes
 * loads the modules and starts a browser once. A time limit only ends what hangs; it is no measure of speed.
 */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['support/server.ts'],
    maxWorkers: 2,
    isolate: false,
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
