import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedFiles } from '../scripts/generatedFiles.ts';

test.each(Object.entries(generatedFiles()))('%s is what the contract says today', (name, text) => {
  expect(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')).toBe(text);
});
