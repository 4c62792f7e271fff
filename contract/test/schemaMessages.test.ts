import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import englishSentences from '../messages/en.json' with { type: 'json' };
import turkishSentences from '../messages/tr.json' with { type: 'json' };
import * as contract from '../src/index.ts';
import {
  CALLS,
  english,
  SAID,
  saidIn,
  says,
  saysOf,
  sentenceOf,
  type Call,
  type Message,
  type MessageValue,
} from '../src/index.ts';
import { sentence } from './support/sentence.ts';

type Type = z.core.$ZodType;
const OTHERS = new Set<z.ZodType>([
  contract.LoginSchema,
  contract.JobSchema,
  contract.SolverInputSchema,
  contract.MaterialsSchema,
  contract.MaterialFrequencyRangeSchema,
]);
type Path = readonly (string | number)[];

/** What is read of users: schemas of forms and of files that they bring, and what goes in with the calls. */
const SCHEMAS: [string, z.ZodType][] = [
  ...Object.entries(contract).flatMap(([name, value]): [string, z.ZodType][] =>
    value instanceof z.ZodType && (/FormSchema$/.test(name) || OTHERS.has(value)) ? [[name, value]] : [],
  ),
  ...Object.entries<Call>(CALLS).flatMap(([name, { body, query }]): [string, z.ZodType][] => [
    ...(body ? [[`${name} (body)`, body] as [string, z.ZodType]] : []),
    ...(query ? [[`${name} (query)`, query] as [string, z.ZodType]] : []),
  ]),
];

/** Something that a type takes, as far as its kind says it; texts are one that every rule of the contract takes. */
function sample(type: Type): unknown {
  const { def } = (type as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([key, inner]) => [key, sample(inner)]));
    case 'array':
      return [sample(def.element)];
    case 'tuple':
      return def.items.map(sample);
    case 'union':
      return sample(def.options[0]!);
    case 'literal':
      return def.values[0];
    case 'enum':
      return Object.values(def.entries)[0];
    case 'string':
      return 'ada@company.example';
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'optional':
    case 'nullable':
      return sample(def.innerType);
    case 'default':
      return Array.isArray(def.defaultValue) && def.defaultValue.length === 0
        ? sample(def.innerType)
        : def.defaultValue;
    case 'pipe':
      return sample(def.in);
    case 'lazy':
    case 'record':
    case 'unknown':
      return {};
    default:
      throw new Error(`No sample of the type ${def.type}`);
  }
}

/** Where something can be put in place of what is there. */
const placesIn = (value: unknown, at: Path = []): Path[] => [
  at,
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) =>
        placesIn(inner, [...at, Array.isArray(value) ? Number(key) : key]),
      )
    : []),
];

function changed(value: unknown, [key, ...rest]: Path, bad: unknown): unknown {
  if (key === undefined) return bad;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >;
  copy[key] = changed(copy[key], rest, bad);
  return copy;
}

const BAD: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -2,
  0.5,
  1e6 + 1,
  1e300,
  Number.NaN,
  Infinity,
  '',
  ' ',
  'x\ny',
  'gmail',
  'ada@gmail.com',
  'x'.repeat(70),
  'x'.repeat(11_000),
  [],
  [0],
  [90, 0, 90, 0, 9, 0, 200],
  Array.from({ length: 10 }, () => 0),
  {},
];

const namesIn = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]!);

/** The message and those among its values. */
function messagesIn(value: MessageValue): Message[] {
  if (typeof value !== 'object') return [];
  if (!('message' in value)) return value.flatMap(messagesIn);
  return [value, ...Object.values(value.values).flatMap(messagesIn)];
}

/** Every message that a schema gives, at every place for every bad value. */
function messagesOf(name: string, schema: z.ZodType): Message[] {
  const good = sample(schema);
  const inputs = placesIn(good).flatMap((at) => BAD.map((bad) => changed(good, at, bad)));
  return inputs.flatMap((input) =>
    (schema.safeParse(input, SAID).error?.issues ?? []).flatMap(({ message, path }) => {
      const said = saidIn(message);
      expect(said, `${name} /${path.join('/')}: ${message}`).toBeDefined();
      return messagesIn(said!);
    }),
  );
}

describe('what schemas say', () => {
  const seen = new Map<string, Message>();

  it.each(SCHEMAS)('of %s is in the catalogue, with its values and no others', (name, schema) => {
    for (const said of messagesOf(name, schema)) {
      const key = `${said.message} ${Object.keys(said.values).join(' ')}`;
      if (seen.has(key)) continue;
      seen.set(key, said);
      expect(english(said)).not.toContain('{{');
      const turkish = { catalogue: turkishSentences, number: String, text: (text: string) => text };
      expect(sentenceOf(said, turkish), key).toBeTruthy();
      const written = namesIn(englishSentences[said.message as keyof typeof englishSentences]);
      expect(Object.keys(said.values).sort(), key).toEqual(written.sort());
    }
  });

  it('is all that the catalogue has for them', () => {
    const said = new Set([...seen.values()].map(({ message }) => message));
    const unsaid = Object.keys(englishSentences).filter(
      (key) => /^(?:validation|invalid|type)\b/.test(key) && !said.has(key) && !MADE_ELSEWHERE.has(key),
    );
    expect(unsaid).toEqual([]);
  });
});

/** Said by the server, of what schemas say or let pass. */
const MADE_ELSEWHERE = new Set([
  'validation.at',
  'validation.two',
  'validation.three',
  'validation.characters',
  'validation.passwordCommon',
]);

describe('a complaint', () => {
  it('is written into a schema and read from an issue', () => {
    const { error } = z.string(says('validation.tooLong', { label: 'x', most: 3 })).safeParse(1);
    expect(saidIn(error!.issues[0]!.message)).toEqual({
      message: 'validation.tooLong',
      values: { label: 'x', most: 3 },
    });
  });

  it('names what it is about in the language of who reads', () => {
    const said = saidIn(saysOf('email', 'validation.required'))!;
    expect(english(said)).toBe('Email is required');
    expect(sentenceOf(said, { catalogue: turkishSentences, number: String, text: (text) => text })).toBe(
      'E-posta gereklidir',
    );
  });

  it.each(['Invalid input', '', '{', '{"message":1}', '"validation.email"'])('is not the text %s', (text) => {
    expect(saidIn(text)).toBeUndefined();
  });

  it.each([
    [z.string(), 1],
    [z.number(), Infinity],
    [z.number(), Number.NaN],
    [z.number(), null],
    [z.number(), new Date()],
    [z.object({ a: z.int() }), { a: 0.5 }],
    [z.int(), 1e300],
    [z.boolean(), undefined],
    [z.tuple([z.number()]), {}],
    [z.literal(true), 1],
    [z.literal(['a', 2]), 1],
    [z.enum(['J', 'M']), 'K'],
    [z.number().min(0), -0.5],
    [z.number().gt(0), 0],
    [z.number().max(1e6), 1e7],
    [z.string().min(2), ''],
    [z.string().max(2), 'abc'],
    [z.array(z.number()).min(2), []],
    [z.array(z.number()).max(1), [1, 2]],
    [z.tuple([z.number()]), [1, 2]],
    [z.union([z.literal(1), z.literal(2)]), 3],
  ])('of zod itself keeps its English sentence: case %#', (schema, input) => {
    const ofZod = schema.safeParse(input).error!.issues.map(({ message }) => message);
    expect(schema.safeParse(input, SAID).error!.issues.map(sentence)).toEqual(ofZod);
  });
});
