import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ERROR_STATUS } from '../src/index.ts';

const SOLVER = join(import.meta.dirname, '../../solver');

test('every error of the solver has its code here, so that it reaches the person under its own name', () => {
  const sources = ['src', 'apps'].flatMap((folder) =>
    readdirSync(join(SOLVER, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.[ch]pp$/.test(name))
      .map((name) => readFileSync(join(SOLVER, folder, name), 'utf8')),
  );
  const thrown = new Set(
    sources.flatMap((text) => [...text.matchAll(/Error\("([A-Z_]+)"/g)].map(([, code]) => code!)),
  );
  expect(thrown.size).toBeGreaterThan(20);
  expect([...thrown].filter((code) => !(code in ERROR_STATUS))).toEqual([]);
});
