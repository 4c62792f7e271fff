import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import sentences from '../messages/en.json' with { type: 'json' };
import { ERROR_STATUS, titleKey } from '../src/index.ts';

const CODES = [
  ...new Set(
    Object.keys(sentences).flatMap((key) => /^[A-Z][A-Z_0-9]+?(?=\.|_one$|_other$|$)/.exec(key)?.[0] ?? []),
  ),
];

/** Findings that only the checks of a mesh show, in a list without titles, and what ends a run without being an error. */
const WITHOUT_TITLE = [
  'CANCELLED',
  'CURVED_ELEMENTS_FAILED',
  'CURVED_ELEMENTS_STRAIGHTENED',
  'CURVED_TRIANGLES',
  'EDGES_TOO_LONG',
  'FILE_NOTE',
  'INTERNAL_TRIANGLES',
  'JUNCTIONS',
  'LONG_EDGES',
  'LONG_EDGES_MENDED',
  'MESH_VERY_FINE',
  'NORMALS_INCONSISTENT',
  'NORMALS_INWARD',
  'OPEN_PART',
  'ROUNDING_STRAIGHTENED',
  'SEAMS_MERGED',
  'SMOOTH_PARTS_ROUNDED',
  'STEP_FACES_LOST',
  'STEP_SOLIDS_OVERLAP',
  'UNITS_DISAGREE',
];

test('every code of a message is that of an error, which has its status, or of a notice, which has its title', () => {
  const unnamed = CODES.filter((code) => !(code in ERROR_STATUS) && !(titleKey(code) in sentences));
  expect(CODES.length).toBeGreaterThan(80);
  expect(unnamed.sort()).toEqual(WITHOUT_TITLE);
});

test('every title is that of a message', () => {
  const titled = Object.keys(sentences).flatMap((key) => /^title\.(.*)$/.exec(key)?.[1] ?? []);
  expect(titled.length).toBeGreaterThan(40);
  expect(titled.filter((code) => !CODES.includes(code))).toEqual([]);
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
