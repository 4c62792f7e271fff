import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../src');
/** Properties whose text a person sees or hears. */
const SHOWN = new Set([
  'title',
  'label',
  'aria-label',
  'placeholder',
  'alt',
  'helperText',
  'aria-roledescription',
]);
/** The same in every language: names, symbols, units, numbers. */
const SAME_EVERYWHERE = new Set([
  'Pace',
  'GHz',
  'MHz',
  'mm',
  'dB',
  'carousel',
  'slide',
  'CSV',
  'PNG',
  'SVG',
  'PEC',
  'λ',
  'θ',
  'φ',
  'ε',
  'μ',
]);
/** At least two letters in a row make a word; `x4` and `α` are none. */
const WORD = /\p{L}{2,}/u;

interface Found {
  file: string;
  line: number;
  text: string;
}

/** Words between tags, and words in properties that are shown. */
function hardCodedIn(file: string): Found[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(ROOT, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  );
  const found: Found[] = [];
  const note = (node: ts.Node, text: string) => {
    const words = text.trim();
    if (
      !WORD.test(words) ||
      words.split(/[^\p{L}]+/u).every((word) => word.length < 2 || SAME_EVERYWHERE.has(word))
    )
      return;
    found.push({ file, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, text: words });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) note(node, node.text);
    if (ts.isJsxAttribute(node) && SHOWN.has(node.name.getText()) && node.initializer) {
      const value = ts.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer;
      if (value && ts.isStringLiteralLike(value)) note(node, value.text);
    }
    if (
      ts.isJsxExpression(node) &&
      node.expression &&
      ts.isStringLiteralLike(node.expression) &&
      (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent))
    )
      note(node, node.expression.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

it('no page has words of its own: every text comes from the translation files', () => {
  const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(hardCodedIn)).toEqual([]);
});
