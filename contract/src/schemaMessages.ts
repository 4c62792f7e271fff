/**
 * What schemas say. Zod carries a complaint as text and nothing beside it, so the text is a message as JSON: `says` writes
 * it into a schema, `saidIn` reads it from an issue.
 */
import { z } from 'zod';
import { message, MessageSchema, type Message, type MessageKey } from './messages.ts';

type Values = Message['values'];
type Named<Group extends string> = MessageKey extends infer Key
  ? Key extends `${Group}.${infer Name}`
    ? Name
    : never
  : never;

export const asText = (said: Message): string => JSON.stringify(said);

/** The complaint of a schema. */
export const says = (key: MessageKey, values?: Values): string => asText(message(key, values));

/** The same about what has a name in the language of who reads. */
export const saysOf = (label: Named<'label'>, key: MessageKey, values: Values = {}): string =>
  says(key, { label: message(`label.${label}`), ...values });

/** The message of a complaint; undefined of any other text. */
export function saidIn(text: string): Message | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return MessageSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/**
 * What zod finds by itself, where a schema has no complaint of its own: for `safeParse(value, SAID)`. The English sentences
 * are those of zod.
 */
export const SAID: { error: z.core.$ZodErrorMap } = {
  error: (issue) => {
    const { key, values } = ownComplaint(issue);
    return says(key, values);
  },
};

function ownComplaint(issue: z.core.$ZodRawIssue): { key: MessageKey; values?: Values } {
  switch (issue.code) {
    case 'invalid_type': {
      const { expected, input } = issue;
      const received =
        typeof input === 'number' && !Number.isFinite(input) ? String(input) : z.core.util.parsedType(input);
      return { key: 'invalid.type', values: { expected: typeName(expected), received: typeName(received) } };
    }
    case 'invalid_value': {
      const values = issue.values.map((value) => z.core.util.stringifyPrimitive(value));
      return values.length === 1
        ? { key: 'invalid.value', values: { expected: values[0]! } }
        : { key: 'invalid.option', values: { options: values.join('|') } };
    }
    case 'too_big': {
      const key =
        issue.origin === 'string'
          ? 'invalid.tooManyCharacters'
          : issue.origin === 'array'
            ? 'invalid.tooManyItems'
            : 'invalid.tooBig';
      return { key, values: { type: typeName(issue.origin), most: bound(issue.maximum) } };
    }
    case 'too_small': {
      const key =
        issue.origin === 'string'
          ? 'invalid.tooFewCharacters'
          : issue.origin === 'array'
            ? 'invalid.tooFewItems'
            : issue.inclusive
              ? 'invalid.tooSmall'
              : 'invalid.notAbove';
      return { key, values: { type: typeName(issue.origin), least: bound(issue.minimum) } };
    }
    default:
      return { key: 'invalid' };
  }
}

/** The largest whole numbers in all their digits, as zod writes them. */
const bound = (limit: number | bigint): number | string =>
  Math.abs(Number(limit)) < 1e15 ? Number(limit) : String(limit);

const TYPE_NAMES: readonly string[] = [
  'string',
  'number',
  'int',
  'boolean',
  'object',
  'array',
  'tuple',
  'undefined',
] satisfies Named<'type'>[];

/** A type of JSON in the language of who reads; one that is only ever received, as null, as it is. */
const typeName = (type: string): Message | string =>
  TYPE_NAMES.includes(type) ? message(`type.${type}` as MessageKey) : type;
