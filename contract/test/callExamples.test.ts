import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CALLS, ERROR_STATUS, errorsOf, sentenceTemplate, type Call, type CallName } from '../src/index.ts';

/** Calls as programs send and get them; `/api/docs` shows them. */
const EXAMPLES = JSON.parse(
  readFileSync(new URL('../examples/calls.json', import.meta.url), 'utf8'),
) as Record<string, { body?: unknown; query?: unknown; result?: unknown }>;
const NAMES = Object.keys(CALLS) as CallName[];

test.each(NAMES)('%s has examples that its schemas take', (name) => {
  const call: Call = CALLS[name];
  const example = EXAMPLES[name] ?? {};
  for (const part of ['body', 'query'] as const) {
    expect(example[part] === undefined).toBe(call[part] === undefined);
    if (call[part]) expect(call[part].safeParse(example[part]).error).toBeUndefined();
  }
  if (example.result !== undefined) expect(call.result!.safeParse(example.result).error).toBeUndefined();
});

test('nobody is named in them, and no key is shown', () => {
  expect(Object.keys(EXAMPLES).filter((name) => !(name in CALLS))).toEqual([]);
  const text = JSON.stringify(EXAMPLES);
  expect(text).not.toMatch(/pace_[A-Za-z0-9]{8}|eyJ[A-Za-z0-9_-]{20}/);
  for (const [, domain] of text.matchAll(/@([a-z.-]+)/g)) expect(domain).toMatch(/\.example$/);
});

test('every code belongs to a call or to runs, and has a sentence', () => {
  for (const code of Object.keys(ERROR_STATUS))
    expect([code, sentenceTemplate(code)]).toEqual([code, expect.any(String)]);
  for (const name of NAMES) expect(errorsOf(name)).toContain('INTERNAL');
});
