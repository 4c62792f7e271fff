import { build } from 'esbuild';
import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inject } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');
const NODE_MODULES = `${join(ROOT, 'node_modules')}/`;

/** Programs that tests start as processes of their own. */
const SOURCES = {
  main: 'server/src/main.ts',
  crashServer: 'server/test/support/crashServer.ts',
  cli: 'server/src/operator/cli.ts',
  backup: 'tools/backup.mjs',
  restore: 'tools/restore.mjs',
} as const;

/** What compiles the embedded database a second time, for speed, costs more than it brings in a process of seconds. */
const SHORT_LIVED = ['--no-warnings', '--liftoff-only'];

/**
 * Compiles the programs once for all tests: compiling their modules at every start takes longer than what they are
 * started for. Packages stay outside, and every module still finds the files beside its source.
 * @returns the folder
 */
export async function buildPrograms(): Promise<string> {
  // Inside the repository, where Node finds its packages.
  await mkdir(join(ROOT, 'build'), { recursive: true });
  const folder = await mkdtemp(join(ROOT, 'build', 'server-tests-'));
  await build({
    entryPoints: Object.entries(SOURCES).map(([out, source]) => ({ in: join(ROOT, source), out })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    alias: { '@pace/contract': join(ROOT, 'contract/src/index.ts') },
    logLevel: 'warning',
    plugins: [
      {
        name: 'the place of a source',
        setup: (programs) =>
          programs.onLoad({ filter: /\.(ts|mjs)$/ }, async ({ path }) =>
            path.startsWith(NODE_MODULES)
              ? undefined
              : {
                  loader: 'ts',
                  contents: (await readFile(path, 'utf8'))
                    .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
                    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
                },
          ),
      },
    ],
  });
  return folder;
}

/** Words for Node that run a program. */
export const wordsOf = (program: keyof typeof SOURCES): string[] => [
  ...SHORT_LIVED,
  join(inject('programs'), `${program}.mjs`),
];
