// @ts-check
/**
 * `npm run format [-- --check]`: one layout for all sources. Prettier lays out TypeScript and documents of data, clang-format
 * the C++ of the solver. With `--check` nothing is written, and files in another layout are named and fail the call.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { execute } from './steps/execute.mjs';
import { packageCommand, ROOT } from './steps/paths.mjs';
import { runTool, Stop } from './steps/say.mjs';

runTool(async () => {
  const check = process.argv.includes('--check');
  const codes = await Promise.all([prettier(check), clangFormat(check)]);
  if (codes.some((code) => code !== 0)) {
    throw new Stop(
      check ? 'Run npm run format and commit what it changes.' : 'Some files could not be laid out.',
    );
  }
});

/** @param {boolean} check */
function prettier(check) {
  const verb = check ? '--check' : '--write';
  return execute(
    process.execPath,
    [packageCommand('', 'prettier'), verb, '.', '--log-level', 'warn', '--cache'],
    { cwd: ROOT },
  );
}

/** @param {boolean} check */
function clangFormat(check) {
  const sources = ['solver', 'benchmarks/native'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.[ch]pp$/.test(name))
      .map((name) => join(folder, name)),
  );
  const verb = check ? ['--dry-run', '--Werror'] : ['-i'];
  return execute('clang-format', [...verb, ...sources], { cwd: ROOT });
}
