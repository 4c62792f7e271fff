import react from '@vitejs/plugin-react';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { compress } from './compress.ts';
import { fiberClock } from './fiberClock.ts';

/**
 * What every page needs, in one file that browsers keep from version to version. three.js and ECharts have no group: they
 * are behind dynamic imports, and a group would draw small modules that they share with the shell into theirs.
 */
const framework = {
  name: 'framework',
  test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/,
};

/** Functions whose modules touch the document. */
const NEED_DOCUMENT = [
  'client',
  'contrast',
  'results/inputFacts',
  'results/runEvents',
  'upload',
  'viewer/frameClock',
  'wizardModel',
  'wizardRules',
].map((name) => `test/${name}.test.ts`);

/** What `vi.mock` replaces must not have been read by another file before. */
const REPLACE_MODULES = readdirSync(join(import.meta.dirname, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.tsx'))
  .map((name) => join('test', name))
  .filter((name) => readFileSync(join(import.meta.dirname, name), 'utf8').includes('vi.mock('));

const withDocument = { environment: 'happy-dom', setupFiles: ['test/setup.ts'] };

export default defineConfig({
  base: '/',
  plugins: [fiberClock(), react(), compress()],
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/about'].map((path) => [path, process.env['PACE_API'] ?? 'http://localhost:8080']),
    ),
  },
  build: {
    outDir: 'dist',
    chunkSizeWarningLimit: 1200,
    rolldownOptions: { output: { codeSplitting: { groups: [framework] } } },
  },
  test: {
    testTimeout: 60_000,
    // As in the build: the ES modules of fiber, which go through Vite and meet fiberClock().
    server: { deps: { inline: [/@react-three\/fiber/] } },
    alias: { '@react-three/fiber': '@react-three/fiber/dist/react-three-fiber.esm.js' },
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        // Plain functions, without a document; each module is read once for all files.
        test: {
          name: 'functions',
          include: ['test/**/*.test.ts'],
          exclude: NEED_DOCUMENT,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...withDocument,
          name: 'pages',
          include: ['test/**/*.test.tsx', ...NEED_DOCUMENT],
          exclude: REPLACE_MODULES,
          isolate: false,
        },
      },
      { extends: true, test: { ...withDocument, name: 'pages of their own', include: REPLACE_MODULES } },
    ],
  },
});
