// @ts-check
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdtempSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { ROOT } from '../steps/paths.mjs';

/** Everything that is TypeScript or a plain script. */
const FOLDERS = ['benchmarks', 'contract', 'e2e', 'sdk', 'server', 'testing', 'tools', 'validation', 'web'];
const NO_SOURCES = new Set(['node_modules', 'dist', 'coverage', 'test-results', '.tmp']);
const SOURCE = /\.(ts|tsx|mjs|js)$/;

/**
 * Every source file below a folder, by its full path.
 * @param {string} folder @returns {string[]}
 */
function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NO_SOURCES.has(entry.name) ? [] : sourcesIn(path);
    return SOURCE.test(entry.name) ? [path] : [];
  });
}

/**
 * The files that a file imports or exports from, types and `import()` too; packages are not followed.
 * @param {string} file @returns {string[]}
 */
function importsOf(file) {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
  const paths = importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => resolve(dirname(file), fileName));
  return [...new Set(paths)].filter((path) => SOURCE.test(path) && existsSync(path));
}

/**
 * Circles of imports below the folders, one per group of files that reach each other.
 * @param {string[]} folders @returns {string[][]}
 */
function circlesIn(folders) {
  /** @type {Map<string, string[]>} */
  const imports = new Map();
  for (const file of folders.flatMap(sourcesIn)) imports.set(file, importsOf(file));
  /** @type {string[][]} */
  const circles = [];
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {string[]} */
  const path = [];
  /** @param {string} file */
  const visit = (file) => {
    const at = path.indexOf(file);
    if (at >= 0) circles.push([...path.slice(at), file]);
    if (at >= 0 || done.has(file)) return;
    path.push(file);
    for (const next of imports.get(file) ?? []) visit(next);
    path.pop();
    done.add(file);
  };
  for (const file of imports.keys()) visit(file);
  return circles;
}

test('no file imports itself through others, not even a type: what two files need is in a third', () => {
  const circles = circlesIn(FOLDERS.map((name) => join(ROOT, name)));
  assert.deepEqual(
    circles.map((circle) => circle.map((file) => relative(ROOT, file)).join(' → ')),
    [],
  );
});

test('a circle is found through three files, by a type alone, by an export and by import()', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pace-circles-'));
  /** @param {string} name @param {string} text */
  const write = (name, text) => writeFileSync(join(folder, name), text);
  try {
    mkdirSync(join(folder, 'deeper'));
    write(
      'first.ts',
      "import { a } from './deeper/second.ts';\nexport const b = a;\nexport type B = string;\n",
    );
    write('deeper/second.ts', "export * from '../third.tsx';\n// import '../alone.ts';\n");
    write('third.tsx', "import type { B } from './first.ts';\nexport const a: B = 'x';\n");
    write('own.mjs', "export const me = () => import('./own.mjs');\n");
    write('alone.ts', "import { b } from './first.ts';\nimport 'node:fs';\nexport const c = b;\n");
    const found = circlesIn([folder]).map((circle) =>
      circle
        .map((file) => relative(folder, file))
        .sort()
        .join(' '),
    );
    assert.deepEqual(found.sort(), ['deeper/second.ts first.ts first.ts third.tsx', 'own.mjs own.mjs']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
