import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { english as inEnglish, turkish as inTurkish } from './texts.ts';

type Tree = Record<string, unknown>;

const english: Record<string, Tree> = inEnglish;
const turkish: Record<string, Tree> = inTurkish;

function leaves(tree: unknown, path = ''): [string, string][] {
  if (typeof tree === 'string') return [[path, tree]];
  return Object.entries(tree as Tree).flatMap(([key, value]) =>
    leaves(value, path === '' ? key : `${path}.${key}`),
  );
}
const keys = (tree: unknown) =>
  leaves(tree)
    .map(([key]) => key)
    .sort();
const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1]!).sort();

describe('translations', () => {
  it('both languages have the same namespaces', () => {
    expect(Object.keys(turkish).sort()).toEqual(Object.keys(english).sort());
  });

  for (const namespace of Object.keys(english)) {
    it(`${namespace}: both languages have the same keys, none of them empty, with the same values put in`, () => {
      expect(keys(turkish[namespace])).toEqual(keys(english[namespace]));
      const inTurkish = new Map(leaves(turkish[namespace]));
      for (const [key, text] of leaves(english[namespace])) {
        expect(text.trim(), key).not.toBe('');
        expect(inTurkish.get(key)?.trim(), key).not.toBe('');
        expect(placeholders(inTurkish.get(key) ?? ''), key).toEqual(placeholders(text));
      }
    });
  }

  it('every key that the code asks for by name exists', () => {
    const missing = usedKeys().filter(({ namespace, key }) => !exists(english[namespace], key));
    expect(missing).toEqual([]);
  });
});

function exists(tree: unknown, key: string): boolean {
  const found = (name: string) =>
    name.split('.').reduce<unknown>((node, part) => (node as Tree | undefined)?.[part], tree);
  return found(key) !== undefined || found(`${key}_other`) !== undefined;
}

/** t('key') in files that use one namespace. */
function usedKeys(): { file: string; namespace: string; key: string }[] {
  const root = join(import.meta.dirname, '../src');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      const namespaces = new Set(
        [...source.matchAll(/useTranslation\((?:'(\w+)')?\)/g)].map((match) => match[1] ?? 'common'),
      );
      if (namespaces.size !== 1) return [];
      const [namespace] = namespaces;
      return [...source.matchAll(/\bt\('([\w.]+)'(?!\s*,\s*\{[^}]*\bns:)/g)].map((match) => ({
        file,
        namespace: namespace!,
        key: match[1]!,
      }));
    });
}
