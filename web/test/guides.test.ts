import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { english, turkish } from './texts.ts';
import design from '../src/features/landing/design.json';
import { designFigures } from '../src/features/landing/designFigures.ts';
import { guideWords } from '../../tools/showcase/guideHtml.mjs';
import { VIDEOS } from '../src/features/guides/VideoGuides.tsx';

const FOLDER = join(import.meta.dirname, '../public/guide');
const LARGEST_VIDEO_BYTES = 2_000_000;
/** First bytes of every WebM file. */
const EBML = '1a45dfa3';

interface Guides {
  heading: string;
  edition: string;
  chapters: { title: string; picture?: string; paragraphs: string[] }[];
  videos: Record<string, { captions: Record<string, string> }>;
}
const GUIDES = [
  ['en', english['guides'] as unknown as Guides],
  ['tr', turkish['guides'] as unknown as Guides],
] as const;

describe.each(GUIDES)('the guide in %s', (language, guides) => {
  it('is printed from the words that the page shows', () => {
    const words = guideWords(guides, designFigures(design, language));
    const sources = JSON.parse(readFileSync(join(FOLDER, 'sources.json'), 'utf8')) as Record<string, string>;
    const now = createHash('sha256').update(JSON.stringify(words)).digest('hex');
    expect(sources[language], 'run npm run guide -- pdf').toBe(now);
    const pdf = readFileSync(join(FOLDER, `pace-guide-${language}.pdf`), 'latin1');
    expect(pdf.startsWith('%PDF-')).toBe(true);
    // Tagged, for screen readers, in its language.
    expect(pdf).toContain('/StructTreeRoot');
    expect(pdf).toContain(`/Lang (${language})`);
  });

  it('has every picture that it names', () => {
    for (const { picture } of guides.chapters)
      if (picture !== undefined)
        expect(readFileSync(join(FOLDER, `${picture}-${language}.webp`)).toString('latin1', 8, 12)).toBe(
          'WEBP',
        );
  });

  it.each(VIDEOS)(
    'has the film %s, short enough to load, with captions in both languages that end before it does',
    (name) => {
      const film = readFileSync(join(FOLDER, `${name}-${language}.webm`));
      expect(film.toString('hex', 0, 4)).toBe(EBML);
      expect(film.length).toBeLessThan(LARGEST_VIDEO_BYTES);
      for (const [tongue, { videos }] of GUIDES) {
        const captions = readFileSync(join(FOLDER, `${name}-${language}.${tongue}.vtt`), 'utf8');
        expect(captions.startsWith('WEBVTT\n')).toBe(true);
        for (const text of Object.values(videos[name]!.captions)) expect(captions, text).toContain(text);
        const times = [...captions.matchAll(/(\d\d):(\d\d):(\d\d\.\d{3})/g)].map(
          ([, h, m, s]) => 3600 * Number(h) + 60 * Number(m) + Number(s),
        );
        expect([...times].sort((a, b) => a - b)).toEqual(times);
      }
    },
  );
});
