import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Landing } from '../src/features/landing/Landing.tsx';
import hero from '../src/features/landing/hero.json';
import { PICTURES } from '../src/features/landing/pictures.ts';
import records from '../src/features/landing/records.json';
import { landingRecords } from '../../tools/showcase/records.mjs';
import { render } from './render.tsx';

const ROOT = join(import.meta.dirname, '../..');
const PUBLIC = join(ROOT, 'web/public');
const LARGEST_PICTURE_BYTES = 300_000;

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});

describe('the numbers of the landing page', () => {
  it('are those that validation and benchmarks recorded', () => {
    expect(records, 'run npm run landing:records').toEqual(landingRecords(ROOT));
  });

  it.each(['en', 'tr'] as const)('stand on the page in %s as they are recorded', async (language) => {
    const { container, unmount } = await render(<Landing />, { language });
    const text = container.textContent;
    const number = (value: number, digits = 0) =>
      value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    const { largest, aircraft, cases, austin, scaling } = records;
    expect(text).toContain(number(largest.unknowns));
    expect(text).toContain(`${number(largest.bytesPerUnknown / 1000, 1)} kB`);
    expect(text).toContain(number(aircraft.coreHours, 2));
    expect(text).toContain(
      `${language === 'en' ? `${cases.passed} of ${cases.total}` : `${cases.total} doğrulama vakasından ${cases.passed}`}`,
    );
    for (const { meanDb, limitDb } of austin) {
      expect(text).toContain(`${number(meanDb, 2)} dB`);
      expect(text).toContain(`${number(limitDb, 2)} dB`);
    }
    expect(text).toContain(number(scaling.at(-1)!.unknowns));
    await unmount();
  });

  it('each stand beside the file that they come from', async () => {
    const { container, unmount } = await render(<Landing />);
    for (const file of ['validation/results.json', 'benchmarks/mlfma.json']) {
      expect(container.textContent).toContain(file);
      expect(existsSync(join(ROOT, file))).toBe(true);
    }
    await unmount();
  });

  it('call what has not been reached a design target', async () => {
    const { container, unmount } = await render(<Landing />);
    const slides = [...container.querySelectorAll('[aria-roledescription=slide]')];
    const targets = slides.filter((slide) =>
      /1,000 λ|750 λ|350 λ|hundreds of millions|256 GB/.test(slide.textContent),
    );
    expect(targets).toHaveLength(1);
    expect(targets[0]!.textContent).toContain('Design target');
    await unmount();
  });
});

it('the plans say which is there and which is planned, and what of the planned one is a goal', async () => {
  const { container, unmount } = await render(<Landing />);
  const plan = (name: string) => container.querySelector(`[data-testid=plan-${name}]`)!.textContent;
  expect(plan('today')).toContain('Available');
  expect(plan('today')).not.toContain('256');
  expect(plan('planned')).toContain('Planned');
  expect(plan('planned')).toMatch(/256 cores.*goals, not recorded runs/);
  await unmount();
});

describe('the landing page', () => {
  afterEach(() => localStorage.clear());

  it('has the four anchors, six features, three solvers, seven pictures, three slides and seven questions', async () => {
    const { container, unmount } = await render(<Landing />);
    for (const id of ['whypace', 'solvers', 'benchmarks', 'faq'])
      expect(container.querySelector(`section#${id}`), id).not.toBeNull();
    expect(container.querySelectorAll('#whypace li')).toHaveLength(6);
    expect(container.querySelectorAll('#solvers h3')).toHaveLength(3);
    expect(container.querySelectorAll('#solvers img')).toHaveLength(7);
    expect(container.querySelectorAll('#benchmarks [aria-roledescription=slide]')).toHaveLength(3);
    expect(container.querySelectorAll('#faq details')).toHaveLength(7);
    await unmount();
  });

  it('has each of its pictures in both themes and languages, none too heavy', () => {
    for (const name of PICTURES)
      for (const theme of ['dark', 'light'])
        for (const language of ['en', 'tr']) {
          const file = join(PUBLIC, 'landing', `${name}-${theme}-${language}.webp`);
          expect(readFileSync(file).length, file).toBeLessThan(LARGEST_PICTURE_BYTES);
        }
  });

  it('draws the computed cut at its head all the way round', () => {
    const azimuths = hero.cut.map(([azimuth]) => azimuth);
    expect(azimuths[0]).toBe(0);
    expect(azimuths.at(-1)).toBe(360);
    // The first and the last direction are one.
    expect(hero.cut.at(-1)![1]).toBeCloseTo(hero.cut[0]![1]!, 1);
  });
});
