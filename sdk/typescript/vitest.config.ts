import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/packed.ts'],
    maxWorkers: 4,
    // Only what hangs takes so long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
