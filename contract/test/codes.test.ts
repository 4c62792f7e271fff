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

test('every finding of the mesh check that is an error is one of a run, under the same code', () => {
  const [report, findings] = ['report.hpp', 'findings.cpp'].map((name) =>
    readFileSync(join(SOLVER, 'src/mesh', name), 'utf8'),
  );
  const codes = Object.fromEntries(
    [...report!.matchAll(/const char\* (\w+) = "([A-Z_]+)";/g)].map(([, name, code]) => [name!, code!]),
  );
  const errors = [...findings!.matchAll(/add\(\s*code::(\w+),\s*Severity::error/g)].map(
    ([, name]) => codes[name!]!,
  );
  expect(errors.length).toBeGreaterThan(1);
  expect(errors.filter((code) => !(code in ERROR_STATUS))).toEqual([]);
});
