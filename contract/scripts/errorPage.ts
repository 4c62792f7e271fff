import english from '../messages/en.json' with { type: 'json' };
import turkish from '../messages/tr.json' with { type: 'json' };
import { ERROR_STATUS } from '../src/index.ts';

type Catalogue = Readonly<Record<string, string>>;

const HEAD = `# Errors

Written by \`npm run schema\` from \`contract/messages\` and \`contract/src/codes.ts\`; do not edit.

A failed call answers \`{code, detail}\` with the HTTP status of the code, and a failed run keeps both. \`detail\` is the English
sentence, but of \`LOGIN_FAILED\`, which is specified in Turkish. \`message\` is the key of the sentence and \`values\` are what stands
in \`{{…}}\`; an entry with several sentences has the keys CODE.variant, and \`_one\` and \`_other\` are chosen by the value \`count\`.

| code | status | key | English | Turkish |
|---|---|---|---|---|
`;

/** Keys of a code: itself and its variants, in the order of the catalogue. */
const keysOf = (code: string) =>
  Object.keys(english).filter((key) => key.replace(/\..*|_(?:one|other)$/, '') === code);

const cell = (text: string) => text.replaceAll('|', '\\|');

const VALUES = `
## Values that are refused

What a call answers with the code \`VALIDATION\`, of one value or of several, and in \`issues\` for each value, whatever the code:
\`key\` and \`values\` of an issue are those of \`message\`.

| key | English | Turkish |
|---|---|---|
`;

const row = (key: string) =>
  `| \`${key}\` | ${cell((english as Catalogue)[key]!)} | ${cell((turkish as Catalogue)[key]!)} |`;

/** `docs/errors.md`: every code with its status and its sentences in both languages, and what is said of single values. */
export function errorPage(): string {
  const rows = Object.entries(ERROR_STATUS).flatMap(([code, status]) => {
    const keys = keysOf(code);
    return keys.map((key, i) => `| ${i === 0 ? `\`${code}\` | ${status}` : '|'} ${row(key)}`);
  });
  const ofValues = ['validation', 'invalid'].flatMap(keysOf).map(row);
  return `${HEAD}${rows.join('\n')}\n${VALUES}${ofValues.join('\n')}\n`;
}
