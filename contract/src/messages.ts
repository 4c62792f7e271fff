import { z } from 'zod';
import sentences from '../messages/en.json' with { type: 'json' };

type Sentence = keyof typeof sentences;
type WithoutPlural<K extends string> = K extends `${infer Base}_${'one' | 'other'}` ? Base : K;

/** A key of `contract/messages`: a code of its own, or CODE.variant where a code has several sentences. */
export type MessageKey = WithoutPlural<Sentence>;

/** A number rounded to the digits that mean something, a text that is the same in every language, a message, or a list of these. */
export type MessageValue = number | string | Message | readonly MessageValue[];

/** What a program says to a user; the sentence is made of it in the language of who reads. */
export interface Message {
  message: string;
  /** By the names of the sentence; `count` chooses between singular and plural. */
  values: Readonly<Record<string, MessageValue>>;
}

export const MessageSchema: z.ZodType<Message> = z.lazy(() =>
  z.object({ message: z.string(), values: z.record(z.string(), MessageValueSchema) }),
);
export const MessageValueSchema: z.ZodType<MessageValue> = z.lazy(() =>
  z.union([z.number(), z.string(), MessageSchema, z.array(MessageValueSchema)]),
);

/** Beside a code and an English sentence; missing where an older record has only these. */
export const MESSAGE_FIELDS = {
  message: z.string().optional(),
  values: z.record(z.string(), MessageValueSchema).optional(),
};

/** What a finding, a notice or an error carries. */
export interface Said {
  message?: string | undefined;
  values?: Readonly<Record<string, MessageValue>> | undefined;
}

/** The message of a finding, a notice or an error, if it has one. */
export function messageOf({ message, values }: Said): Message | undefined {
  return message === undefined ? undefined : { message, values: values ?? {} };
}

export function message(key: MessageKey, values: Message['values'] = {}): Message {
  return { message: key, values };
}

/** The code of a message: its key without the variant. */
export const codeOfMessage = ({ message: key }: Message): string => key.split('.', 1)[0]!;

/** The key of the catalogue for the title that pages put above a notice of this code; findings of a mesh have none. */
export const titleKey = (code: string): string => `title.${code}`;

const CATALOGUE: Readonly<Record<string, string>> = sentences;

/** The key of the catalogue for a message, with its plural; undefined if the catalogue has none. */
export function sentenceKey(
  { message: key, values }: Message,
  catalogue: Readonly<Record<string, string>>,
): string | undefined {
  const plural = `${key}_${values['count'] === 1 ? 'one' : 'other'}`;
  return [key, plural].find((one) => Object.hasOwn(catalogue, one));
}

/** How a language writes the values of its sentences. */
export interface Wording {
  number: (value: number) => string;
  text: (value: string) => string;
  catalogue: Readonly<Record<string, string>>;
}

/** The sentence of a message; undefined where the catalogue does not have it, as of a newer program. */
export function sentenceOf(said: Message, wording: Wording): string | undefined {
  const key = sentenceKey(said, wording.catalogue);
  if (key === undefined) return undefined;
  const missing: string[] = [];
  const sentence = wording.catalogue[key]!.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = said.values[name];
    const text = value === undefined ? undefined : textOf(value, wording);
    if (text === undefined) missing.push(name);
    return text ?? '';
  });
  return missing.length === 0 ? sentence : undefined;
}

function textOf(value: MessageValue, wording: Wording): string | undefined {
  if (typeof value === 'number') return wording.number(value);
  if (typeof value === 'string') return wording.text(value);
  if ('message' in value) return sentenceOf(value, wording);
  const texts = value.map((one) => textOf(one, wording));
  return texts.includes(undefined) ? undefined : texts.join(', ');
}

/** Short decimals without grouping; an exponent only where a number is very small or very large. As solver/src/core/message.cpp. */
export function englishNumber(value: number): string {
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-4 && size < 1e15)) return String(value);
  const [digits, exponent = ''] = value.toExponential().split('e');
  return `${digits}e${exponent.slice(0, 1)}${exponent.slice(1).padStart(2, '0')}`;
}

const ENGLISH: Wording = { number: englishNumber, text: (text) => text, catalogue: CATALOGUE };

/** @throws Error if the catalogue has no such sentence, or the message not its values */
export function english(said: Message): string {
  const sentence = sentenceOf(said, ENGLISH);
  if (sentence === undefined) throw new Error(`The catalogue has no sentence for ${JSON.stringify(said)}`);
  return sentence;
}

/** The English sentence of a code, the first where it has several, with the names of its values in braces; undefined of no code. */
export const sentenceTemplate = (code: string): string | undefined =>
  Object.entries(sentences).find(([key]) => /^[A-Z_]+/.exec(key)?.[0].replace(/_$/, '') === code)?.[1];

/** A message as findings, notices and errors carry it: its code, its English sentence, and itself. */
export function statement(said: Message): Message & { code: string; sentence: string } {
  return { code: codeOfMessage(said), sentence: english(said), ...said };
}
