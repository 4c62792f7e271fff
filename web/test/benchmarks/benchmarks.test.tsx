import { ScoreboardSchema } from '@pace/contract/scoreboard';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Benchmarks } from '../../src/features/benchmarks/Benchmarks.tsx';
import { readCases } from '../../../validation/study/caseFile.ts';
import { readResults } from '../../../validation/study/results.ts';
import { scoreboardOf } from '../../../validation/study/scoreboard/scoreboard.ts';
import { byTestId, click, render, type, until } from '../render.tsx';

const CASE = 'ia-s7-f1';
const DOWNLOAD = { file: `runs/${CASE}.zip`, bytes: 123_456, mesh: 'included' } as const;
const cases = readCases();
const board = ScoreboardSchema.parse(scoreboardOf(cases, readResults(cases), new Map([[CASE, DOWNLOAD]])));
const record = board.cases.find(({ id }) => id === CASE)!.record!;
const rows = () => [...byTestId<HTMLElement>('benchmarks-cases').querySelectorAll('tbody tr')];
const onPage = (id: string) => document.querySelector(`[data-testid="${id}"]`) !== null;

let answer: () => Promise<Response>;
beforeEach(() => {
  answer = async () => Response.json(board);
  vi.stubGlobal('fetch', async (address: string) => {
    expect(address).toMatch(/^\/scoreboard\//);
    return answer();
  });
  vi.stubGlobal('scrollTo', () => {});
});

describe('the page of all cases', () => {
  it.each(['en', 'tr'] as const)(
    'has a line a case with the figures of its record, in %s',
    async (language) => {
      await render(<Benchmarks />, { path: '/benchmarks', language });
      await until(() => onPage('benchmarks-cases'));
      expect(rows()).toHaveLength(board.cases.length);
      const line = byTestId<HTMLElement>(`benchmarks-case-${CASE}`).textContent;
      const short = (value: number) => value.toLocaleString(language, { maximumSignificantDigits: 3 });
      expect(line).toContain(record.summary.unknowns.toLocaleString(language));
      expect(line).toContain(short(record.summary.coreSeconds));
      expect(line).toContain(short(record.summary.memoryBytes / 1e9));
      expect(line).toContain(short(record.summary.meanDb!.value));
    },
  );

  it('is a table whose headings say how it is sorted, and sort by a click', async () => {
    await render(<Benchmarks />, { path: '/benchmarks' });
    await until(() => onPage('benchmarks-cases'));
    const heading = () => byTestId<HTMLElement>('benchmarks-sort-coreSeconds').closest('th')!;
    expect(heading().getAttribute('scope')).toBe('col');
    expect(heading().getAttribute('aria-sort')).toBe('none');
    await click('benchmarks-sort-coreSeconds');
    expect(heading().getAttribute('aria-sort')).toBe('ascending');
    const first = rows()[0]!.textContent;
    await click('benchmarks-sort-coreSeconds');
    expect(heading().getAttribute('aria-sort')).toBe('descending');
    expect(rows()[0]!.textContent).not.toBe(first);
  });

  it('is filtered by words', async () => {
    await render(<Benchmarks />, { path: '/benchmarks' });
    await until(() => onPage('benchmarks-cases'));
    await type('benchmarks-search', 'almond fx4 curved');
    expect(rows().map((row) => row.getAttribute('data-testid'))).toEqual([
      'benchmarks-case-iiia-s1-fx4-curved',
    ]);
  });

  it('says where another solver is better, and names source and licence', async () => {
    await render(<Benchmarks />, { path: '/benchmarks' });
    await until(() => onPage('benchmarks-cases'));
    expect(byTestId<HTMLElement>('comparison-sphere-10-mhz').textContent).toMatch(
      /Least memory: UT Austin AIM/,
    );
    expect(byTestId<HTMLElement>('comparison-aircraft').textContent).toMatch(/its error is not known/);
    expect(byTestId<HTMLElement>('benchmarks-sources').textContent).toContain(
      'The University of Texas at Austin',
    );
  });

  it('says that the records did not come', async () => {
    answer = async () => new Response('', { status: 404 });
    const { container } = await render(<Benchmarks />, { path: '/benchmarks' });
    await until(() => container.textContent.includes('could not be loaded'));
  });
});

describe('the page of one case', () => {
  it('has its runs, the published figures, the command and the run folder', async () => {
    const { container } = await render(<Benchmarks />, { path: `/benchmarks?case=${CASE}` });
    await until(() => onPage('benchmarks-detail'));
    expect(document.activeElement?.tagName).toBe('H1');
    expect(byTestId<HTMLElement>('benchmarks-command').textContent).toBe(
      `npm run validate -- --only ${CASE}`,
    );
    expect(byTestId<HTMLAnchorElement>('benchmarks-download').getAttribute('href')).toBe(
      `/scoreboard/${DOWNLOAD.file}`,
    );
    expect(byTestId<HTMLElement>('benchmarks-runs').querySelectorAll('tbody tr')).toHaveLength(
      record.runs.length,
    );
    expect(container.textContent).toContain('UT Austin AIM');
  });

  it('says that a curve is not recorded yet, and a case not measured', async () => {
    const { container } = await render(<Benchmarks />, { path: '/benchmarks?case=ia-s7-f6' });
    await until(() => onPage('benchmarks-detail'));
    expect(onPage('benchmarks-no-curve')).toBe(true);
    expect(container.textContent).toContain('has not been measured yet');
  });

  it('of which only the cost is compared never has a curve', async () => {
    const { container } = await render(<Benchmarks />, { path: '/benchmarks?case=prime-bb-cost' });
    await until(() => onPage('benchmarks-detail'));
    expect(container.textContent).toContain('compare no curves');
  });

  it('that is not there: says so and shows all', async () => {
    const { container } = await render(<Benchmarks />, { path: '/benchmarks?case=none' });
    await until(() => onPage('benchmarks-cases'));
    expect(container.textContent).toContain('There is no case “none”');
    await act(async () => {});
  });
});
