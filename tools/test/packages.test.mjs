// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../steps/paths.mjs';

/** First versions without the holes that are known of earlier ones. @type {Record<string, number>} */
const LEAST_MAJOR = { busboy: 1, 'fast-xml-parser': 5 };

test('no package is installed that is known for its holes, for tests neither', () => {
  /** @type {Record<string, { version?: string }>} */
  const packages = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
  const found = Object.entries(packages).flatMap(([path, { version = '' }]) => {
    const name = path.split('node_modules/').at(-1) ?? '';
    const least = LEAST_MAJOR[name];
    const isOld = least !== undefined && Number(version.split('.')[0]) < least;
    return name === 's3rver' || isOld ? [`${name} ${version}`] : [];
  });
  assert.deepEqual(found, []);
});
