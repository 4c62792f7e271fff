// @ts-check
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, test } from 'node:test';
import { packageCommand, ROOT } from '../steps/paths.mjs';

// Below the root: there the linter finds its configuration and the compiler.
mkdirSync(join(ROOT, 'build'), { recursive: true });
const folder = mkdtempSync(join(ROOT, 'build', 'typed-lint-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** @param {string} code @returns {string[]} rules that it breaks */
function rulesOf(code) {
  const file = join(folder, 'case.ts');
  writeFileSync(file, code);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: relative(folder, join(ROOT, 'tsconfig.base.json')), include: ['*.ts'] }),
  );
  const { stdout } = spawnSync(
    process.execPath,
    [packageCommand('', 'oxlint'), '--no-ignore', '--format=json', file],
    { cwd: ROOT, encoding: 'utf8' },
  );
  const { diagnostics } = /** @type {{ diagnostics: { code: string }[] }} */ (JSON.parse(stdout));
  return diagnostics.map(({ code: rule }) => rule);
}

test('the linter knows types: a promise that nobody awaits, and a value of type any', () => {
  const work = 'declare const work: () => Promise<number>;\n';
  assert.deepEqual(rulesOf(`${work}export function lost(): void {\n  work();\n}\n`), [
    'typescript(no-floating-promises)',
  ]);
  assert.deepEqual(rulesOf('export const parsed = (text: string): number => JSON.parse(text);\n'), [
    'typescript(no-unsafe-return)',
  ]);
  assert.deepEqual(rulesOf(`${work}export const kept = async (): Promise<number> => await work();\n`), []);
});
