import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { texts as english } from '../src/app/i18n/en/index.ts';
import { texts as turkish } from '../src/app/i18n/tr/index.ts';

const FOLDER = join(import.meta.dirname, '../public/legal');

interface Notice {
  heading: string;
  edition: string;
  sections: { title: string; text: string }[];
}

it.each([
  ['en', english],
  ['tr', turkish],
])(
  'the PDF of the notice in %s was made from the text that the dialog offers beside it',
  (language, texts) => {
    const { heading, edition, sections } = texts['terms'] as unknown as Notice;
    const sources = JSON.parse(readFileSync(join(FOLDER, 'sources.json'), 'utf8')) as Record<string, string>;
    const now = createHash('sha256').update(JSON.stringify({ heading, edition, sections })).digest('hex');
    expect(sources[language], 'run node tools/legal-pdf.mjs').toBe(now);
    const pdf = readFileSync(join(FOLDER, `personal-information-${language}.pdf`), 'latin1');
    expect(pdf.startsWith('%PDF-')).toBe(true);
    // Tagged, for screen readers, in its language, and with its fonts inside.
    expect(pdf).toContain('/StructTreeRoot');
    expect(pdf).toContain(`/Lang (${language})`);
    expect(pdf).toContain('/FontFile2');
  },
);
