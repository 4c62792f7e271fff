import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import sentences from '../messages/en.json' with { type: 'json' };
import { ERROR_STATUS, FINDING_CODES, NOTICE_CODES } from '../src/index.ts';

const CODES = [
  ...new Set(
    Object.keys(sentences).flatMap((key) => /^[A-Z][A-Z_0-9]+?(?=\.|_one$|_other$|$)/.exec(key)?.[0] ?? []),
  ),
];

test('every code of a message is that of an error, which has its status, or of a notice or finding', () => {
  const kinds = (code: string) => [
    ...(code in ERROR_STATUS ? ['error'] : []),
    ...((NOTICE_CODES as readonly string[]).includes(code) ? ['notice'] : []),
    ...((FINDING_CODES as readonly string[]).includes(code) ? ['finding'] : []),
  ];
  expect(CODES.length).toBeGreaterThan(80);
  expect(Object.fromEntries(CODES.map((code) => [code, kinds(code).length]))).toEqual(
    Object.fromEntries(CODES.map((code) => [code, 1])),
  );
});

test('no list has a code that no message has', () => {
  expect([...NOTICE_CODES, ...FINDING_CODES].filter((code) => !CODES.includes(code))).toEqual([]);
});

test('every finding of the mesh check that may be an error is one of a run, under the same code', () => {
  const [report, findings] = ['report.hpp', 'findings.cpp'].map((name) =>
    readFileSync(join(import.meta.dirname, '../../solver/src/mesh', name), 'utf8'),
  );
  const codes = Object.fromEntries(
    [...report!.matchAll(/const char\* (\w+) = "([A-Z_]+)";/g)].map(([, name, code]) => [name!, code!]),
  );
  const errors = findings!
    .split(';')
    .filter((statement) => statement.includes('Severity::error'))
    .flatMap((statement) => [...statement.matchAll(/code::(\w+)/g)].map(([, name]) => codes[name!]!));
  expect(errors.length).toBeGreaterThan(3);
  expect(errors.filter((code) => !(code in ERROR_STATUS))).toEqual([]);
});
