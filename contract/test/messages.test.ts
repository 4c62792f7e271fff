import { describe, expect, it } from 'vitest';
import englishSentences from '../messages/en.json' with { type: 'json' };
import turkishSentences from '../messages/tr.json' with { type: 'json' };
import {
  codeOfMessage,
  english,
  englishNumber,
  ERROR_STATUS,
  message,
  MessageSchema,
  sentenceOf,
  statement,
  type MessageKey,
  type Wording,
} from '../src/index.ts';

const CATALOGUES: Record<string, Record<string, string>> = { en: englishSentences, tr: turkishSentences };
const namesIn = (sentence: string) =>
  [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]!).sort();
const keyOf = (key: string) => key.replace(/_(?:one|other)$/, '');

describe('the catalogue', () => {
  it('has the same keys and values in both languages', () => {
    expect(Object.keys(turkishSentences)).toEqual(Object.keys(englishSentences));
    for (const [key, sentence] of Object.entries(englishSentences))
      expect(namesIn(CATALOGUES['tr']![key]!), key).toEqual(namesIn(sentence));
  });

  it.each(['en', 'tr'])('can say every sentence in the language %s', (language) => {
    const catalogue = CATALOGUES[language]!;
    const wording: Wording = { catalogue, number: String, text: (text) => text };
    for (const [key, sentence] of Object.entries(catalogue)) {
      const values = Object.fromEntries(namesIn(sentence).map((name) => [name, `<${name}>`]));
      const count = key.endsWith('_one') ? 1 : 7;
      const said = sentenceOf({ message: keyOf(key), values: { ...values, count } }, wording);
      expect(said, key).toBeTruthy();
      expect(said, key).not.toContain('{{');
      for (const name of namesIn(sentence)) if (name !== 'count') expect(said, key).toContain(`<${name}>`);
    }
  });

  it('has a sentence for every error code', () => {
    const said = new Set(
      Object.keys(englishSentences).map((key) => codeOfMessage({ message: keyOf(key), values: {} })),
    );
    expect(Object.keys(ERROR_STATUS).filter((code) => !said.has(code))).toEqual([]);
  });

  it('has both forms of a counted sentence', () => {
    for (const key of Object.keys(englishSentences))
      if (key !== keyOf(key))
        for (const form of ['one', 'other'])
          expect(englishSentences, key).toHaveProperty([`${keyOf(key)}_${form}`]);
  });
});

describe('a message', () => {
  it('is a sentence with its values, which may be messages and lists', () => {
    const sizes = [message('unit.sizeIf', { size: 4.5, unit: message('unit.millimetres') }), 'more'];
    expect(english(message('UNITS_UNKNOWN', { sizes }))).toContain(
      'The largest dimension is 4.5 m if in millimetres, more. State the unit.',
    );
    expect(english(message('JUNCTIONS', { count: 1 }))).toBe(
      'At 1 edge three or more triangles meet (junctions).',
    );
    expect(english(message('JUNCTIONS', { count: 2 }))).toBe(
      'At 2 edges three or more triangles meet (junctions).',
    );
  });

  it('keeps what looks like a value in a name of the user', () => {
    const values = { number: 3, name: '{{openEdges}}', openEdges: message('openEdges', { count: 1 }) };
    expect(english(message('OPEN_PART', values))).toContain(
      'Part 3 ({{openEdges}}) is an open surface with 1 open edge',
    );
  });

  it('without its sentence or a value is refused, and undefined where a reader can do without', () => {
    expect(() => english({ message: 'NO_SUCH_CODE', values: {} })).toThrow(/no sentence/);
    expect(() => english(message('MESH_VERY_FINE'))).toThrow(/no sentence/);
    expect(() => english(message('MESH_VERY_FINE', { mean: { message: 'NONE', values: {} } }))).toThrow();
  });

  it('has the code that its key begins with', () => {
    const key: MessageKey = 'WEAK_RETURN.cancellation';
    expect(statement(message(key, { ghz: 1.3, part: 40, percent: 20 }))).toMatchObject({
      code: 'WEAK_RETURN',
      message: key,
      values: { ghz: 1.3 },
    });
  });

  it('is read with values inside values, and not with others', () => {
    const said = message('SURFACES_TOUCH', {
      pairs: message('pairsOfPieces', { count: 2 }),
      part: 1,
      other: [2],
    });
    expect(MessageSchema.parse(said)).toEqual(said);
    expect(MessageSchema.safeParse({ message: 'X', values: { a: null } }).success).toBe(false);
    expect(MessageSchema.safeParse({ message: 'X', values: { a: { b: 1 } } }).success).toBe(false);
  });
});

it.each([
  [3, '3'],
  [0.1, '0.1'],
  [-12.5, '-12.5'],
  [0.0001, '0.0001'],
  [1234567.5, '1234567.5'],
  [5.12e-9, '5.12e-09'],
  [2.5e300, '2.5e+300'],
])('the number %d is written "%s", as by the solver', (value, text) => {
  expect(englishNumber(value)).toBe(text);
});
