// @ts-check
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { ESLint } from 'eslint';
import { ROOT } from '../steps/paths.mjs';

/** The first was in the reader of STEP files: 277 bytes held the server for ever. */
const SLOW = [String.raw`/^(?:\/\*[\s\S]*?\*\/\s*)*[A-Z]/`, '/(a+)+$/', String.raw`/\s+$/`];
const FAST = ['/^[a-z]+$/', String.raw`/;\s*$/m`.replace(String.raw`\s*`, ' ?')];

test('the linter refuses regular expressions in server and contract that may take more than linear time', async () => {
  const linter = new ESLint({ cwd: ROOT });
  /** @param {string} expression @param {string} file @returns {Promise<string[]>} */
  const rulesOf = async (expression, file) => {
    const code = `export const isIt = (text: string): boolean => ${expression}.test(text);\n`;
    const [result] = await linter.lintText(code, { filePath: join(ROOT, file) });
    return (result?.messages ?? []).map(({ ruleId }) => ruleId ?? 'none');
  };
  const isAboutTime = (/** @type {string} */ rule) => /super-linear|no-nested-quantifiers/.test(rule);
  for (const file of ['server/src/problem.ts', 'contract/src/account.ts']) {
    for (const expression of SLOW)
      assert.ok((await rulesOf(expression, file)).some(isAboutTime), `${file}: ${expression}`);
    for (const expression of FAST)
      assert.ok(!(await rulesOf(expression, file)).some(isAboutTime), `${file}: ${expression}`);
  }
});
