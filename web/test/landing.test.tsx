import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Landing } from '../src/features/landing/Landing.tsx';
import design from '../src/features/landing/design.json';
import { designFigures } from '../src/features/landing/designFigures.ts';
import hero from '../src/features/landing/hero.json';
import { DESIGN_PICTURES, PICTURES } from '../src/features/landing/pictures.ts';
import records from '../src/features/landing/records.json';
import { landingRecords } from '../../tools/showcase/records.mjs';
import { render } from './render.tsx';
import { english, turkish } from './texts.ts';

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

describe('the story of design maps', () => {
  it('has a coating that lowers the largest echo, as predicted within 1 dB', () => {
    const { before, predicted, computed, largestDifferenceDb, sweep, phiDeg } = design;
    expect(computed).toBeLessThan(before);
    expect(Math.abs(computed - predicted)).toBeLessThan(1);
    expect(largestDifferenceDb).toBeLessThan(1);
    expect(largestDifferenceDb).toBeGreaterThanOrEqual(Math.abs(computed - predicted) - 1e-3);
    expect(phiDeg).toBeGreaterThanOrEqual(sweep.from);
    expect(phiDeg).toBeLessThanOrEqual(sweep.to);
    for (const { layerDbPerMm } of design.parts) expect(layerDbPerMm).toBeLessThan(0);
  });

  it.each(['en', 'tr'] as const)(
    'stands on the page in %s with the numbers of its record',
    async (language) => {
      const { container, unmount } = await render(<Landing />, { language });
      const text = (name: string) => container.querySelector(`[data-testid=design-${name}]`)!.textContent;
      for (const level of ['before', 'predicted', 'computed'] as const)
        expect(text(level)).toBe(
          `${design[level].toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })} dBsm`,
        );
      const { largestDifference, unknowns, thickness, epsilon } = designFigures(design, language);
      const section = container.querySelector('#design')!.textContent;
      for (const part of [`${largestDifference} dB`, unknowns, `${thickness} mm`, epsilon, design.record])
        expect(section).toContain(part);
      expect(existsSync(join(ROOT, design.record))).toBe(true);
      await unmount();
    },
  );

  it('has no number typed in its texts, and names in words the parts that the maps named', () => {
    for (const texts of [english, turkish])
      expect(JSON.stringify(texts['landing']!['design']).replace(/\{\{\w+\}\}/g, '')).not.toMatch(/\d/);
    // The texts call them the fuselage and two faces of the fin.
    expect(design.parts.map(({ name }) => name)).toEqual(['Face 1', 'Face 5', 'Face 6']);
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
    expect(container.querySelectorAll('#design img[loading=lazy]')).toHaveLength(2);
    expect(container.querySelectorAll('#benchmarks [aria-roledescription=slide]')).toHaveLength(3);
    expect(container.querySelectorAll('#faq details')).toHaveLength(7);
    await unmount();
  });

  it('has each of its pictures in both themes and languages, none too heavy', () => {
    for (const name of [...PICTURES, ...DESIGN_PICTURES])
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
