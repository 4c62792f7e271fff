/**
 * Damaged STEP files are read or refused before gmsh sees them, and quickly. A few, always the same; `npm run fuzz` reads
 * many.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { StepReader, stepRefusal, stepUnit } from '../../src/mesher/index.ts';

const FOLDER = new URL('../../../testing/step/', import.meta.url);
const COUNT = Number(process.env['PACE_FUZZ_COUNT'] ?? 300);
const FIRST = Number(process.env['PACE_FUZZ_FIRST'] ?? 0);
/** A file is read in a millisecond; one that takes this long has met an expression that backtracks. */
const PATIENCE_MS = 60_000;
const ABSURD = [
  '1e999',
  '-1',
  '0',
  '#0',
  '#99999999',
  "'",
  '/*',
  '*/',
  ';',
  '(',
  ')',
  '1.E-320',
  'NaN',
  '.MILLI.',
];

/** Park and Miller's generator: whole numbers from 1 to 2^31 − 2. */
function generator(seed: number) {
  let state = (seed % 2_147_483_646) + 1;
  const next = () => (state = (state * 48_271) % 2_147_483_647);
  return (below: number) => next() % Math.max(1, below);
}

function damaged(texts: readonly string[], seed: number): string {
  const below = generator(seed * 7919 + 17);
  below(1);
  let text = texts[below(texts.length)]!;
  for (let n = 1 + below(6); n > 0; n--) {
    const at = below(text.length);
    const head = text.slice(0, at);
    switch (below(6)) {
      case 0:
        text = head;
        break;
      case 1:
        text = head + text.slice(at + 1 + below(60));
        break;
      case 2:
        text = head + String.fromCharCode(below(256)) + text.slice(at + 1);
        break;
      case 3: {
        const from = below(text.length);
        text = head + text.slice(from, from + below(300)) + text.slice(at);
        break;
      }
      case 4:
        text = head + ABSURD[below(ABSURD.length)]!.repeat(1 + below(400)) + text.slice(at);
        break;
      default:
        text = head + text.slice(at).replace(/[-+.\dEe]+/, ABSURD[below(ABSURD.length)]!);
    }
  }
  return text;
}

test('damaged STEP files are read to a positive finite unit or refused with a code, each at once', () => {
  const texts = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.step'))
    .sort()
    .map((name) => readFileSync(new URL(name, FOLDER), 'latin1').slice(0, 60_000));
  let refused = 0;
  for (let i = FIRST; i < FIRST + COUNT; i++) {
    const text = damaged(texts, i);
    const started = performance.now();
    const reader = new StepReader();
    const half = Math.floor(text.length / 2);
    reader.push(text.slice(0, half));
    reader.push(text.slice(half));
    const summary = reader.summary();
    const refusal = stepRefusal(summary);
    const { metresPerUnit } = stepUnit(summary);
    expect(performance.now() - started, `PACE_FUZZ_FIRST=${i}`).toBeLessThan(PATIENCE_MS);
    if (refusal) refused += 1;
    else
      for (const { metres } of summary.lengthUnits)
        expect(metres > 0 && Number.isFinite(metres), `PACE_FUZZ_FIRST=${i}: ${metres}`).toBe(true);
    expect(metresPerUnit === null || metresPerUnit > 0).toBe(true);
  }
  expect(refused).toBeGreaterThan(0);
  if (process.env['PACE_FUZZ_COUNT']) console.log(`fuzz: ${COUNT} STEP files, ${refused} refused`);
}, 1e9);
